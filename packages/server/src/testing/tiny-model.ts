// A model of a few kilobytes, made here: the vector of a token is a row of a table, whatever stands beside it. Its vectors
// can be worked out by hand.

const SIZE = 4
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** Tokens of the model; a token's id is its place. */
export const TINY_VOCABULARY: readonly string[] = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  ...LETTERS,
  ...LETTERS.map((letter) => `##${letter}`),
]

/** The vector of a token. */
export function tinyRow(token: string): number[] {
  const id = TINY_VOCABULARY.indexOf(token)
  return Array.from({ length: SIZE }, (_, at) => Math.fround(id / (at + 1) - 3))
}

/** The files of the model as the hub has them. */
export function tinyModelFiles(pooling: string | null): ReadonlyMap<string, Uint8Array> {
  const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))
  return new Map([
    ['config.json', json({ model_type: 'bert', max_position_embeddings: 6 })],
    ['tokenizer_config.json', json({ tokenizer_class: 'BertTokenizer' })],
    ['tokenizer.json', json(tokenizer())],
    ['onnx/model.onnx', network()],
    ...(pooling === null
      ? []
      : [['1_Pooling/config.json', json({ [`pooling_mode_${pooling}`]: true })] as const]),
  ])
}

function tokenizer(): unknown {
  const special = TINY_VOCABULARY.slice(0, 4)
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.map((content, id) => ({ id, content, special: true, normalized: false })),
    normalizer: { type: 'BertNormalizer', lowercase: true, clean_text: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: { type: 'BertProcessing', sep: ['[SEP]', 3], cls: ['[CLS]', 2] },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(TINY_VOCABULARY.map((token, id) => [token, id])),
    },
  }
}

// The layout of an ONNX file: protocol buffers, fields by number.

function network(): Uint8Array {
  const table = Float32Array.from(TINY_VOCABULARY.flatMap(tinyRow))
  const graph = message([
    [
      1,
      message([
        [1, 'table'],
        [1, 'input_ids'],
        [2, 'last_hidden_state'],
        [4, 'Gather'],
      ]),
    ],
    [2, 'tiny'],
    [
      5,
      message([
        [1, TINY_VOCABULARY.length],
        [1, SIZE],
        [2, FLOAT],
        [8, 'table'],
        [9, new Uint8Array(table.buffer)],
      ]),
    ],
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name): Field => [
      11,
      tensor(name, INT64, [1, 'tokens']),
    ]),
    [12, tensor('last_hidden_state', FLOAT, [1, 'tokens', SIZE])],
  ])
  return message([
    [1, 8],
    [7, graph],
    [8, message([[2, 13]])],
  ])
}

const FLOAT = 1
const INT64 = 7

function tensor(name: string, kind: number, dims: readonly (number | string)[]): Uint8Array {
  const shape = message(
    dims.map((dim): Field => [1, message([[typeof dim === 'number' ? 1 : 2, dim]])]),
  )
  return message([
    [1, name],
    [
      2,
      message([
        [
          1,
          message([
            [1, kind],
            [2, shape],
          ]),
        ],
      ]),
    ],
  ])
}

type Field = readonly [number: number, value: number | string | Uint8Array]

function message(fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)])
    const bytes = Buffer.from(value)
    return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes])
  })
  return Buffer.concat(parts)
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}
