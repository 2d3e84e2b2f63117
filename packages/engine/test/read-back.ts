import { SegmentFileReader, SegmentFileWriter } from '../src/segment/segment-file.ts'
import type { StoredFile } from '../src/store/segment-store.ts'

/** A file that was just written, opened for reading. */
export function readBack(write: (file: SegmentFileWriter) => void): SegmentFileReader {
  const writer = new SegmentFileWriter()
  write(writer)
  return new SegmentFileReader(fileInMemory('test.seg', joined(writer)), new Map())
}

/** The bytes of a file that was just written. */
export function bytesOf(write: (file: SegmentFileWriter) => void): Uint8Array {
  const writer = new SegmentFileWriter()
  write(writer)
  return joined(writer)
}

/** Bytes as the store would hand them out: each read in a buffer of its own. */
export function fileInMemory(name: string, bytes: Uint8Array): StoredFile {
  return {
    name,
    sizeBytes: bytes.length,
    read(offset, length) {
      if (offset < 0 || offset + length > bytes.length) throw new RangeError('read past the end')
      return bytes.slice(offset, offset + length)
    },
    readInto(target, offset, length) {
      target.set(this.read(offset, length))
    },
    close: () => undefined,
  }
}

function joined(writer: SegmentFileWriter): Uint8Array {
  return new Uint8Array(Buffer.concat(writer.finish().parts))
}
