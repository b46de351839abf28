import { applyPatch } from 'rfc6902'

import { mergedOver } from '#console/programme/document/merged.ts'
import type { Doc } from '#console/programme/document/path.ts'

import type { KeptEdits } from './kept-edits.ts'

/** A state of the server's document. Revision 0: there is no draft, and the document is the published one. */
export type Base = { revision: number; document: Doc }

/**
 * The server's document with the edits of a closed tab. If the server has another revision than the tab had, the edits are merged field
 * by field. Without the tab's document that is impossible: the edits are made at their positions, so an edit of a list can reach
 * another item than the tab meant, and an edit of a missing place is dropped. The person can undo them.
 */
export function restored(server: Base, { revision, base, operations }: KeptEdits): Doc {
  if (revision === server.revision || base === null) {
    const document = structuredClone(server.document)
    applyPatch(document, operations)
    return document
  }
  const mine = structuredClone(base)
  applyPatch(mine, operations)
  return mergedOver(base, mine, server.document).document
}
