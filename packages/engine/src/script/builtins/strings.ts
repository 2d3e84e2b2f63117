// Built-in functions on strings. Positions count chars. Functions named after what they do change the string in place; those
// starting with `to_` give a new one.

import { CharValue } from '../values.ts'
import type { Value } from '../values.ts'
import {
  clampPosition,
  findPosition,
  intArgument,
  spanArgument,
  textArgument,
} from './arguments.ts'
import { mutating, reading } from './method.ts'
import type { Method, MethodContext, MethodTable } from './method.ts'
import { parseFloatText, parseInteger } from './numbers.ts'

/** Functions on strings. */
export const STRING_METHODS: MethodTable = new Map<string, Method>([
  ['len', reading<string>(0, 0, (self) => BigInt(charCount(self)))],
  ['bytes', reading<string>(0, 0, (self) => BigInt(utf8Length(self)))],
  ['is_empty', reading<string>(0, 0, (self) => self === '')],
  ['to_upper', reading<string>(0, 0, (self) => self.toUpperCase())],
  ['to_lower', reading<string>(0, 0, (self) => self.toLowerCase())],
  ['chars', reading<string>(0, 2, chars)],
  ['to_chars', reading<string>(0, 0, chars)],
  ['get', reading<string>(1, 1, charAt)],
  ['sub_string', reading<string>(1, 2, subString)],
  [
    'contains',
    reading<string>(1, 1, (self, [part], context) => self.includes(textArgument(part, context))),
  ],
  [
    'starts_with',
    reading<string>(1, 1, (self, [part], context) => self.startsWith(textArgument(part, context))),
  ],
  [
    'ends_with',
    reading<string>(1, 1, (self, [part], context) => self.endsWith(textArgument(part, context))),
  ],
  ['index_of', reading<string>(1, 2, indexOf)],
  ['split', reading<string>(0, 2, split)],
  ['split_rev', reading<string>(1, 2, splitFromEnd)],
  [
    'parse_int',
    reading<string>(0, 1, (self, [radix], context) =>
      parseInteger(self, radix === undefined ? 10 : intArgument(radix, context), context),
    ),
  ],
  ['parse_float', reading<string>(0, 0, (self, _, context) => parseFloatText(self, context))],
  ['trim', inPlace(0, 0, (self) => self.trim())],
  ['make_upper', inPlace(0, 0, (self) => self.toUpperCase())],
  ['make_lower', inPlace(0, 0, (self) => self.toLowerCase())],
  ['clear', inPlace(0, 0, () => '')],
  ['append', mutating<string>(1, 1, append)],
  ['push', mutating<string>(1, 1, append)],
  ['replace', inPlace(2, 2, replace)],
  [
    'remove',
    inPlace(1, 1, (self, [part], context) => removeAll(self, textArgument(part, context))),
  ],
  [
    'truncate',
    inPlace(1, 1, (self, [length], context) =>
      sliceChars(self, 0, Math.max(0, intArgument(length, context))),
    ),
  ],
  ['crop', inPlace(1, 2, subString)],
  ['pad', inPlace(2, 2, pad)],
  ['set', inPlace(2, 2, setChar)],
  ['pop', mutating<string>(0, 1, pop)],
])

/** Functions on chars. */
export const CHAR_METHODS: MethodTable = new Map<string, Method>([
  ['to_upper', reading<CharValue>(0, 0, (self) => new CharValue(self.char.toUpperCase()))],
  ['to_lower', reading<CharValue>(0, 0, (self) => new CharValue(self.char.toLowerCase()))],
  ['to_int', reading<CharValue>(0, 0, (self) => BigInt(self.char.codePointAt(0) ?? 0))],
])

/** The chars of a text. */
export function charsOf(text: string): string[] {
  return Array.from(text)
}

/** How many chars a text has. */
export function charCount(text: string): number {
  let count = text.length
  for (let at = 1; at < text.length; at++) {
    const isPair = isLowHalf(text.charCodeAt(at)) && isHighHalf(text.charCodeAt(at - 1))
    if (isPair) count--
  }
  return count
}

/** The chars from `start` to before `end`. */
export function sliceChars(text: string, start: number, end: number): string {
  // Texts without surrogate pairs, nearly all, need no list of chars.
  if (charCount(text) === text.length) return text.slice(start, end)
  return charsOf(text).slice(start, end).join('')
}

function isHighHalf(code: number): boolean {
  return (code & 0xfc00) === 0xd800
}

function isLowHalf(code: number): boolean {
  return (code & 0xfc00) === 0xdc00
}

function utf8Length(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    bytes += code < 0x80 ? 1 : code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3
  }
  return bytes
}

type TextChange = (self: string, args: readonly Value[], context: MethodContext) => string

