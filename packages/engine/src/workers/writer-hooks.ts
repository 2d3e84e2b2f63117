// What the writer takes from the layers above it: filters and edit functions.

import { InputError } from '../errors.ts'
import { evaluateFilter } from '../filter/evaluate.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { EditDocument } from '../index/batch-host.ts'
import { type EmbedderSource, NO_EMBEDDERS } from '../index/document-embedder.ts'
import type { WriterHooks } from '../index/index-writer.ts'
import { compileScript, runScript } from '../script/script.ts'
import { ScriptError } from '../script/script-error.ts'

export function writerHooks(embedders: EmbedderSource = NO_EMBEDDERS): WriterHooks {
  return {
    embedders,
    matchFilter: (searcher, filter) => {
      // whether an operator is allowed was settled when the request came in
      const node = parseFilter(filter, {
        code: 'invalid_document_filter',
        features: { containsFilter: true },
      })
      return node === null ? searcher.live : evaluateFilter(node, searcher)
    },
    editDocument,
  }
}

const editDocument: EditDocument = (source, context) => {
  const script = compileScript(source)
  const contextText = context === null ? null : JSON.stringify(context)
  return (json) => {
    try {
      const result = runScript(script, { doc: json, context: contextText })
      if (result.kind === 'deleted') return null
      return result.kind === 'unchanged' ? json : result.doc
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error
      throw new InputError('edit_documents_by_function_error', error.message)
    }
  }
}
