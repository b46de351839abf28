import { expect, test, vi } from 'vitest'

import type { Draft, Programme } from '#contract/programme/draft.ts'

const company = { id: '018f0000-0000-7000-8000-000000000001', time_zone: 'America/Sao_Paulo' }
vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(company) }) })
vi.stubGlobal('window', { addEventListener: () => undefined })
vi.stubGlobal('localStorage', { setItem: () => undefined, removeItem: () => undefined })
const { QueryClient } = await import('@tanstack/react-query')
const { baseOf, draftStoreOf } = await import('./page-store.ts')
const queries = await import('./queries.ts')

const price = (value: number) => ({ prizes: [{ key: 'cafe', value }] })
const draftAt = (revision: number, value: number) =>
  ({ revision, base_version: 1, version: 1, document: price(value) }) as unknown as Draft
const programme = { version: 1, document: price(150) } as unknown as Programme

test('a read of the draft that begins during a save does not take the edit off the screen [D15]', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(queries.programme.queryKey, programme)
  client.setQueryData(queries.draft.queryKey, draftAt(1, 140))
  const reads: PromiseWithResolvers<Response>[] = []
  const saves: PromiseWithResolvers<Response>[] = []
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) => {
    const answer = Promise.withResolvers<Response>()
    if (method === 'GET') reads.push(answer)
    else saves.push(answer)
    return answer.promise
  })

  const store = draftStoreOf(client, 'ana', baseOf(programme, draftAt(1, 140)))
  store.edit(price(77))
  const saved = store.flush()
  await vi.waitFor(() => expect(saves).toHaveLength(1))
  const read = client.fetchQuery({ ...queries.draft, staleTime: 0 }).catch(() => undefined)
  await vi.waitFor(() => expect(reads).toHaveLength(1))
  saves[0]!.resolve(Response.json(draftAt(2, 77)))
  await saved
  reads[0]!.resolve(Response.json(draftAt(1, 140)))
  await read
  expect(store.view()).toMatchObject({ state: 'saved', document: price(77) })
  expect(client.getQueryData(queries.draft.queryKey)).toMatchObject({ revision: 2 })
})
