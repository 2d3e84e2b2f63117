import { defineConfig } from 'vitest/config'

const isFuzz = process.env['SEXTANT_FUZZ'] === '1'

export default defineConfig({
  resolve: { conditions: ['source'] },
  test: {
    include: isFuzz
      ? ['packages/**/*.fuzz.ts']
      : [
          'packages/**/*.test.ts',
          'conformance/**/*.test.ts',
          'scripts/**/*.test.ts',
          'bench/**/*.test.ts',
        ],
    setupFiles: ['./vitest.setup.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: isFuzz ? 300_000 : 20_000,
  },
})
