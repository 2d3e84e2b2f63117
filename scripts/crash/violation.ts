/** A promise of the server that was not kept. */
export class Violation extends Error {
  override readonly name = 'Violation'
}
