/** Where something stands in the text of a script; both counted from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Why a script was refused or stopped. */
export type ScriptErrorKind = 'syntax' | 'runtime' | 'limit'

/** A script that does not compile, fails on a document, or meets a limit. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError'
  /** Only run-time errors can be caught by the script itself. */
  readonly kind: ScriptErrorKind
  readonly line: number
  readonly column: number
  /** The fault without its place. */
  readonly fault: string

  constructor(kind: ScriptErrorKind, fault: string, place: Place) {
    super(`line ${place.line}, column ${place.column}: ${fault}`)
    this.kind = kind
    this.fault = fault
    this.line = place.line
    this.column = place.column
  }
}
