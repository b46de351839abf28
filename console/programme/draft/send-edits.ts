/** Sends edits of the draft as a JSON Patch, and keeps the answer in the cache. */

import type { QueryClient } from '@tanstack/react-query'

import { write } from '#console/client/write.ts'
import type { RequestOf, ResponseOf } from '#contract/endpoints/endpoints.ts'

import * as queries from './queries.ts'

const key = 'POST /admin/programme/draft/change'

/** Resolves with the saved draft. Throws RequestFailure; `draft_changed`: another tab has saved since `revision`. */
export async function sendEdits(
  client: QueryClient,
  body: RequestOf<typeof key>['body'],
): Promise<ResponseOf<typeof key>> {
  const cancelReads = () => client.cancelQueries({ queryKey: queries.draft.queryKey })
  // An older answer on its way would take the edit off the screen. So would a read that begins while the edit is saved.
  await cancelReads()
  const saved = await write(client, key, { body })
  await cancelReads()
  client.setQueryData(queries.draft.queryKey, saved)
  return saved
}
