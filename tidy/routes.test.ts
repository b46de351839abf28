import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { paths as consolePaths } from '#console/path/paths.ts'
import { routes } from '#portal/app/routes.tsx'
import { paths, redirects } from '#portal/path/paths.ts'

import { readRouteTable } from '../scripts/portal/route-modules.ts'
import { readConsoleRoutes } from './console-routes.ts'
import { importsBetween } from './imports.ts'
import { read, source, tests } from './source.ts'

/** The files of the product in `folders` that write a path of a route table as text. */
function writersOf(all: string[], folders: RegExp): string[] {
  const beginnings = all.filter((path) => path !== '/').map((path) => path.replace(/:\w+$/, ''))
  const literal = new RegExp(`['"\`](${beginnings.join('|')})(?![\\w-])`)
  const readers = source.filter((file) => folders.test(file) && !tests.includes(file))
  return readers.filter((file) => literal.test(read(file)))
}

/** The product's files of some rooms that match. */
const usersIn = (rooms: RegExp) => {
  const files = source.filter((file) => rooms.test(file) && !tests.includes(file))
  return (call: RegExp) => files.filter((file) => call.test(read(file)))
}

/** The files of a room that send one of the writes by the plain client, which makes nothing stale. */
function directSenders(room: string, writes: string[]): string[] {
  expect(writes.length).toBeGreaterThan(5)
  const keys = writes.map((key) => key.replaceAll(/[{}]/g, String.raw`\$&`)).join('|')
  return usersIn(new RegExp(`^${room}/`))(
    new RegExp(`\\bapi(As|WithoutPrompt)?\\([^)]*'(${keys})'`),
  )
}

