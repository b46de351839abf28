import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { routes } from '#portal/app/routes.tsx'
import { paths, redirects } from '#portal/path/paths.ts'

import { readRouteTable } from '../scripts/portal/route-modules.ts'
import { read, source, tests } from './source.ts'

describe('the routes of the portal', () => {
  test('no path of the table is written outside of it, where screens and the build could miss a change', () => {
    const table = 'portal/path/paths.ts'
    const beginnings = [...Object.values(paths), ...Object.keys(redirects)]
      .filter((path) => path !== '/')
      .map((path) => path.replace(/:\w+$/, ''))
    const literal = new RegExp(`['"\`](${beginnings.join('|')})(?![\\w-])`)
    const readers = source.filter(
      (file) => /^(portal|ui|scripts)\/|^vite\.config/.test(file) && !tests.includes(file),
    )
    expect(readers.filter((file) => literal.test(read(file)))).toEqual([table])
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
    const portal = source.filter((file) => /^(portal|ui)\//.test(file) && !tests.includes(file))
    const users = (call: RegExp) => portal.filter((file) => call.test(read(file)))
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
    expect(writes.length).toBeGreaterThan(5)
    const portal = source.filter((file) => file.startsWith('portal/') && !tests.includes(file))
    const direct = portal.filter((file) =>
      writes.some((key) =>
        new RegExp(`\\bapi(As)?\\([^)]*'${key.replaceAll(/[{}]/g, '\\$&')}'`).test(read(file)),
      ),
    )
    expect(direct).toEqual([])
  })
})
