// Where the code of a thread is. Node runs built JavaScript only: from a source checkout the built file beside it is taken.

/** The file of a thread by its name without ending. */
export function threadUrl(name: string): URL {
  const here = import.meta.url
  if (here.endsWith('.js')) return new URL(`./${name}.js`, here)
  return new URL(`../../dist/workers/${name}.js`, here)
}
