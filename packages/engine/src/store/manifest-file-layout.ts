// The file of a manifest, little-endian:
//
//   0        4          8            16            24          28        32
//   ┌────────┬──────────┬────────────┬─────────────┬───────────┬─────────┬──────────────┐
//   │ "SXTM" │ version  │ generation │ writerEpoch │ length    │ crc32   │ length bytes │
//   │        │ u32      │ u64        │ u64         │ u32       │ u32     │              │
//   └────────┴──────────┴────────────┴─────────────┴───────────┴─────────┴──────────────┘
//
// The checksum covers the header before it and the bytes after it; nothing follows them.

import { crc32 } from 'node:zlib'
import { CorruptIndexError } from '../errors.ts'
import type { StoredManifest } from './manifest-store.ts'

/** Bytes before the manifest's own. */
export const MANIFEST_HEADER_BYTES = 32

/** The header and the bytes that follow it. */
export function encodeManifestFile(manifest: StoredManifest): Uint8Array[] {
  const header = Buffer.alloc(MANIFEST_HEADER_BYTES)
  header.write(MAGIC, 0, 'latin1')
  header.writeUInt32LE(VERSION, 4)
  header.writeBigUInt64LE(BigInt(manifest.generation), 8)
  header.writeBigUInt64LE(BigInt(manifest.writerEpoch), 16)
  header.writeUInt32LE(manifest.bytes.length, 24)
  header.writeUInt32LE(checksum(header, manifest.bytes), 28)
  return [header, manifest.bytes]
}

/** Reads a whole file; `path` is named in errors. */
export function decodeManifestFile(file: Uint8Array, path: string): StoredManifest {
  if (file.length < MANIFEST_HEADER_BYTES) {
    throw damaged(path, `at least ${MANIFEST_HEADER_BYTES} bytes`, `${file.length}`)
  }
  const header = Buffer.from(file.buffer, file.byteOffset, MANIFEST_HEADER_BYTES)
  const magic = header.toString('latin1', 0, 4)
  if (magic !== MAGIC)
    throw damaged(path, `a file that starts with ${MAGIC}`, JSON.stringify(magic))
  const version = header.readUInt32LE(4)
  if (version !== VERSION) throw unknownVersion(path, version)
  const length = header.readUInt32LE(24)
  const bytes = file.subarray(MANIFEST_HEADER_BYTES)
  if (bytes.length !== length) {
    throw damaged(path, `${length} bytes after the header`, `${bytes.length}`)
  }
  const expected = header.readUInt32LE(28)
  const found = checksum(header, bytes)
  if (found !== expected) throw damaged(path, `checksum ${hex(expected)}`, hex(found))
  return {
    generation: Number(header.readBigUInt64LE(8)),
    writerEpoch: Number(header.readBigUInt64LE(16)),
    bytes,
  }
}

const MAGIC = 'SXTM'
const VERSION = 1

function checksum(header: Buffer, bytes: Uint8Array): number {
  const ofHeader = crc32(header.subarray(0, 28))
  // of no bytes at all, node's crc32 forgets what it was given to go on from
  return bytes.length === 0 ? ofHeader : crc32(bytes, ofHeader)
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0')
}

function damaged(file: string, expected: string, found: string): CorruptIndexError {
  return new CorruptIndexError({
    file,
    structure: 'manifest',
    expected,
    found,
    advice: 'The file is damaged. Restore the index from a snapshot or a dump.',
  })
}

function unknownVersion(file: string, version: number): CorruptIndexError {
  return new CorruptIndexError({
    file,
    structure: 'manifest',
    expected: `layout version ${VERSION}`,
    found: `version ${version}`,
    advice:
      'Open it with the version of Sextant that wrote it and move the data with a dump; if there is none, the file is damaged: restore a snapshot or a dump.',
  })
}
