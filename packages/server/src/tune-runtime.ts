// How the server wants the runtime's compiler and collector to work, for the whole process (docs/adr/0009 and 0012). A runtime that
// does not know one of these settings goes on without it. The library never does this: its process is its user's.

import { setFlagsFromString } from 'node:v8'

/** Settings for all threads; to be called before any is started. */
export function tuneRuntime(): void {
  // A search runs through several hundred functions, which the compiler copies into one another by default; with less of that,
  // a young server spends less of its processors on compiling, and what comes out is no slower.
  setFlagsFromString('--max-inlined-bytecode-size=150')
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=300')
  // Memory for short-lived objects starts at 1 MiB per thread and doubles as objects survive collections; of those that
  // requests need none do, so that it stays small, and every fifty requests one waits for a collection. With 8 MiB it is
  // every three hundred.
  setFlagsFromString('--semi-space-growth-factor=8')
}

/** Settings for when searching begins; code that runs by then is mostly compiled and does not notice. */
export function tuneForSearches(): void {
  // Searches are short and of many kinds. Compiling at a quarter of the usual number of calls, and plainly at the first,
  // makes those after a start or a first import faster.
  setFlagsFromString('--always-sparkplug')
  setFlagsFromString('--interrupt-budget=33000')
  // What a search worker remembers of words fills its heap step by step, with a whole collection at each step.
  setFlagsFromString('--initial-old-space-size=64')
}