describe('the routes of the portal', () => {
  test('no path of the table is written outside of it, where screens and the build could miss a change', () => {
    const all = [...Object.values(paths), ...Object.keys(redirects)]
    expect(writersOf(all, /^(portal|ui|scripts)\/|^vite\.config/)).toEqual(['portal/path/paths.ts'])
  })

  test('each route lists its queries, or states that its screen needs no query', () => {
    const place = { params: { id: 'x', promotion_code: 'x' } as never, search: '' }
    const company = { levels: [{}], company: { banner: { promotion_code: 'X' } } } as never
    const firstReads = routes.map(({ name, queries }) => [
      name,
      queries === 'none'
        ? 'none'
        : queries({ ...place, company }).map(({ queryKey: [key] }) => key),
    ])
    expect(firstReads.filter(([, keys]) => keys!.length === 0)).toEqual([])
  })

  // A screen that waits for a query says so in its own file, or in a file of its folder. The shell reads the customer.
  test('a screen whose route lists no query waits for no query', async () => {
    const root = join(import.meta.dirname, '../portal')
    const { routes: files } = await readRouteTable(root)
    const without = routes.filter(({ queries }) => queries === 'none').map(({ name }) => name)
    const waiting = files
      .filter(({ name }) => without.includes(name as keyof typeof paths))
      .flatMap(({ modules }) => modules.filter((file) => file.endsWith('Screen.tsx')))
      .filter((file) => /useSuspense\w*Query\((?!customer\))/.test(read(`portal/${file}`)))
    expect(without.length).toBeGreaterThan(8)
    expect(waiting).toEqual([])
  })

  test('only client/stale.ts makes reads stale; only buttons and offline/last-seen.ts send a read again', () => {
    const users = usersIn(/^(portal|ui)\//)
    expect(users(/\b(?:invalidate|reset)Queries\(/)).toEqual(['portal/client/stale.ts'])
    expect(users(/\brefetchQueries\(/)).toEqual(['portal/offline/last-seen.ts'])
    // A row without a user is dead.
    const causes = read('portal/client/stale.ts').matchAll(/^  '((?:event|error): [^']+)':/gm)
    const usersOfRows = [...causes].map(([, cause]) => users(new RegExp(`, '${cause}'\\)`)).length)
    expect(usersOfRows).toEqual([1, 1, 1, 1])
    expect(users(/(?<!onClick(?:=\{|: )\(\) => void )\brefetch\(/)).toEqual([])
  })

  test('a write with stale reads is sent by write(), which looks them up', () => {
    const table = read('portal/client/stale.ts')
    const writes = [...table.matchAll(/^  '((?:POST|PUT|DELETE) [^']+)':/gm)].map(([, key]) => key!)
    expect(directSenders('portal', writes)).toEqual([])
  })
})

describe('the routes of the console', async () => {
  const routes = await readConsoleRoutes()
  const place = {
    params: { id: randomUUID() },
    search: `?endpoint=${randomUUID()}`,
    hash: '#token=x',
    allowed: () => true,
  }
  const keysOf = ({ queries }: (typeof routes)[number]) =>
    queries === 'none' ? [] : queries(place).map(({ queryKey: [key] }) => key)

  test('no path of the table is written outside of it, where screens could miss a change', () => {
    const all = Object.values(consolePaths)
    expect(all.length).toBeGreaterThan(20)
    expect(writersOf(all, /^(console|ui|scripts)\/|^vite\.console/)).toEqual([
      'console/path/paths.ts',
    ])
  })

  test('each route lists its queries, or states that its screen needs no query', () => {
    expect(routes.map(({ name }) => name)).toEqual(Object.keys(consolePaths))
    const empty = routes.filter((route) => route.queries !== 'none' && keysOf(route).length === 0)
    expect(empty.map(({ name }) => name)).toEqual([])
  })

  /** The queries of a file that its screen's route does not list, because a press asks for them, or another answer. */
  const later: Record<string, string> = {
    'console/counter/ShiftSection.tsx shift': 'the shop is known once the places have come',
    'console/counter/use-waiting.ts intention': 'a press asks the customer for points',
    'console/customer/AccountSearch.tsx found': 'a press on Procurar sends the search',
    'console/customer/MergeForm.tsx mergePreview': 'the choice of the other account asks for it',
    'console/customer/SearchScreen.tsx found': 'a press on Procurar sends the search',
    'console/programme/VersionsScreen.tsx versionOf': 'a press opens the comparison',
    'console/programme/publish/YamlButton.tsx yamlOf': 'a press opens the YAML',
    'console/session/MakeTotp.tsx offeredTotp': 'a press opens the form of an authenticator',
    'console/staff/StaffForm.tsx programme': 'a press opens the form, which lists the shops',
  }

  test('a screen waits for no query that its route does not list', () => {
    const endpoints = endpointsOfQueries()
    const steps = importsBetween((file) => (file.startsWith('console/') ? file : null))
    const unlisted = routes.flatMap((route) => {
      const listed = new Set([...keysOf(route), ...(route.access === 'staff' ? [meKey] : [])])
      return reachable(route.file, steps).flatMap((file) =>
        queriesIn(file)
          .filter((name) => !listed.has(endpoints.get(name) ?? name))
          .map((name) => `${file} ${name}`),
      )
    })
    expect([...new Set(unlisted)].toSorted()).toEqual(Object.keys(later))
  })

  test('only client/stale.ts makes reads stale, and only a button sends a failed read again', () => {
    const users = usersIn(/^(console|ui)\//)
    expect(users(/\b(?:invalidate|reset)Queries\(/)).toEqual(['console/client/stale.ts'])
    expect(users(/\brefetchQueries\(/)).toEqual([])
    expect(users(/(?<!\b(?:onClick|retry)=\{[^}]*)\brefetch\(/)).toEqual([])
  })

  test('a write with stale reads is sent by useWrite(), which looks them up, and each such row has a user', () => {
    const rows = read('console/client/stale.ts').matchAll(
      /^  '((?:POST|PUT|DELETE) [^']+)': (?!\[\],)/gm,
    )
    const writes = [...rows].map(([, key]) => key!)
    expect(directSenders('console', writes)).toEqual([])
    const senders = usersIn(/^console\/(?!client\/)/)
    const dead = writes.filter((key) => {
      const named = new RegExp(`'${key.replaceAll(/[{}]/g, String.raw`\$&`)}'`)
      return !senders(named).some((file) => /\b(useWrite|write|markStale)\(/.test(read(file)))
    })
    expect(dead).toEqual([])
  })
})

const meKey = 'GET /admin/me'

/** The query of each name that a queries.ts of the console exports → its endpoint. Names are told apart by the words of screens. */
function endpointsOfQueries(): Map<string, string> {
  const files = source.filter((file) => /^console\/.*\/queries\.ts$/.test(file))
  const found = files.flatMap((file) =>
    read(file)
      .split(/^export (?=const|function)/m)
      .slice(1)
      .flatMap((part) => {
        const [, name] = /^(?:const|function) (\w+)/.exec(part) ?? []
        const [, endpoint] = /'((?:GET|POST) \/admin\/[^']+)'/.exec(part) ?? []
        return name && endpoint ? [[name, endpoint] as const] : []
      }),
  )
  expect(found.length).toBeGreaterThan(12)
  expect(new Set(found.map(([name]) => name)).size).toBe(found.length)
  return new Map(found)
}

/** The queries that a component waits for, by their names: `useQuery({ ...queries.draft, enabled })` → 'draft'. */
function queriesIn(file: string): string[] {
  const calls = read(file).matchAll(/\buse(?:Infinite)?Query\((?:\{ \.\.\.)?(?:\w+\.)?(\w+)/g)
  return [...calls].map(([, name]) => name!)
}

/** The file and all files that its imports lead to. */
function reachable(file: string, steps: { from: string; to: string }[]): string[] {
  const found = new Set([file])
  for (const from of found) for (const step of steps) if (step.from === from) found.add(step.to)
  return [...found]
}