function inPlace(argsMin: number, argsMax: number, change: TextChange): Method {
  return mutating<string>(argsMin, argsMax, (self, args, context) => {
    const changed = change(self, args, context)
    context.chargeText(changed.length)
    context.replace(changed)
    return null
  })
}

function chars(self: string, args: readonly Value[], context: MethodContext): Value {
  const length = charCount(self)
  const { start, end } =
    args.length === 0 ? { start: 0, end: length } : spanArgument(args, length, context)
  context.checkSize(end - start)
  return charsOf(sliceChars(self, start, end)).map((char) => new CharValue(char))
}

function charAt(self: string, [position]: readonly Value[], context: MethodContext): Value {
  const index = findPosition(intArgument(position, context), charCount(self))
  return index < 0 ? null : new CharValue(sliceChars(self, index, index + 1))
}

function subString(self: string, args: readonly Value[], context: MethodContext): string {
  const { start, end } = spanArgument(args, charCount(self), context)
  return sliceChars(self, start, end)
}

function indexOf(self: string, [part, from]: readonly Value[], context: MethodContext): bigint {
  const start = from === undefined ? 0 : clampPosition(intArgument(from, context), charCount(self))
  const skipped = sliceChars(self, 0, start)
  const found = self.indexOf(textArgument(part, context), skipped.length)
  return found < 0 ? -1n : BigInt(charCount(self.slice(0, found)))
}

/** `split()` at white space, `split(position)` into two, `split(separator, parts)`. */
function split(self: string, [separator, limit]: readonly Value[], context: MethodContext): Value {
  if (separator === undefined) return checked(self.split(/\s+/).filter(Boolean), context)
  if (typeof separator === 'bigint') {
    const length = charCount(self)
    const at = clampPosition(Number(separator), length)
    return [sliceChars(self, 0, at), sliceChars(self, at, length)]
  }
  const mark = textArgument(separator, context)
  const parts = mark === '' ? ['', ...charsOf(self), ''] : self.split(mark)
  if (limit === undefined) return checked(parts, context)
  const count = Math.max(0, intArgument(limit, context))
  if (parts.length <= count || count === 0) return checked(count === 0 ? [] : parts, context)
  return checked([...parts.slice(0, count - 1), parts.slice(count - 1).join(mark)], context)
}

function splitFromEnd(
  self: string,
  [separator, limit]: readonly Value[],
  context: MethodContext,
): Value {
  const mark = textArgument(separator, context)
  const parts = mark === '' ? ['', ...charsOf(self), ''] : self.split(mark)
  const count = limit === undefined ? parts.length : Math.max(0, intArgument(limit, context))
  if (parts.length <= count) return checked(parts.toReversed(), context)
  if (count === 0) return []
  const rest = parts.slice(0, parts.length - count + 1).join(mark)
  return checked([...parts.slice(parts.length - count + 1).toReversed(), rest], context)
}

function checked(parts: string[], context: MethodContext): Value {
  context.checkSize(parts.length)
  return parts
}

function append(self: string, [item]: readonly Value[], context: MethodContext): Value {
  const text = textArgument(item, context)
  context.chargeText(self.length + text.length)
  context.replace(self + text)
  return null
}

function replace(self: string, [part, by]: readonly Value[], context: MethodContext): string {
  const sought = textArgument(part, context)
  const replacement = textArgument(by, context)
  const parts = sought === '' ? ['', ...charsOf(self), ''] : self.split(sought)
  context.chargeText(self.length + parts.length * replacement.length)
  return parts.join(replacement)
}

function removeAll(self: string, part: string): string {
  return part === '' ? self : self.split(part).join('')
}

function pad(self: string, [length, filler]: readonly Value[], context: MethodContext): string {
  const text = textArgument(filler, context)
  const wanted = intArgument(length, context)
  const missing = wanted - charCount(self)
  if (missing <= 0 || text === '') return self
  context.chargeText(wanted)
  const fill = charsOf(text)
  return (
    self +
    text.repeat(Math.floor(missing / fill.length)) +
    fill.slice(0, missing % fill.length).join('')
  )
}

function setChar(self: string, [position, char]: readonly Value[], context: MethodContext): string {
  const length = charCount(self)
  const index = findPosition(intArgument(position, context), length)
  if (index < 0) return self
  const changed = textArgument(char, context)
  return sliceChars(self, 0, index) + changed + sliceChars(self, index + 1, length)
}

/** Takes off and gives the last char, or the last so many chars as text. */
function pop(self: string, [count]: readonly Value[], context: MethodContext): Value {
  const length = charCount(self)
  const taken = count === undefined ? 1 : Math.max(0, intArgument(count, context))
  const at = Math.max(0, length - taken)
  context.replace(sliceChars(self, 0, at))
  const last = sliceChars(self, at, length)
  if (count !== undefined) return last
  return last === '' ? null : new CharValue(last)
}
