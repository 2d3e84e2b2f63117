// JSON as it came over the wire. A number whose text says more than a double can hold (`1.0`, `1e2`, `-0`, integers
// past 2^53) keeps its text, because the interface tells integers from other numbers by their spelling.

/** A JSON number whose spelling matters. */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** The nearest double. */
  get value(): number {
    return Number(this.text)
  }
}

/** A parsed JSON value. */
export type JsonValue = null | boolean | number | string | JsonNumber | JsonValue[] | JsonObject

/** A parsed JSON object; the order of its members is that of the text. */
export interface JsonObject {
  [name: string]: JsonValue
}

/** Whether a value is an object in the sense of JSON. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber)
  )
}

const UINT64_MAX = 18_446_744_073_709_551_615n

/** Whether a value is written as an integer of 64 bits: no fraction, no exponent, no negative zero. */
export function isInteger(value: JsonValue): value is number | JsonNumber {
  if (typeof value === 'number') {
    return Number.isInteger(value) && value < 2 ** 64 && value >= -(2 ** 63)
  }
  if (!(value instanceof JsonNumber)) return false
  if (!/^-?(0|[1-9][0-9]*)$/.test(value.text) || value.text === '-0') return false
  const exact = BigInt(value.text)
  return exact <= UINT64_MAX && exact >= -9_223_372_036_854_775_808n
}

/** The double of a number, or null for anything else. */
export function numberOf(value: JsonValue): number | null {
  if (typeof value === 'number') return value
  return value instanceof JsonNumber ? value.value : null
}

/** The value with plain numbers only, for code that does not care about spelling. */
export function plainJson(value: JsonValue): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof JsonNumber) return value.value
  if (Array.isArray(value)) return value.map(plainJson)
  return plainObject(value)
}

/** The object with plain numbers only. */
export function plainObject(value: JsonObject): Record<string, unknown> {
  const plain: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    // Object.defineProperty keeps a member named __proto__ a plain member.
    if (name === '__proto__') {
      Object.defineProperty(plain, name, {
        value: plainJson(member),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    } else plain[name] = plainJson(member)
  }
  return plain
}

/** The value as compact JSON, numbers spelled as they came. */
export function jsonText(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
  if (isJsonObject(value)) {
    const members = Object.entries(value)
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/** What kind of value it is, in the words that messages use. */
export function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return 'a boolean'
  if (typeof value === 'string') return 'a string'
  if (Array.isArray(value)) return 'an array'
  const number = numberOf(value)
  if (number === null) return 'an object'
  if (!isInteger(value)) return 'a number'
  return number < 0 ? 'a negative integer' : 'a positive integer'
}
