import { describe, expect, test } from 'vitest'
import { bytesOf, fileInMemory, readBack } from '../../test/read-back.ts'
import { CorruptIndexError } from '../errors.ts'
import { SegmentFileReader, type SegmentFileWriter, type SharedSections } from './segment-file.ts'

describe('sections', () => {
  test('come back whole, whatever their length', () => {
    const lengths = [0, 1, 7, 8, 9, 1000]
    const reader = readBack((file) => {
      for (const length of lengths) file.add(`s${length}`, new Uint8Array(length).fill(length))
      file.addJson('json', { a: ['é'] })
      file.add('pieces', [Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(3)])
      file.add('numbers', Uint32Array.of(7, 2 ** 32 - 1))
    })
    for (const length of lengths) {
      expect([...reader.load(`s${length}`)]).toEqual([...new Uint8Array(length).fill(length)])
    }
    expect(reader.loadJson('json')).toEqual({ a: ['é'] })
    expect([...reader.load('pieces')]).toEqual([1, 2, 3])
    expect([...reader.loadUint32('numbers')]).toEqual([7, 2 ** 32 - 1])
    expect(reader.has('json')).toBe(true)
    expect(reader.has('none')).toBe(false)
  })

  test('are read once and shared by name', () => {
    const bytes = bytesOf(writeTwo)
    const shared: SharedSections = new Map()
    const first = new SegmentFileReader(fileInMemory('a.seg', bytes), shared)
    first.load('one')
    expect([...shared.keys()]).toEqual(['a.seg/one'])
    // where the file is not read again, it may be damaged and nobody is the wiser
    bytes.fill(0xff, 8, 12)
    const second = new SegmentFileReader(fileInMemory('a.seg', bytes), shared)
    expect([...second.load('one')]).toEqual([1, 2, 3])
  })

  test('for the kernel lie in memory of it when they are large, and are shared like others', () => {
    const large = new Uint8Array(1 << 20).fill(9)
    const bytes = bytesOf((file) => {
      file.add('small', Uint8Array.of(4))
      file.add('large', large)
    })
    const shared: SharedSections = new Map()
    const open = (): SegmentFileReader =>
      new SegmentFileReader(fileInMemory('a.seg', bytes), shared)
    expect(open().loadForKernel('small')).toEqual({ bytes: Uint8Array.of(4) })
    const { memory, bytes: first } = open().loadForKernel('large')
    expect(first.buffer).toBe(memory!.buffer)
    expect(Buffer.compare(first, large)).toBe(0)
    expect(open().loadForKernel('large').memory).toBe(memory)
    expect(open().load('large').buffer).toBe(memory!.buffer)
  })

  test('that carry checksums of their own are read in parts', () => {
    const reader = readBack((file) =>
      file.add('parts', Uint8Array.of(1, 2, 3, 4), { isSelfChecked: true }),
    )
    const target = new Uint8Array(3)
    reader.readInto(target, 'parts', 1, 2)
    expect([...target]).toEqual([2, 3, 0])
    expect(() => reader.readInto(target, 'parts', 3, 2)).toThrow(CorruptIndexError)
    expect(() => reader.verify('parts', Uint8Array.of(1), 7)).toThrow(CorruptIndexError)
  })

  test('that are not there are told by name', () => {
    expect(corruption(() => readBack(writeTwo).load('three'))).toMatchObject({
      file: 'test.seg',
      structure: 'three',
    })
  })
})

describe('a damaged file', () => {
  test('is refused with its name and the place of the damage, whichever bit it is', () => {
    const whole = bytesOf(writeTwo)
    // magic and version, then one of three bytes, padded to eight, then one of eight
    const sections = { one: [8, 11], two: [16, 24] } as const
    for (let place = 0; place < whole.length; place++) {
      for (let bit = 0; bit < 8; bit++) {
        const bytes = whole.slice()
        bytes[place]! ^= 1 << bit
        const found = corruption(() => {
          const reader = new SegmentFileReader(fileInMemory('x.seg', bytes), new Map())
          reader.load('one')
          reader.load('two')
        })
        const isPadding = place >= sections.one[1] && place < sections.two[0]
        if (isPadding) {
          expect(found).toBeNull()
          continue
        }
        expect(found?.file, `byte ${place}`).toBe('x.seg')
        for (const [name, [from, to]] of Object.entries(sections)) {
          if (place >= from && place < to) expect(found?.structure).toBe(name)
        }
      }
    }
  })

  test('is refused when it was cut off or has something behind it', () => {
    const whole = bytesOf(writeTwo)
    for (let length = 0; length < whole.length; length++) {
      const file = fileInMemory('x.seg', whole.slice(0, length))
      expect(corruption(() => new SegmentFileReader(file, new Map()))?.file, `${length}`).toBe(
        'x.seg',
      )
    }
    const longer = fileInMemory('x.seg', new Uint8Array([...whole, 0]))
    expect(corruption(() => new SegmentFileReader(longer, new Map()))?.file).toBe('x.seg')
  })

  test('of another version is not read, and the message says what to do', () => {
    const bytes = bytesOf(writeTwo)
    bytes[4] = 9
    const found = corruption(() => new SegmentFileReader(fileInMemory('x.seg', bytes), new Map()))
    expect(found).toMatchObject({ expected: 'version 1', found: 'version 9' })
    expect(found?.message).toContain('version of Sextant that wrote it')
  })
})

function writeTwo(file: SegmentFileWriter): void {
  file.add('one', Uint8Array.of(1, 2, 3))
  file.add('two', Uint8Array.of(4, 5, 6, 7, 8, 9, 10, 11))
}

function corruption(work: () => unknown): CorruptIndexError | null {
  try {
    work()
  } catch (error) {
    if (error instanceof CorruptIndexError) return error
    throw error
  }
  return null
}
