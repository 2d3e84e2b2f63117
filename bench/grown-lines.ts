// A collection of any size out of a smaller one. Each copy has ids of its own and changes a part of the vocabulary, so
// that the dictionary grows with the documents, as it does in real text, while common words stay common.

/** Above every id of the collection, so that copies do not meet. */
const ID_STEP = 1_000_000
/** One of so many words is another word in each copy. */
const CHANGED_WORDS_ONE_IN = 4
const WORD = /[a-z]{4,}/giu

/** Yields `count` lines: the given ones, and changed copies when they do not suffice. */
export function* grownLines(lines: readonly string[], count: number): Generator<string> {
  for (let i = 0; i < count; i++) {
    const copy = Math.floor(i / lines.length)
    const line = lines[i % lines.length]!
    yield copy === 0 ? line : copiedLine(line, copy)
  }
}

function copiedLine(line: string, copy: number): string {
  const document = JSON.parse(line) as { id: number } & Record<string, unknown>
  const ending = letters(copy)
  document.id += copy * ID_STEP
  for (const field of ['name', 'title', 'description']) {
    const text = document[field]
    if (typeof text === 'string') document[field] = changedText(text, ending)
  }
  return JSON.stringify(document)
}

function changedText(text: string, ending: string): string {
  return text.replace(WORD, (word) => (isChanged(word) ? word + ending : word))
}

/** Decided by the word alone: all its occurrences change, or none. */
function isChanged(word: string): boolean {
  let hash = 0
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash, 31) + (word.charCodeAt(i) | 32)
  return (hash >>> 0) % CHANGED_WORDS_ONE_IN === 0
}

/** Letters of its own for each copy: a changed word is one word still. */
function letters(copy: number): string {
  let text = ''
  for (let rest = copy; rest > 0; rest = Math.floor(rest / 26)) {
    text += String.fromCharCode(97 + (rest % 26))
  }
  return `x${text}`
}
