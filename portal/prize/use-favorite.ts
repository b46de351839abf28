import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'

import type { Prize } from '#contract/prize.ts'
import type { RequestFailure } from '#contract/request/request-failure.ts'
import { useWrite } from '#portal/client/write.ts'
import { usePrizeWord } from '#portal/company/company.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { prizeText } from '#portal/text/prize.ts'

import { prize as prizeQuery } from './queries.ts'

/** A prize → its last call. */
const calls = new Map<string, Promise<void>>()

/** Marks or unmarks a prize. The screen changes at once, and changes back when the server refuses (R9.1). */
export function useFavorite({ id, name }: Pick<Prize, 'id' | 'name'>) {
  const client = useQueryClient()
  const word = usePrizeWord()
  const notices = useNotices()
  const mark = useWrite('PUT /prize/{id}/favorite')
  const unmark = useWrite('DELETE /prize/{id}/favorite')

  async function send(favorite: boolean): Promise<void> {
    await (favorite ? mark : unmark)({ params: { id } }).catch((failure: RequestFailure) => {
      show(client, id, !favorite)
      // The session has ended: the guard redirects to the login, which says so (R3.8).
      if (failure.status !== 401) notices.alert('error', failure.message)
    })
  }

  return (favorite: boolean) => {
    show(client, id, favorite)
    notices.snackbar(favorite ? prizeText.favorited(name, word) : prizeText.unfavorited(name, word))
    // Calls run one after the other, so that the last press wins.
    const before = calls.get(id) ?? Promise.resolve()
    calls.set(
      id,
      before.then(() => send(favorite)),
    )
  }
}

/** Changes the prize in every cached list. Other prizes stay the same objects, so only this one renders again. */
function show(client: QueryClient, id: string, favorite: boolean): void {
  const marked = (prize: Prize) => (prize.id === id ? { ...prize, favorite } : prize)
  client.setQueriesData<InfiniteData<Prize[]>>(
    { queryKey: ['GET /prize'] },
    (cached) => cached && { ...cached, pages: cached.pages.map((page) => page.map(marked)) },
  )
  client.setQueryData<Prize | null>(prizeQuery(id).queryKey, (cached) => cached && marked(cached))
}
