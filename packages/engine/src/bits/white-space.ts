// White space as Unicode's White_Space property has it. `String.trim` differs: it also takes U+FEFF and leaves U+0085.

/** Whether `unit` is white space; no astral char is. */
export function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  return (
    unit === 0x85 ||
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  )
}

/** `text` without white space at both ends. */
export function trimWhiteSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--
  return end - start === text.length ? text : text.slice(start, end)
}

/** Whether `unit` is a control char that leaves nothing in a lemma. NUL stays: it is a separator by itself. */
export function isDroppedControl(unit: number): boolean {
  const isControl = unit < 0x20 || (unit >= 0x7f && unit <= 0x9f)
  return isControl && unit !== 0 && !isWhiteSpace(unit)
}
