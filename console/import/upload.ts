/**
 * The upload of this page. It goes on and may fail while another screen of the console is open, so its state is the page's and not a
 * component's.
 */

import type { QueryClient } from '@tanstack/react-query'

import { markStale } from '#console/client/stale.ts'
import { write } from '#console/client/write.ts'
import { sentenceOf } from '#console/feedback/use-action.ts'
import type { ImportView } from '#contract/console/import.ts'
import { pageState } from '#ui/page-state.ts'

import { importOf } from './queries.ts'
import { sendFile } from './send-file.ts'

/** `id`: of the import that gets the file, once the server has begun it. `ratio`: from 0 to 1. */
type Upload = { id?: string; ratio: number }

const upload = pageState<Upload | null>(null)
const failure = pageState<string | undefined>(undefined)

/** Returns the upload that is under way, or null. */
export const useUpload = upload.use

/** Returns the sentence of the last upload, if that has failed. */
export const useUploadFailure = failure.use

/** Sends a file to the check. Returns undefined if that fails. */
export async function uploadFile(client: QueryClient, file: File): Promise<ImportView | undefined> {
  failure.set(undefined)
  upload.set({ ratio: 0 })
  try {
    return await sendFile(file, {
      begin: async (body) => {
        const begun = await write(client, 'POST /admin/import', { body })
        upload.set({ id: begun.id, ratio: 0 })
        return begun
      },
      send: (id, body) => write(client, 'POST /admin/import/{id}/part', { params: { id }, body }),
      onProgress: (ratio) => upload.set({ ...upload.get(), ratio }),
    })
  } catch (error) {
    failure.set(sentenceOf(error))
    return undefined
  } finally {
    markStale(client, 'POST /admin/import')
    // The upload ends with the answer about the whole file: the older one would say that parts are missing. Does not throw.
    const id = upload.get()?.id
    if (id) await client.prefetchQuery(importOf(id))
    upload.set(null)
  }
}
