import { expect, test } from 'vitest'

import { readCompanyFolder } from '#api/company-file/company-file.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { row, rows, sql } from '#database/sql.ts'

import { endpoints } from './endpoint.ts'
import { purgeEvents } from './purge.ts'

const world = await createWorld()
const { database } = world

/** Applies a company file with these webhooks. */
function apply(webhooks: object[]) {
  return world.createCompany('loja', { webhooks })
}

async function secretsOf(url: string): Promise<string[]> {
  const found = await rows<{ secret: string }>(
    database,
    sql`select encode(secret, 'hex') as secret
          from webhook_secret
          join webhook_endpoint
            on webhook_endpoint.company_id = webhook_secret.company_id
           and webhook_endpoint.id = endpoint_id
         where url = ${url}
         order by webhook_secret.id`,
  )
  return found.map(({ secret }) => secret)
}

test('a removed endpoint gets no more events and keeps its secret for its return [D3 D11]', async () => {
  const [a, b] = ['https://a.example/fiel', 'https://b.example/fiel']
  const counts = { delivered: 0, waiting: 0, given_up: 0 }
  const none = { id: expect.any(String), disabled_at: null, ...counts }
  const loja = await apply([{ url: a }, { url: b, types: ['level.changed'] }])
  expect(await endpoints(database, loja.id)).toEqual([
    { ...none, url: a, types: null },
    { ...none, url: b, types: ['level.changed'] },
  ])
  const [secret] = await secretsOf(a)

  await apply([{ url: b }])
  expect(await endpoints(database, loja.id)).toMatchObject([{ url: b, types: null }])
  await row(database, sql`select emit_event(${loja.id}, 'level.changed', '{}', ${world.now()})`)
  expect(await endpoints(database, loja.id)).toMatchObject([{ url: b, waiting: 1 }])

  await apply([{ url: a }, { url: b }])
  expect(await endpoints(database, loja.id)).toMatchObject([
    { url: a, waiting: 0 },
    { url: b, waiting: 1 },
  ])
  expect(await secretsOf(a)).toEqual([secret])
})

test('an endpoint that answered 410 stays disabled in a new version, and is enabled once it was removed and named again [D3]', async () => {
  const url = 'https://volta.example/fiel'
  const loja = await apply([{ url }])
  await rows(
    database,
    sql`update webhook_endpoint set disabled_at = ${world.now()} where url = ${url}`,
  )
  await apply([{ url, types: ['level.changed'] }])
  expect(await endpoints(database, loja.id)).toMatchObject([
    { url, disabled_at: expect.any(String) },
  ])
  await apply([])
  await apply([{ url }])
  expect(await endpoints(database, loja.id)).toMatchObject([{ url, disabled_at: null }])
})

test('two companies with one address have separate endpoints and secrets [D3]', async () => {
  const url = 'https://agencia.example/fiel'
  const one = await world.createCompany('um', { webhooks: [{ url }] })
  const other = await world.createCompany('outro', { webhooks: [{ url }] })
  expect(await endpoints(database, one.id)).toHaveLength(1)
  expect(await endpoints(database, other.id)).toHaveLength(1)
  expect(new Set(await secretsOf(url)).size).toBe(2)
})

test('a file with two endpoints at one address is refused; public answers show no endpoint [D11]', async () => {
  const url = 'https://a.example/fiel'
  await expect(world.createCompany('dupla', { webhooks: [{ url }, { url }] })).rejects.toThrow(
    'Dois webhooks têm o mesmo endereço',
  )
  const shown = await world.createCompany('mostra', { webhooks: [{ url }] })
  for (const key of ['GET /company/{id}', 'GET /company/{company_id}/settings'] as const) {
    const answer = await world.call(key, { params: { id: shown.id, company_id: shown.id } })
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('a.example')
  }
  expect((await readCompanyFolder('companies/cafe')).file.webhooks).toEqual([])
})

test('the purge deletes 2,500 events of 31 days ago with their deliveries, and keeps a new one', async () => {
  const loja = await world.createCompany('antiga', { webhooks: [{ url: 'https://a.example/' }] })
  await rows(
    database,
    sql`select add_events(${loja.id}, array_fill(
                 row('level.changed', '{}', ${world.now()}::timestamptz - make_interval(days => 31))::event, array[2500]))`,
  )
  await row(database, sql`select emit_event(${loja.id}, 'level.changed', '{}', ${world.now()})`)
  await rows(
    database,
    sql`insert into webhook_attempt (company_id, event_id, endpoint_id, failure, duration_ms, attempted_at)
        select company_id, event_id, endpoint_id, 'timeout', 1, ${world.now()}
          from webhook_delivery
         where company_id = ${loja.id}`,
  )
  await purgeEvents(database, world.now())
  const counts = await row(
    database,
    sql`select (select count(*) from webhook_event where company_id = ${loja.id}) as events,
               (select count(*) from webhook_delivery where company_id = ${loja.id}) as deliveries,
               (select count(*) from webhook_attempt where company_id = ${loja.id}) as attempts`,
  )
  expect(counts).toEqual({ events: 1, deliveries: 1, attempts: 1 })
})
