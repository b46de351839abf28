/** The search of the customer desk: what it finds, what it hides, and what it never tells (D15). */

import { describe, expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, errorOf, newCpf, sale, type TestCompany } from '#api/testing/worlds/world.ts'
import type { FoundCustomers } from '#contract/console/desk.ts'
import { incompleteNumber, maxFound, shortSearch } from '#contract/console/desk.ts'
import { row, rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { call, database, posto } = world

/** A company with an attendant, and a search by them. */
async function shopWith(slug: string) {
  const company = await world.createCompany(slug, {})
  return { company, search: await searcherOf(company) }
}

async function searcherOf(company: TestCompany) {
  const { headers } = await staffOf(world, company, 'attendant')
  return async (text: string, page: object = {}) => {
    const answer = await call('POST /admin/customer/search', { headers, body: { text, ...page } })
    expect(answer.status, answer.text).toBe(200)
    return answer.body as FoundCustomers
  }
}

const namesIn = ({ customers }: Pick<FoundCustomers, 'customers'>) =>
  customers.map(({ name }) => name)

describe('a search by name', async () => {
  const { company, search } = await shopWith('nomes')
  for (const name of [
    'João da Silva',
    'JOÃO Ângelo',
    'Maria João Silveira',
    'Ana Lima',
    "D'Ávila Sá",
  ]) {
    await world.registered(company, { name })
  }

  test.each([
    ['joao', ['JOÃO Â.', 'João d. S.', 'Maria J. S.']],
    ['JOÃO SIL', ['João d. S.', 'Maria J. S.']],
    ['sil jo', ['João d. S.', 'Maria J. S.']],
    ['angelo', ['JOÃO Â.']],
    ['avila', ["D'Ávila S."]],
    ['ilva', []],
    ["jo' | 'ana", []],
    ['joão:*', ['JOÃO Â.', 'João d. S.', 'Maria J. S.']],
    ['ana l', ['Ana L.']],
  ])(
    'for %s finds the customers whose words begin so, without case and accents [D15]',
    async (text, names) => {
      const { customers } = await search(text)
      expect(new Set(namesIn({ customers }))).toEqual(new Set(names))
      expect(customers).toHaveLength(names.length)
    },
  )

  test('is ordered by name and paged, with the total on each page [D15]', async () => {
    const first = await search('joao', { per_page: 2 })
    expect(first).toMatchObject({ total: 3, is_cut: false })
    const second = await search('joao', { page: 2, per_page: 2 })
    expect([...namesIn(first), ...namesIn(second)]).toEqual([
      'JOÃO Â.',
      'João d. S.',
      'Maria J. S.',
    ])
    expect(second.total).toBe(3)
    expect(await search('joao', { page: 3, per_page: 2 })).toMatchObject({
      customers: [],
      total: 0,
    })
  })

  test('of a name with a decomposed accent finds the same customers [D15]', async () => {
    expect(namesIn(await search('Joa\u0303o'.normalize('NFD')))).toHaveLength(3)
  })

  test('finds no customer of another company, and none who was renamed away or erased [D15 D16]', async () => {
    const other = await searcherOf(posto)
    expect(await other('joao')).toMatchObject({ customers: [], total: 0 })
    const renamed = await world.registered(company, { name: 'Zuleica Prado' })
    expect(namesIn(await search('zuleica'))).toEqual(['Zuleica P.'])
    await call('PUT /customer', { headers: renamed.headers, body: { name: 'Rita Prado' } })
    expect(namesIn(await search('zuleica'))).toEqual([])
    const forfeits = { points_amount: 0, points_value: 0, vouchers: 0 }
    const body = { forfeits, current_password: renamed.password }
    const gone = await call('DELETE /customer', { headers: renamed.headers, body })
    expect(gone.status, gone.text).toBe(204)
    expect(namesIn(await search('rita prado'))).toEqual([])
  })

  test('that many customers match is cut, and says so [D15]', async () => {
    const crowd = await shopWith('multidao')
    await rows(
      database,
      sql`insert into customer (company_id, name, document, login_type, created_at)
          select ${crowd.company.id}, 'Marta ' || n, lpad(n::text, 11, '0'), 'PRE', ${world.now()}
            from generate_series(1, ${maxFound + 5}) n`,
    )
    expect(await crowd.search('mart', { per_page: 5 })).toMatchObject({
      total: maxFound,
      is_cut: true,
    })
  })

  test('of a word that many names begin with, pages name each customer once, in the order of names [D15]', async () => {
    const crowd = await shopWith('torcida')
    const count = maxFound + 5
    await rows(
      database,
      sql`insert into customer (company_id, name, document, login_type, created_at)
          select ${crowd.company.id}, 'Beatriz ' || lpad(n::text, 4, '0'), lpad(n::text, 11, '0'), 'PRE', ${world.now()}
            from generate_series(1, ${count}) n`,
    )
    await world.registered(crowd.company, { name: 'Ana Beatriz' })
    const seen: string[] = []
    for (let page = 1; page <= Math.ceil(maxFound / 20); page += 1) {
      const found = await crowd.search('beatriz', { page, per_page: 20 })
      expect(found).toMatchObject({ total: maxFound, is_cut: true })
      seen.push(...found.customers.map(({ id }) => id))
    }
    const first = await rows<{ id: string }>(
      database,
      sql`select id
            from customer
           where company_id = ${crowd.company.id}
             and name like 'Beatriz%'
           order by name collate "C"
           limit ${maxFound}`,
    )
    expect(seen).toEqual(first.map(({ id }) => id))
  })
})

test('a CPF, phone or email finds its customer in any spelling, with masked data [D15 D16]', async () => {
  const { company, search } = await shopWith('chaves')
  const email = 'Marina.Duarte@exemplo.com.br'
  const customer = await world.registered(company, { name: 'Marina Duarte', email })
  const { document } = customer
  const changed = await call('PUT /customer', {
    headers: customer.headers,
    body: { phone: '11987654321' },
  })
  expect(changed.status, changed.text).toBe(200)
  const dotted = document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  const spellings = [document, dotted, '(11) 98765-4321', '+55 11 98765 4321', ` ${email} `]
  for (const text of spellings) {
    expect(await search(text)).toEqual({
      customers: [
        {
          id: customer.id,
          name: 'Marina D.',
          document: `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`,
          phone: '…4321',
          email: 'm…@exemplo.com.br',
          is_registered: true,
        },
      ],
      total: 1,
      is_cut: false,
    })
  }
  for (const page of [{ page: 2 }, { page: 2, per_page: 1 }]) {
    expect(await search(document, page)).toEqual({ customers: [], total: 0, is_cut: false })
  }
  expect(await search(newCpf())).toEqual({ customers: [], total: 0, is_cut: false })
  expect(await search('ninguem@exemplo.com.br')).toMatchObject({ total: 0 })
})

test('eleven digits that are one customer’s CPF and another’s phone find both, page by page [D15]', async () => {
  const { company, search } = await shopWith('gemeos')
  const document = '11987654374'
  await world.generate(company, sale(document))
  const other = await world.registered(company, { name: 'Bia Reis' })
  await call('PUT /customer', { headers: other.headers, body: { phone: document } })
  const both = await search(document)
  expect(both).toMatchObject({ total: 2, is_cut: false })
  expect(new Set(namesIn(both))).toEqual(new Set(['Bia R.', null]))
  const pages = [
    await search(document, { per_page: 1 }),
    await search(document, { per_page: 1, page: 2 }),
  ]
  expect(pages.map(({ total }) => total)).toEqual([2, 2])
  expect(pages.flatMap(({ customers }) => customers)).toEqual(both.customers)
})

test('a document that a till has pre-registered is found, and has no name [D3 D15]', async () => {
  const { company, search } = await shopWith('previa')
  const document = newCpf()
  await world.generate(company, sale(document))
  const { customers } = await search(document)
  expect(customers).toMatchObject([{ name: null, phone: null, is_registered: false }])
})

test.each([
  ['123456', incompleteNumber],
  ['(11) 9876', incompleteNumber],
  ['a', shortSearch],
  ['%', shortSearch],
  ['   ', expect.any(String)],
  ['x'.repeat(192), expect.any(String)],
])('a search for %s is refused at its field [D15]', async (text, message) => {
  const { headers } = await staffOf(world, posto, 'attendant')
  const answer = await call('POST /admin/customer/search', { headers, body: { text } })
  expect(errorOf(answer)).toMatchObject({
    status: 422,
    type: 'validation',
    fields: { text: [message] },
  })
})

test('a search writes nothing, also not to the audit log [D15]', async () => {
  const { company, search } = await shopWith('calada')
  await search('maria')
  const found = await row<{ entries: number }>(
    database,
    sql`select count(*) as entries from audit_entry where company_id = ${company.id}`,
  )
  expect(found).toEqual({ entries: 0 })
})
