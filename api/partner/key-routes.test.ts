import { describe, expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import {
  defaultLookUpsPerHour,
  defaultMissesPerHour,
  maxLookUpsPerHour,
  maxMissesPerHour,
} from '#contract/console/partner-key.ts'
import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'
import { rows, sql } from '#database/sql.ts'

import { createPartnerKey } from './partner-key.ts'

const lines: string[] = []
const world = await createWorld({ log: (line) => lines.push(line) })
const { cafe, posto, call, database } = world
const owner = await staffOf(world, cafe, 'owner', { name: 'Ana Souza' })
const { headers } = owner
const nobody = '0193f7a2-7c1e-7d44-9d6e-1c8d2b1f0a11'

const limits = {
  scopes: ['points'],
  addresses: null,
  most_points_per_day: null,
  most_look_ups_per_hour: defaultLookUpsPerHour,
  most_misses_per_hour: defaultMissesPerHour,
}

/** A key made by the owner in the console. */
async function made(changes: object = {}) {
  const body = { name: 'Caixa 1', ...limits, ...changes }
  const answer = await call('POST /admin/key', { headers, body })
  expect(answer.status).toBe(201)
  return answer.body as ResponseOf<'POST /admin/key'>
}

async function sellWith(key: string, address?: string) {
  const { document } = await world.registered(cafe)
  const sent = { body: sale(document), headers: asPartner({ key }), ...(address && { address }) }
  return call('POST /partner/points/generate', sent)
}

/** Everything that is stored of keys, and the entries of the audit log on them. */
function stored() {
  return rows<{ text: string }>(
    database,
    sql`select (to_jsonb(one) - 'last_used_on')::text as text from partner_key one
         union all
        select entry::text from audit_entry entry
         union all
        select beside::text from audit_personal beside
         order by 1`,
  )
}

async function entriesOf(id: string) {
  return rows(
    database,
    sql`select action, staff_id, detail, content ->> 'sentence' as sentence, content ->> 'address' as address
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${cafe.id} and subject = ${id}
         order by sequence`,
  )
}

test('a key that is made in the console works at once, and its text is stored nowhere [T18 D15]', async () => {
  const { key, ...view } = await made({ addresses: ['203.0.113.7', '2001:db8::/32'] })
  expect(key.startsWith(view.prefix)).toBe(true)
  expect(view).toMatchObject({
    name: 'Caixa 1',
    addresses: ['203.0.113.7/32', '2001:db8::/32'],
    last_used_on: null,
    revoked_at: null,
  })
  expect((await sellWith(key, '203.0.113.7')).status).toBe(201)
  expect((await sellWith(key, '203.0.113.8')).status).toBe(403)
  const answer = await call('GET /admin/key', { headers })
  expect(answer.body).toContainEqual({ ...view, last_used_on: '2026-11-20' })
  expect(answer.text).not.toContain(key)
  expect(JSON.stringify(await stored())).not.toContain(key)
  expect(lines.join('\n')).not.toContain(key)
  expect(await entriesOf(view.id)).toEqual([
    {
      action: 'key.made',
      staff_id: owner.id,
      sentence: 'Ana Souza criou a chave de caixa “Caixa 1”',
      address: expect.stringMatching(/^10\./),
      detail: {
        before: null,
        after: expect.objectContaining({
          name: 'Caixa 1',
          scopes: ['points'],
          prefix: view.prefix,
        }),
      },
    },
  ])
})

test('a change of a partner key counts from its next request [T18 D15]', async () => {
  const { key, id } = await made()
  expect((await sellWith(key)).status).toBe(201)
  const body = { ...limits, name: 'Caixa 2', scopes: ['vouchers'], most_points_per_day: 500 }
  const answer = await call('PUT /admin/key/{id}', { headers, params: { id }, body })
  expect(answer).toMatchObject({ status: 200, body: { id, ...body } })
  expect(errorOf(await sellWith(key))).toMatchObject({ status: 403, type: 'forbidden' })
  expect((await entriesOf(id)).at(-1)).toMatchObject({
    action: 'key.changed',
    sentence: 'Ana Souza mudou a chave de caixa “Caixa 1”, agora “Caixa 2”',
    detail: {
      before: { name: 'Caixa 1', scopes: ['points'], most_points_per_day: null },
      after: { name: 'Caixa 2', scopes: ['vouchers'], most_points_per_day: 500 },
    },
  })
})

test('a revoked key is refused at its next request, and can be neither revoked nor changed again [T18 D15]', async () => {
  const { key, id } = await made()
  expect((await sellWith(key)).status).toBe(201)
  const revoke = () => call('DELETE /admin/key/{id}', { headers, params: { id } })
  const first = await revoke()
  expect(first).toMatchObject({ status: 200, body: { id, revoked_at: world.now().toISOString() } })
  expect(errorOf(await sellWith(key))).toMatchObject({ status: 401, type: 'invalid_key' })
  const before = await stored()
  expect((await revoke()).body).toEqual(first.body)
  const body = { ...limits, name: 'Outra vez' }
  const changed = await call('PUT /admin/key/{id}', { headers, params: { id }, body })
  expect(errorOf(changed)).toMatchObject({ status: 404, type: 'not_found' })
  expect(await stored()).toEqual(before)
  expect((await entriesOf(id)).map(({ action }: { action?: string }) => action)).toEqual([
    'key.made',
    'key.revoked',
  ])
  expect((await entriesOf(id)).at(-1)).toMatchObject({
    detail: {
      before: { name: 'Caixa 1', revoked_at: null },
      after: { name: 'Caixa 1', revoked_at: world.now().toISOString() },
    },
  })
})

test('an unknown key and another company’s key are not found, and nothing changes [T18]', async () => {
  await createPartnerKey(database, posto.id, 'Bomba 1', world.now())
  const [foreign] = await rows<{ id: string }>(
    database,
    sql`select id from partner_key where company_id = ${posto.id} and name = 'Bomba 1'`,
  )
  const before = await stored()
  for (const id of [foreign!.id, nobody]) {
    for (const key of ['PUT /admin/key/{id}', 'DELETE /admin/key/{id}'] as const) {
      const body = key.startsWith('PUT') ? { body: { ...limits, name: 'Tomada' } } : {}
      const answer = await call(key, { headers, params: { id }, ...body })
      expect(errorOf(answer)).toMatchObject({ status: 404, type: 'not_found' })
    }
  }
  expect(await stored()).toEqual(before)
  const shown = (await call('GET /admin/key', { headers })).body as { id: string }[]
  expect(shown.map(({ id }) => id)).not.toContain(foreign!.id)
})

describe('a bad request is refused at its field, and changes nothing', () => {
  test.each([
    ['addresses', ['203.0.113.7/99']],
    ['addresses', ['203.0.113.0/33']],
    ['addresses', ['2001:db8::/129']],
    ['addresses', ['1.2.3']],
    ['addresses', ['::1::']],
    ['addresses', ['']],
    ['addresses', []],
    ['scopes', []],
    ['scopes', ['all']],
    ['name', ' '],
    ['name', 'x'.repeat(192)],
    ['most_points_per_day', 0],
    ['most_points_per_day', 1.5],
    ['most_points_per_day', 2 ** 53],
    ['most_look_ups_per_hour', maxLookUpsPerHour + 1],
    ['most_misses_per_hour', maxMissesPerHour + 1],
    ['most_misses_per_hour', 0],
  ])(
    'a key with %s = %j is refused at that field, and nothing changes [T18]',
    async (field, value) => {
      const { id } = await made()
      const before = await stored()
      const body = { name: 'Caixa', ...limits, [field]: value }
      const post = await call('POST /admin/key', { headers, body })
      const put = await call('PUT /admin/key/{id}', { headers, params: { id }, body })
      for (const answer of [post, put]) {
        expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
        expect(Object.keys(errorOf(answer).fields!)).toEqual([expect.stringMatching(`^${field}`)])
      }
      expect(await stored()).toEqual(before)
    },
  )
})

test('contract and table accept the same maximum of look-ups and of misses [T18]', async () => {
  const key = await made({
    most_look_ups_per_hour: maxLookUpsPerHour,
    most_misses_per_hour: maxMissesPerHour,
    most_points_per_day: Number.MAX_SAFE_INTEGER,
    name: 'x'.repeat(191),
  })
  expect(key).toMatchObject({ most_points_per_day: Number.MAX_SAFE_INTEGER })
  const past = { most_misses_per_hour: maxMissesPerHour + 1 }
  await expect(createPartnerKey(database, cafe.id, 'x', world.now(), past)).rejects.toThrow(/check/)
  const far = { most_look_ups_per_hour: maxLookUpsPerHour + 1 }
  await expect(createPartnerKey(database, cafe.id, 'x', world.now(), far)).rejects.toThrow('range')
})

test('a manager reads keys and changes none; an owner changes them only with a fresh factor [D15]', async () => {
  const manager = await staffOf(world, cafe, 'manager')
  const stale = new Date(world.now().getTime() - 6 * 60_000)
  const late = await staffOf(world, cafe, 'owner', { factor_at: stale })
  const { id } = await made()
  expect((await call('GET /admin/key', { headers: manager.headers })).status).toBe(200)
  const before = await stored()
  const writes: [EndpointKey, object][] = [
    ['POST /admin/key', { body: { name: 'Caixa', ...limits } }],
    ['PUT /admin/key/{id}', { params: { id }, body: { name: 'Caixa', ...limits } }],
    ['DELETE /admin/key/{id}', { params: { id } }],
  ]
  for (const [key, sent] of writes) {
    const refused = await call(key, { ...sent, headers: manager.headers })
    expect(errorOf(refused)).toMatchObject({ status: 403, type: 'forbidden' })
    const old = await call(key, { ...sent, headers: late.headers })
    expect(errorOf(old)).toMatchObject({ status: 403, type: 'fresh_factor_required' })
  }
  expect(await stored()).toEqual(before)
})
