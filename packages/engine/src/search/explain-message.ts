import type { Settings } from '../settings/settings-table.ts'
import type { NearWord, TypoRefusal } from './explain-words.ts'
import type { Explanation, MissReason } from './explanation.ts'
import type { SearchRequest } from './search-request.ts'

/** Says in a sentence where the document is, or why it is not there. */
export function explanationMessage(
  answer: Omit<Explanation, 'message'>,
  search: SearchRequest,
  settings: Settings,
): string {
  const { documentId, reason, position, candidateCount } = answer
  const subject = `Document \`${documentId}\``
  const remark = hybridRemark(answer, search)
  if (reason === null) {
    return `${subject} is hit ${position}${remark}; ${candidateCount} documents match.`
  }
  return `${subject} ${reasonText(reason, search, settings)}${remark}.`
}

/** What a search by words and meaning has to add. */
function hybridRemark(
  { hybrid, foundBy }: Omit<Explanation, 'message'>,
  search: SearchRequest,
): string {
  if (hybrid === null) return ''
  const found = foundBy === null ? '' : `, found by ${foundBy}`
  if (hybrid.skipped === 'wordsGoodEnough')
    return `${found}; meaning was not asked, for words do well enough`
  if (hybrid.skipped === 'noVector')
    return `${found}; meaning could not be asked, for the query has no vector`
  const hasVector = hybrid.meaning?.rules.every(({ similarity }) => similarity !== null) ?? true
  return hasVector ? found : `${found}; it has no vector of \`${search.hybrid!.embedder}\``
}

function reasonText(reason: MissReason, search: SearchRequest, settings: Settings): string {
  switch (reason.kind) {
    case 'noSuchDocument':
      return 'is not in the index'
    case 'filteredOut':
      return `does not pass the filter: \`${reason.clause}\` keeps it out`
    case 'negativeWord':
      return `has \`${reason.word}\`, which the query leaves out`
    case 'wordNotFound': {
      const nearest =
        reason.nearest === null ? '' : `; the nearest it has is ${near(reason.nearest)}`
      const elsewhere =
        reason.unsearchedFields.length === 0
          ? ''
          : `, only in ${listed(reason.unsearchedFields)}, where this search does not look`
      return `does not have \`${reason.word}\`${elsewhere}${nearest}; ${necessity(search)}`
    }
    case 'typoBudget': {
      const { word, nearest, typosNeeded, typosAllowed, refusal } = reason
      return (
        `has ${near(nearest)} instead of \`${word}\`, which takes ${typosNeeded} typos; ` +
        `the word is allowed ${typosAllowed}: ${refusalText(refusal, nearest, settings)}`
      )
    }
    case 'phraseNotFound':
      return reason.missingWords.length === 0
        ? `has the words of "${reason.phrase}", but not next to each other`
        : `does not have ${listed(reason.missingWords)} of "${reason.phrase}"`
    case 'noWayThroughQuery':
      return 'has words of the query, but not so that they fit together'
    case 'belowThreshold':
      return `scores ${reason.rankingScore}, below the threshold ${reason.threshold}`
    case 'replacedByDistinct': {
      const by = reason.replacedBy === null ? 'another hit' : `document \`${reason.replacedBy}\``
      return `shares a value of \`${reason.attribute}\` with ${by}, which is hit ${reason.replacedByPosition}`
    }
    case 'beyondPage':
      return `is hit ${reason.position}, outside of the page from ${reason.pageFrom} to ${reason.pageTo}`
  }
}

function necessity({ matchingStrategy }: SearchRequest): string {
  switch (matchingStrategy) {
    case 'all':
      return 'every word is needed'
    case 'last':
      return 'words are given up from the last to the first, and this one is always needed'
    case 'frequency':
      return 'frequent words are given up first, and this one is always needed'
  }
}

function refusalText(refusal: TypoRefusal, nearest: NearWord, { typoTolerance }: Settings): string {
  const { oneTypo, twoTypos } = typoTolerance.minWordSizeForTypos
  switch (refusal) {
    case 'typosDisabled':
      return '`typoTolerance` is off'
    case 'wordTooShort':
      return `one typo is allowed from ${oneTypo} characters on, two from ${twoTypos}`
    case 'disableOnWords':
      return 'it stands in `typoTolerance.disableOnWords`'
    case 'disableOnAttributes':
      return `but not in \`${nearest.field}\`, which stands in \`typoTolerance.disableOnAttributes\``
    case 'disableOnNumbers':
      return 'but numbers take none, by `typoTolerance.disableOnNumbers`'
    case 'tooManyWords':
      return 'but the index has too many words as near as this one, and others came first'
  }
}

function near({ word, field }: NearWord): string {
  return `\`${word}\` in \`${field}\``
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
