import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'

import type { Prize } from '#contract/prize.ts'
import type { RequestFailure } from '#portal/client/api.ts'
import { useWrite } from '#portal/client/use-write.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { prize_text } from '#portal/text/prize.ts'

/** A prize → the call about it that was sent last. */
const calls = new Map<string, Promise<void>>()

/** Marks a prize, or takes the mark away: seen and said at once, and taken back where the server does not agree (R9.1). */
export function useFavorite({ id, name }: Pick<Prize, 'id' | 'name'>) {
  const client = useQueryClient()
  const notices = useNotices()
  const mark = useWrite('PUT /prize/{id}/favorite')
  const unmark = useWrite('DELETE /prize/{id}/favorite')

  async function tell(favorite: boolean): Promise<void> {
    await (favorite ? mark : unmark)({ params: { id } }).catch((failure: RequestFailure) => {
      show(client, id, !favorite)
      // The session has ended: the guard leads to the login, which says so (R3.8).
      if (failure.status !== 401) notices.alert('error', failure.message)
    })
  }

  return (favorite: boolean) => {
    show(client, id, favorite)
    notices.snackbar(favorite ? prize_text.favorited(name) : prize_text.unfavorited(name))
    // One after the other, so that the last press is what stays.
    const before = calls.get(id) ?? Promise.resolve()
    calls.set(
      id,
      before.then(() => tell(favorite)),
    )
  }
}

/** Wherever the prize is shown. The others stay the same objects, so that only it is drawn anew. */
function show(client: QueryClient, id: string, favorite: boolean): void {
  const marked = (prize: Prize) => (prize.id === id ? { ...prize, favorite } : prize)
  client.setQueriesData<InfiniteData<Prize[]>>(
    { queryKey: ['GET /prize'] },
    (known) => known && { ...known, pages: known.pages.map((page) => page.map(marked)) },
  )
  client.setQueryData<Prize | null>(['GET /prize/{id}', id], (known) => known && marked(known))
}
