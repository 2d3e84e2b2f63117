// A set of bytes of plain ASCII as kernels look it up, sixteen bytes at once: a byte per lower half, in it a bit per upper half.

export const SET_BYTES = 16
const ASCII_END = 0x80

/** Adds a code to the set that stands at `at`; one that is not plain ASCII is left out. */
export function addToSet(bytes: Uint8Array, at: number, code: number): void {
  if (code < ASCII_END) bytes[at + (code & 15)]! |= 1 << (code >>> 4)
}

/** Whether a code is in the set that stands at `at`. */
export function isInSet(bytes: Uint8Array, at: number, code: number): boolean {
  return code < ASCII_END && ((bytes[at + (code & 15)]! >>> (code >>> 4)) & 1) !== 0
}
