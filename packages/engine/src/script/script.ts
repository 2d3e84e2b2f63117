// The edit-function language as the rest of the engine sees it: compile once, run once per document.

import { evaluate } from './evaluate.ts'
import { jsonText, objectText, readJson } from './json-values.ts'
import { parseScript } from './parser.ts'
import { Scope } from './scope.ts'
import { ScriptError } from './script-error.ts'
import type { Program } from './syntax.ts'
import { compareTexts, typeName } from './values.ts'
import type { MapValue, Value } from './values.ts'

/** A compiled edit function. It holds no state, so it can run on any number of documents. */
export interface Script {
  readonly program: Program
}

/** What a script works on, as JSON text. */
export interface ScriptInput {
  /** The document: a JSON object. */
  readonly doc: string
  /** A JSON object that the script can read as `context`; null when there is none. */
  readonly context: string | null
}

/** What became of the document. */
export type ScriptResult =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'replaced'; readonly doc: string }

/** Compiles an edit function; throws `ScriptError` with the place of the fault. */
export function compileScript(source: string): Script {
  try {
    return { program: parseScript(source) }
  } catch (error) {
    // The runtime's stack ended while reading something nested beyond all reason.
    if (error instanceof RangeError) {
      throw new ScriptError('syntax', 'the script is nested too deeply', { line: 1, column: 1 })
    }
    throw error
  }
}

/** Runs an edit function on one document; throws `ScriptError` when it fails or meets a limit. */
export function runScript(script: Script, input: ScriptInput): ScriptResult {
  const original = readJson(input.doc)
  const doc = { value: readJson(input.doc), isConst: false }
  const scope = new Scope()
  scope.declare('doc', doc)
  if (input.context !== null) {
    scope.declare('context', { value: readJson(input.context), isConst: true })
  }
  evaluate(script.program, scope)
  return resultOf(original, doc.value, script.program)
}

function resultOf(original: Value, result: Value, program: Program): ScriptResult {
  const fault = (message: string) => new ScriptError('runtime', message, program.body.place)
  if (result === null) return { kind: 'deleted' }
  if (!(result instanceof Map)) {
    throw fault(`doc must stay a map or become (), not ${typeName(result)}`)
  }
  if (jsonText(original, fault) === jsonText(result, fault)) return { kind: 'unchanged' }
  const known = original instanceof Map ? original : new Map<string, Value>()
  return { kind: 'replaced', doc: objectText(entriesInOrder(result, known), fault) }
}

/** Known keys stay where they were; new ones follow in text order. */
function entriesInOrder(map: MapValue, known: MapValue): [string, Value][] {
  const kept = [...known.keys()].filter((key) => map.has(key))
  const added = [...map.keys()].filter((key) => !known.has(key)).toSorted(compareTexts)
  return [...kept, ...added].map((key) => [key, map.get(key) ?? null])
}
