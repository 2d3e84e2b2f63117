// The streams that lists of documents consist of, decoded straight into the arrays of those who ask.

/** The number that is written at `at`, in as many bytes as it needs. */
export function decodeCount(bytes: Uint8Array, at: number): number {
  let next = at
  let value = 0
  let shift = 0
  let byte: number
  do {
    byte = bytes[next++]!
    value |= (byte & 127) << shift
    shift += 7
  } while (byte > 127)
  return value >>> 0
}

/** Bytes that a number is written in. */
export function countBytes(value: number): number {
  let count = 1
  let rest = value >>> 7
  while (rest > 0) {
    count++
    rest >>>= 7
  }
  return count
}

/** Adds up the gaps at `at` from `base` on into `out`; returns the offset behind them. */
export function decodeDocs(
  bytes: Uint8Array,
  at: number,
  count: number,
  base: number,
  out: Uint32Array,
  outStart: number,
): number {
  let next = at
  let doc = base
  const end = outStart + count
  for (let i = outStart; i < end; i++) {
    let byte = bytes[next++]!
    if (byte > 127) {
      let gap = byte & 127
      let shift = 7
      do {
        byte = bytes[next++]!
        gap |= (byte & 127) << shift
        shift += 7
      } while (byte > 127)
      doc += gap >>> 0
    } else {
      doc += byte
    }
    out[i] = doc
  }
  return next
}

/** Reads numbers of `width` bytes, each through `translation` when there is one. */
export function decodeNumbers(
  bytes: Uint8Array,
  at: number,
  count: number,
  width: 1 | 2 | 4,
  translation: Uint32Array | null,
  out: Uint32Array,
  outStart: number,
): void {
  const end = outStart + count
  if (width === 1) {
    for (let i = outStart; i < end; i++) out[i] = bytes[at + i - outStart]!
  } else {
    let next = at
    for (let i = outStart; i < end; i++) {
      let number = bytes[next]! | (bytes[next + 1]! << 8)
      if (width === 4) {
        number = (number | (bytes[next + 2]! << 16) | (bytes[next + 3]! << 24)) >>> 0
      }
      out[i] = number
      next += width
    }
  }
  if (translation !== null) {
    for (let i = outStart; i < end; i++) out[i] = translation[out[i]!]!
  }
}

/** Turns lengths into offsets of what follows them. */
export function decodeOffsets(
  bytes: Uint8Array,
  at: number,
  count: number,
  out: Uint32Array,
  outStart: number,
): void {
  let next = at
  let offset = 0
  const end = outStart + count
  for (let i = outStart; i < end; i++) {
    out[i] = offset
    let byte = bytes[next++]!
    let length = byte & 127
    let shift = 7
    while (byte > 127) {
      byte = bytes[next++]!
      length |= (byte & 127) << shift
      shift += 7
    }
    offset += length
  }
  // what was decoded so far tells where it begins
  for (let i = outStart; i < end; i++) out[i] = out[i]! + next
}
