import { setFlagsFromString } from 'node:v8'

/**
 * Makes the runtime's compiler inline less. A search runs through several hundred functions, which the compiler copies into
 * one another by default; with less of that, a young server spends less of its processors on compiling, and what comes out
 * is no slower (docs/adr/0009).
 */
export function limitInlining(): void {
  setFlagsFromString('--max-inlined-bytecode-size=150')
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=300')
}
