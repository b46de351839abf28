import { mergedDocument } from '#contract/programme/merge.ts'
import { isSame } from '#contract/value/json.ts'

import type { Doc } from './path.ts'

/**
 * Merges this page's edits, field by field, into the document that another tab or person saved meanwhile. If both changed a
 * field, this page's value stays, because the person sees that value. `others`: whether something of the other document
 * came in.
 */
export function mergedOver(base: Doc, mine: Doc, theirs: Doc): { document: Doc; others: boolean } {
  const { both } = mergedDocument(base, mine, theirs, [])
  const { document } = mergedDocument(base, mine, theirs, both)
  return { document: document as Doc, others: !isSame(document, mine) }
}
