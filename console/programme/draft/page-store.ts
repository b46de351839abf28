/** The draft store of this page. All screens of the programme share it. */

import type { QueryClient } from '@tanstack/react-query'

import { company } from '#console/company/company.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { draftText } from '#console/text/draft.ts'
import type { Draft, Programme } from '#contract/programme/draft.ts'

import { type DraftStore, openDraftStore } from './draft-store.ts'
import { followLeftEdits, keepEditsOf } from './kept-edits.ts'
import * as queries from './queries.ts'
import type { Base } from './restored.ts'
import { sendEdits } from './send-edits.ts'

let opened: { staff_id: string; store: DraftStore } | undefined

/** The draft, or the published document if there is no draft. */
export function baseOf(programme: Programme, draft: Draft | null): Base {
  return draft
    ? { revision: draft.revision, document: draft.document }
    : { revision: 0, document: programme.document }
}

export function draftStoreOf(client: QueryClient, staff_id: string, base: Base): DraftStore {
  if (opened?.staff_id === staff_id) return opened.store
  const owner = { company_id: company.id, staff_id }
  const store = openDraftStore(base, {
    change: (body) => sendEdits(client, body),
    read: () => readBase(client),
    keep: keepEditsOf(owner),
    onMerged: () => toast(draftText.merged),
    later: (run, delay_ms) => {
      const timer = setTimeout(run, delay_ms)
      return () => clearTimeout(timer)
    },
  })
  opened = { staff_id, store }
  followCache(client, store)
  window.addEventListener('online', () => void store.flush())
  followLeftEdits(owner, (edits) => {
    if (store.restore(edits)) toast(draftText.restored, store.undo)
  })
  return store
}

async function readBase(client: QueryClient): Promise<Base> {
  const [programme, draft] = await Promise.all([
    client.fetchQuery({ ...queries.programme, staleTime: 0 }),
    client.fetchQuery({ ...queries.draft, staleTime: 0 }),
  ])
  return baseOf(programme!, draft)
}

/**
 * Gives the store each draft that another call has answered: after a discard, a restoration, a publication or another tab's edit.
 */
function followCache(client: QueryClient, store: DraftStore): void {
  const names = new Set<unknown>([queries.programme.queryKey[0], queries.draft.queryKey[0]])
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !names.has(query.queryKey[0])) return
    const programme = client.getQueryData(queries.programme.queryKey)
    const draft = client.getQueryData(queries.draft.queryKey)
    if (programme && draft !== undefined) store.take(baseOf(programme, draft))
  })
}
