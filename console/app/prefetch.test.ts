import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

import { actionsOf, type Me, type StaffRole } from '#contract/console/staff.ts'

const company = { id: '018f0000-0000-7000-8000-000000000001', time_zone: 'America/Sao_Paulo' }
vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(company) }) })
const { prefetch } = await import('./prefetch.ts')
const { routes } = await import('./routes.tsx')

const calls: string[] = []
let person: Partial<Me> | null = null
let draft = { version: 1, base_version: 1 }
vi.stubGlobal('fetch', async (url: string) => {
  calls.push(url.replace('/api/admin', ''))
  if (url.endsWith('/draft')) return Response.json(draft)
  if (!url.endsWith('/me')) return Response.json([])
  return person ? Response.json(person) : Response.json({}, { status: 401 })
})

beforeEach(() => {
  calls.length = 0
})

type Opened = { stage?: Me['stage']; search?: string; hash?: string }

/** The calls that opening a screen sends. */
async function callsOf(
  name: string,
  role: StaffRole | null,
  { stage = 'open', search = '', hash = '' }: Opened = {},
): Promise<string[]> {
  person = role && { stage, actions: actionsOf(role) }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const route = routes.find((one) => one.name === name)!
  await prefetch(client, route, { params: {}, search, hash })
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  return calls
}

/** The call without the days of a report, which end yesterday. */
const withoutDays = (path: string) => path.replace(/\?from=.*/, '')

test('the first visit asks who is here and then, without the screen, for its queries [D15]', async () => {
  expect(await callsOf('settings.keys', 'owner')).toEqual(['/me', '/key'])
})

test('a role is not asked for what it may not read [D15]', async () => {
  const reads = (await callsOf('home', 'analyst')).map(withoutDays)
  expect(reads).toEqual(['/me', '/programme', '/programme/suspended', '/report'])
})

test('an owner’s start asks for all that it shows [D15]', async () => {
  expect((await callsOf('home', 'owner')).map(withoutDays)).toEqual([
    '/me',
    '/programme',
    '/programme/suspended',
    '/programme/draft',
    '/webhook',
    '/report',
    '/adjustment-request',
    '/review',
    '/key',
    '/staff',
  ])
})

test('each screen of the programme counts the suspended publications again for the badge [D15]', async () => {
  for (const { name } of routes.filter((route) => route.group === 'programme')) {
    calls.length = 0
    expect(await callsOf(name, 'analyst'), name).toContain('/programme/suspended')
  }
})

test('nothing is asked for without a session or before the second factor [D15]', async () => {
  expect(await callsOf('home', null)).toEqual(['/me'])
  calls.length = 0
  expect(await callsOf('home', 'owner', { stage: 'second_factor' })).toEqual(['/me'])
})

test('the filters of the address are those of the first page [D15]', async () => {
  const search = '?action=key.made&from=never'
  expect(await callsOf('settings.audit', 'analyst', { search })).toEqual([
    '/me',
    '/audit?action=key.made&per_page=100',
  ])
})

test('the screen of webhooks, with a webhook in its URL, asks for its deliveries beside the list [D15]', async () => {
  const endpoint = '018f0000-0000-7000-8000-000000000002'
  const search = `?endpoint=${endpoint}&state=GIVEN_UP`
  expect(await callsOf('settings.webhooks', 'manager', { search })).toEqual([
    '/me',
    '/webhook',
    `/webhook/${endpoint}/delivery?state=GIVEN_UP&per_page=50`,
  ])
})

test('the conflict of a draft is asked for only where the draft is outdated [D15]', async () => {
  const reads = ['/me', '/programme', '/programme/suspended', '/programme/draft']
  expect(await callsOf('programme.draft', 'owner')).toEqual(reads)
  calls.length = 0
  draft = { version: 2, base_version: 1 }
  expect(await callsOf('programme.draft', 'owner')).toEqual([...reads, '/programme/draft/conflict'])
})

test('a mailed invitation is read without a session, and an incomplete link asks for nothing [D15]', async () => {
  expect(await callsOf('invitation', null, { hash: '#token=abc' })).toEqual(['/invitation'])
  calls.length = 0
  expect(await callsOf('invitation', null)).toEqual([])
})
