import { expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWebhookWorld } from '#api/testing/worlds/webhook-world.ts'
import { errorOf } from '#api/testing/worlds/world.ts'
import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'
import { row, rows, sql } from '#database/sql.ts'

const world = await createWebhookWorld()
const { call, database } = world
const nobody = '0193f7a2-7c1e-7d44-9d6e-1c8d2b1f0a11'

/** A company with a webhook, its owner in the console, and the endpoint's id. */
async function shopWith(slug: string, webhook: object = {}) {
  const company = await world.listeningCompany(slug, webhook)
  const { headers } = await staffOf(world, company, 'owner', { name: 'Ana Souza' })
  const [endpoint] = await endpointsOf(headers)
  return { company, headers, id: endpoint!.id }
}

async function endpointsOf(headers: Record<string, string>) {
  const answer = await call('GET /admin/webhook', { headers })
  expect(answer.status).toBe(200)
  return answer.body as ResponseOf<'GET /admin/webhook'>
}

async function deliveriesOf(
  { headers, id }: { headers: Record<string, string>; id: string },
  query: Record<string, string> = {},
) {
  const answer = await call('GET /admin/webhook/{id}/delivery', { headers, params: { id }, query })
  expect(answer.status).toBe(200)
  return answer.body as ResponseOf<'GET /admin/webhook/{id}/delivery'>
}

function replay(
  { headers, id }: { headers: Record<string, string>; id: string },
  event_id: string,
) {
  return call('POST /admin/webhook/{id}/delivery/{event_id}/replay', {
    headers,
    params: { id, event_id },
  })
}

async function acts(company: { id: string }) {
  return rows<{ action: string; sentence: string; detail: object }>(
    database,
    sql`select action, detail, content ->> 'sentence' as sentence
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${company.id}
         order by sequence`,
  )
}

test('the console lists deliveries with their attempts, newest first, by page and by state [D3 D15]', async () => {
  const shop = await shopWith('mostra')
  for (const type of ['points.generated', 'level.changed', 'voucher.issued']) {
    await world.emit(shop.company, type, { id: type })
  }
  world.replies.push(500)
  world.startNode()
  await world.attempted(shop.company, 3)
  const all = await deliveriesOf(shop)
  expect(all.map(({ type }) => type)).toEqual([
    'voucher.issued',
    'level.changed',
    'points.generated',
  ])
  const statuses = all.flatMap(({ attempts }) => attempts.map(({ status }) => String(status)))
  expect(statuses.toSorted((one, other) => one.localeCompare(other))).toEqual(['204', '204', '500'])
  expect(all[0]!.data).toEqual({ id: 'voucher.issued' })
  const first = await deliveriesOf(shop, { per_page: '1' })
  expect(first).toEqual(all.slice(0, 1))
  expect(await deliveriesOf(shop, { before: first[0]!.event_id })).toEqual(all.slice(1))
  const waiting = await deliveriesOf(shop, { state: 'WAITING' })
  expect(waiting).toEqual(all.filter(({ state }) => state === 'WAITING'))
  expect(waiting).toMatchObject([{ due_at: expect.any(String), attempts: [{ status: 500 }] }])
  expect(await deliveriesOf(shop, { state: 'DELIVERED' })).toHaveLength(2)
  expect(await deliveriesOf(shop, { state: 'GIVEN_UP' })).toEqual([])
  expect(await endpointsOf(shop.headers)).toMatchObject([{ delivered: 2, waiting: 1, given_up: 0 }])
})

