/** The shortest decimal that reads back as the same double, without exponent: `1`, `-0.5`, `1000000000000000000000`. */
export function printNumber(value: number): string {
  if (Object.is(value, -0)) return '-0'
  const text = String(value)
  const at = text.indexOf('e')
  if (at === -1) return text
  const exponent = Number(text.slice(at + 1))
  const sign = text.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = text.slice(sign.length, at).split('.')
  const digits = whole + fraction
  // where the point stands among the digits
  const point = whole.length + exponent
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return sign + digits.padEnd(point, '0')
}
