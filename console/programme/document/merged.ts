import { mergedDocument } from '#contract/programme/merge.ts'
import { isSame } from '#contract/value/json.ts'

import type { Doc } from './path.ts'

/**
 * What this page typed over what another tab or person saved meanwhile, field by field. Where both changed a field, this page's value
 * stays, because it is the one before the person's eyes. `others`: whether something of the other document came in.
 */
export function mergedOver(base: Doc, mine: Doc, theirs: Doc): { document: Doc; others: boolean } {
  const { both } = mergedDocument(base, mine, theirs, [])
  const { document } = mergedDocument(base, mine, theirs, both)
  return { document: document as Doc, others: !isSame(document, mine) }
}
