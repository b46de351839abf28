import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import { useWrite } from '#console/client/write.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { ActionFailure, useAction } from '#console/feedback/use-action.ts'
import { paths } from '#console/path/paths.ts'
import { baseOf } from '#console/programme/draft/page-store.ts'
import { useForms } from '#console/programme/draft/programme-context.ts'
import * as queries from '#console/programme/draft/queries.ts'
import type { Base } from '#console/programme/draft/restored.ts'
import { draftText } from '#console/text/draft.ts'
import { isSame } from '#contract/value/json.ts'

/** Reads the programme and the draft anew. */
function useReread(): () => Promise<Base> {
  const client = useQueryClient()
  return async () => {
    const [programme, draft] = await Promise.all([
      client.fetchQuery({ ...queries.programme, staleTime: 0 }),
      client.fetchQuery({ ...queries.draft, staleTime: 0 }),
    ])
    return baseOf(programme!, draft)
  }
}

/**
 * Publishes now or at an instant. What is typed until the answer comes stays as an edit of the new version. The toast offers to restore
 * the version before as a draft, until the next edit.
 */
export function usePublish() {
  const { store, published } = useForms()
  const publish = useWrite('POST /admin/programme/publish')
  const restore = useRestore()
  const reread = useReread()
  const { run } = useAction(toast)
  return async (publish_at: string | null) => {
    const before = published.version
    const request = await publish({ body: { revision: store.revision(), publish_at } })
    store.take(await reread())
    const { document } = store.view()
    async function takeBack() {
      if (!isSame(store.view().document, document)) throw new ActionFailure(draftText.editedSince)
      await restore(before)
    }
    if (request.version !== null) {
      toast(draftText.published(request.version), () => run(takeBack))
    } else {
      toast(request.state === 'WAITING' ? draftText.asked : draftText.scheduled)
    }
  }
}

/** Makes a version the draft, and opens it. The page's unsent edits are gone. */
export function useRestore() {
  const restore = useWrite('POST /admin/programme/version/{version}/restore')
  const { store } = useForms()
  const reread = useReread()
  const navigate = useNavigate()
  return async (version: number) => {
    await restore({ params: { version } })
    store.replace(await reread())
    await navigate(paths['programme.draft'])
    toast(draftText.restoredVersion(version))
  }
}

/** Discards the draft. The toast offers to write its document again. */
export function useDiscard() {
  const { store } = useForms()
  const discard = useWrite('DELETE /admin/programme/draft')
  const reread = useReread()
  return async () => {
    const { document } = store.view()
    await discard()
    store.replace(await reread())
    toast(draftText.discarded, () => store.edit(document))
  }
}
