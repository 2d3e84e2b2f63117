// Bundles the command and the threads of its engine into a few files: a start loads four files instead of two hundred.
// Packages are published unbundled; this is for `bin/sextant`.

import { defineConfig } from 'rolldown'

export default defineConfig({
  input: {
    sextant: 'packages/cli/dist/sextant.js',
    'indexing-thread': 'packages/engine/dist/workers/indexing-thread.js',
    'search-thread': 'packages/engine/dist/workers/search-thread.js',
    'model-thread': 'packages/server/dist/local-models/model-thread.js',
  },
  platform: 'node',
  // the first is native and finds its binary beside itself; the other is large and rarely used
  external: ['lmdb', /^gpt-tokenizer\//],
  output: {
    dir: 'packages/cli/dist/bundle',
    format: 'esm',
    chunkFileNames: '[name].js',
    cleanDir: true,
  },
})