test('a replayed event is delivered once more under its id, in the same row [D3 D15]', async () => {
  const shop = await shopWith('outravez')
  await world.emit(shop.company, 'level.changed')
  world.startNode()
  await world.attempted(shop.company, 1)
  const { event_id } = (await deliveriesOf(shop))[0]!
  // A node that runs could send the event between the two calls, and the second call would then replay it again.
  await world.stopNodes()
  const answers = await Promise.all([replay(shop, event_id), replay(shop, event_id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  world.startNode()
  await world.attempted(shop.company, 2)
  const again = await deliveriesOf(shop)
  expect(again).toMatchObject([
    { event_id, state: 'DELIVERED', attempt_count: 2, attempts: [{}, {}] },
  ])
  const messages = await world.messagesTo('outravez', 2)
  expect(new Set(messages.map(({ id }) => id)).size).toBe(1)
  expect(await world.deliveries(shop.company)).toMatchObject([{ attempts: 2 }])
  expect((await acts(shop.company)).map(({ action }) => action)).toEqual([
    'webhook.replayed',
    'webhook.replayed',
  ])
  expect((await acts(shop.company))[0]).toMatchObject({
    sentence: expect.stringMatching(
      /^Ana Souza enviou outra vez um evento ao webhook de 127\.0\.0\.1:\d+$/,
    ),
    detail: {
      before: { event_id, state: 'DELIVERED' },
      after: { event_id, state: expect.any(String) },
    },
  })
})

test('a delivery tells how often it was tried, and lists the last ten attempts [D3 D15]', async () => {
  const shop = await shopWith('teimosa')
  await world.emit(shop.company, 'level.changed')
  await database.query(
    `update webhook_delivery set attempts = 12 where company_id = '${shop.company.id}'`,
  )
  await database.query(
    `insert into webhook_attempt (company_id, event_id, endpoint_id, failure, duration_ms, attempted_at)
     select company_id, event_id, endpoint_id, 'timeout', n, now()
       from webhook_delivery
      cross join generate_series(1, 12) n
      where company_id = '${shop.company.id}'`,
  )
  const [delivery] = await deliveriesOf(shop)
  expect(delivery).toMatchObject({ attempt_count: 12 })
  expect(delivery!.attempts.map(({ duration_ms }) => duration_ms)).toEqual([
    12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
  ])
})

test('a replay during an attempt sends no concurrent second message [D3]', async () => {
  const shop = await shopWith('emcurso')
  await world.emit(shop.company, 'level.changed')
  world.replies.push('stall')
  world.startNode()
  await world.messagesTo('emcurso', 1)
  const { event_id } = (await deliveriesOf(shop))[0]!
  const claimed = (await deliveriesOf(shop))[0]!.due_at
  const answer = await replay(shop, event_id)
  expect(answer).toMatchObject({ status: 200, body: { state: 'WAITING', due_at: claimed } })
  world.startNode()
  await world.emit(shop.company, 'points.generated')
  await world.messagesTo('emcurso', 2)
  expect(world.received.filter(({ id }) => id === event_id)).toHaveLength(1)
})

test('a replay makes a delivery due that waits for a later attempt or was given up [D3]', async () => {
  const shop = await shopWith('espera')
  await world.emit(shop.company, 'level.changed')
  const { event_id } = (await deliveriesOf(shop))[0]!
  for (const due of ["now() + interval '3 hours'", 'null']) {
    await database.query(
      `update webhook_delivery set due_at = ${due}, attempts = 7 where company_id = '${shop.company.id}'`,
    )
    const answer = await replay(shop, event_id)
    expect(answer.body).toMatchObject({ state: 'WAITING', due_at: world.now().toISOString() })
    expect(await world.deliveries(shop.company)).toMatchObject([{ attempts: 7 }])
  }
})

test('a replay sends an event that came while the endpoint was disabled, none of an unnamed type [D3]', async () => {
  const shop = await shopWith('ausente', { types: ['level.changed'] })
  await database.query(
    `update webhook_endpoint set disabled_at = now() where company_id = '${shop.company.id}'`,
  )
  await world.emit(shop.company, 'level.changed')
  await database.query(
    `insert into webhook_event (company_id, type, data, created_at) values ('${shop.company.id}', 'points.generated', '{}', now())`,
  )
  const events = await rows<{ id: string; type: string }>(
    database,
    sql`select id, type from webhook_event where company_id = ${shop.company.id} order by id`,
  )
  expect(await deliveriesOf(shop)).toEqual([])
  expect((await replay(shop, events[0]!.id)).status).toBe(200)
  expect(errorOf(await replay(shop, events[1]!.id))).toMatchObject({ status: 404 })
  expect(await deliveriesOf(shop)).toMatchObject([{ event_id: events[0]!.id, state: 'WAITING' }])
})

test('a disabled endpoint can be enabled; a repeat adds nothing to the audit log [D3 D15]', async () => {
  const shop = await shopWith('volta')
  await database.query(
    `update webhook_endpoint set disabled_at = now() where company_id = '${shop.company.id}'`,
  )
  const { id, headers } = shop
  expect(await endpointsOf(headers)).toMatchObject([{ disabled_at: expect.any(String) }])
  const enable = () => call('POST /admin/webhook/{id}/enable', { headers, params: { id } })
  expect(await enable()).toMatchObject({ status: 200, body: { id, disabled_at: null } })
  expect((await enable()).status).toBe(200)
  expect((await acts(shop.company)).map(({ action }) => action)).toEqual(['webhook.enabled'])
})

test('a new webhook secret is answered, is not in the audit log, and the old one stays valid [D3 D15]', async () => {
  const shop = await shopWith('segredo')
  const { id, headers } = shop
  const answer = await call('POST /admin/webhook/{id}/secret', { headers, params: { id } })
  expect(answer.status).toBe(200)
  const { secret } = answer.body as { secret: string }
  expect(secret).toMatch(/^whsec_/)
  const { live } = (await row<{ live: number }>(
    database,
    sql`select count(*) as live
          from webhook_secret
         where company_id = ${shop.company.id}
           and expires_at > ${world.now()}`,
  ))!
  expect(live).toBeGreaterThan(1)
  const entries = await acts(shop.company)
  expect(entries.map(({ action }) => action)).toEqual(['webhook.secret_made'])
  expect(JSON.stringify(entries)).not.toContain(secret)
})

const writes: EndpointKey[] = [
  'POST /admin/webhook/{id}/delivery/{event_id}/replay',
  'POST /admin/webhook/{id}/enable',
  'POST /admin/webhook/{id}/secret',
]

test('unknown, removed and foreign webhook endpoints are not found, and nothing changes [D3]', async () => {
  const shop = await shopWith('minha')
  const other = await shopWith('alheia')
  const removed = await shopWith('retirada')
  await world.emit(other.company, 'level.changed')
  const { event_id } = (await deliveriesOf(other))[0]!
  await world.createCompany('retirada', { webhooks: [] })
  const state = () =>
    rows(
      database,
      sql`select to_jsonb(one)::text as text from webhook_delivery one
           union all
          select id::text || disabled_at::text from webhook_endpoint
           union all
          select id::text || expires_at::text from webhook_secret
           union all
          select sequence::text from audit_entry
           order by 1`,
    )
  const before = await state()
  for (const [id, headers] of [
    [other.id, shop.headers],
    [nobody, shop.headers],
    [removed.id, removed.headers],
  ] as const) {
    for (const key of [...writes, 'GET /admin/webhook/{id}/delivery'] as const) {
      const answer = await call(key, { headers, params: { id, event_id } })
      expect(errorOf(answer)).toMatchObject({ status: 404, type: 'not_found' })
    }
  }
  expect(errorOf(await replay(shop, event_id))).toMatchObject({ status: 404, type: 'not_found' })
  expect(errorOf(await replay(shop, nobody))).toMatchObject({ status: 404, type: 'not_found' })
  expect(await state()).toEqual(before)
})

test('webhook calls refuse bad ids and pages, roles without the right, and old second factors [D15]', async () => {
  const shop = await shopWith('recusa')
  const { headers, id } = shop
  const bad = await call('POST /admin/webhook/{id}/enable', { headers, params: { id: '7' } })
  expect(errorOf(bad)).toMatchObject({ status: 422, type: 'validation' })
  for (const query of [{ state: 'LOST' }, { per_page: 0 }, { before: '7' }]) {
    const answer = await call('GET /admin/webhook/{id}/delivery', {
      headers,
      params: { id },
      query,
    })
    const [field] = Object.keys(query)
    expect(errorOf(answer)).toMatchObject({ status: 422, fields: { [field!]: expect.anything() } })
  }
  const analyst = await staffOf(world, shop.company, 'analyst')
  for (const key of writes) {
    const answer = await call(key, { headers: analyst.headers, params: { id, event_id: nobody } })
    expect(errorOf(answer)).toMatchObject({ status: 403, type: 'forbidden' })
  }
  const stale = new Date(world.now().getTime() - 6 * 60_000)
  const late = await staffOf(world, shop.company, 'manager', { factor_at: stale })
  const old = await call('POST /admin/webhook/{id}/secret', {
    headers: late.headers,
    params: { id },
  })
  expect(errorOf(old)).toMatchObject({ status: 403, type: 'fresh_factor_required' })
  expect(await acts(shop.company)).toEqual([])
})
