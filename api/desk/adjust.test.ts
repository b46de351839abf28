/** Points that staff gives and takes by hand: limits, reasons, repeats, undoing, and the traces of each (D15). */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { consume } from '#api/testing/worlds/movement.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import {
  asPartner,
  createWorld,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { AdjustedPoints } from '#contract/console/desk.ts'
import type { PointsEntry } from '#contract/points.ts'
import { row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { call, database } = world
const shop = await world.createCompany('padaria', {
  levels: [
    { name: 'Início', trigger_amount: 0 },
    { name: 'Ouro', trigger_amount: 100 },
  ],
  settings: { levels_system: 'LOOKBACK', update_lookback: 365 },
  adjustments: { reasons: ['Cortesia', 'Nota esquecida'], limit: 200, expires_in_days: 10 },
})
const ana = await staffOf(world, shop, 'attendant', { name: 'Ana Prado' })
const bruno = await staffOf(world, shop, 'manager', { name: 'Bruno Reis' })
const late = new Date(world.now().getTime() - 6 * 60_000)
const tired = await staffOf(world, shop, 'manager', { factor_at: late })

type Staff = { headers: Record<string, string> }
type Customer = { id: string; headers: Record<string, string> }

function adjust(customer: { id: string }, changes: object = {}, { headers }: Staff = ana) {
  return call('POST /admin/customer/{id}/adjustment', {
    headers,
    params: { id: customer.id },
    body: { points_amount: 50, reason: 'Cortesia', key: randomUUID(), ...changes },
  })
}

async function adjusted(customer: { id: string }, changes: object = {}, by: Staff = ana) {
  const answer = await adjust(customer, changes, by)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as AdjustedPoints
}

function undo(id: string, { headers }: Staff = ana) {
  return call('POST /admin/adjustment/{id}/undo', { headers, params: { id } })
}

async function balanceOf({ headers }: Customer) {
  return (await call('GET /customer/balance', { headers })).body
}

async function historyOf({ headers }: Customer): Promise<PointsEntry[]> {
  return (await call('GET /points', { headers })).body as PointsEntry[]
}

function actsOn(company: TestCompany, { id }: { id: string }) {
  return rows<{ action: string; sentence: string; detail: object }>(
    database,
    sql`select action, detail, content ->> 'sentence' as sentence
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${company.id}
           and subject = ${id}
         order by sequence`,
  )
}

/** Everything that an adjustment writes. */
function stateOf({ id }: { id: string }) {
  return row(
    database,
    sql`select to_jsonb(balance)::text as balance,
               (select count(*) from points_record where customer_id = ${id}) as records,
               (select count(*) from notification where customer_id = ${id}) as notices,
               (select count(*) from audit_entry where subject = ${id}) as entries
          from balance
         where company_id = ${shop.id}
           and customer_id = ${id}`,
  )
}

async function auditIsClean(): Promise<void> {
  expect((await audit(database, world.now())).differences).toEqual([])
}

describe('an adjustment', () => {
  test('gives points with a lot of their own, shown in history, bell and audit log [D15 D4]', async () => {
    const customer = await world.confirmed(shop)
    const given = await adjusted(customer)
    expect(given).toMatchObject({
      customer_id: customer.id,
      points_amount: 50,
      points_value: 50,
      balance: { amount_balance: 50, value_balance: 50 },
    })
    expect(await balanceOf(customer)).toEqual({ amount_balance: 50, value_balance: 50 })
    expect(await historyOf(customer)).toMatchObject([
      {
        id: given.id,
        type_id: 'GNR',
        origin: 'adjustment',
        reason: 'Cortesia',
        calculation: null,
        // The key of the console's request tells nobody anything.
        external_id: null,
        expires_at: '2026-11-30',
        is_cancelled: false,
      },
    ])
    const bell = await call('GET /notification', { headers: customer.headers })
    const { notifications } = bell.body as { notifications: { type: string }[] }
    expect(notifications.find(({ type }) => type === 'points_adjusted')).toMatchObject({
      data: { points_amount: 50, points_value: 50 },
      read_at: null,
    })
    expect(await actsOn(shop, customer)).toEqual([
      {
        action: 'customer.adjusted',
        sentence: 'Ana Prado deu 50 pontos a Ana L. — motivo: Cortesia',
        detail: {
          before: { amount_balance: 0 },
          after: {
            points_amount: 50,
            reason: 'Cortesia',
            record_id: given.id,
            amount_balance: 50,
          },
        },
      },
    ])
    await auditIsClean()
  })

  test('that took points is undone by no till: the reverse answers not_found [D15 D3]', async () => {
    const customer = await world.confirmed(shop, 80)
    const { id } = await adjusted(customer, { points_amount: -30, reason: 'Nota esquecida' })
    const before = await stateOf(customer)
    const answer = await call('POST /partner/points/{id}/reverse', {
      headers: asPartner(shop),
      params: { id },
      body: { external_id: randomUUID() },
    })
    expect(errorOf(answer)).toEqual({ status: 404, type: 'not_found' })
    expect(await stateOf(customer)).toEqual(before)
  })

  test('takes points from the lots in their order, and never more than there are [D15 D4]', async () => {
    const customer = await world.confirmed(shop, 80)
    const taken = await adjusted(customer, { points_amount: -30, reason: 'Nota esquecida' })
    expect(taken).toMatchObject({ points_amount: -30, balance: { amount_balance: 50 } })
    const before = await stateOf(customer)
    const answer = await adjust(customer, { points_amount: -51 })
    expect(errorOf(answer)).toMatchObject({
      status: 422,
      type: 'insufficient_balance',
      details: { missing: 1 },
    })
    expect(await stateOf(customer)).toEqual(before)
    expect(await historyOf(customer)).toMatchObject([
      { type_id: 'CNS', origin: 'adjustment', reason: 'Nota esquecida' },
      { type_id: 'GNR' },
    ])
    await auditIsClean()
  })

  test('counts for the level, and its undoing takes that back [D15 D6]', async () => {
    const customer = await world.confirmed(shop)
    const levelOf = async () =>
      (
        (await call('GET /admin/customer/{id}', { ...ana, params: { id: customer.id } })).body as {
          level: string
        }
      ).level
    const given = await adjusted(customer, { points_amount: 150 })
    expect(await levelOf()).toBe('Ouro')
    expect((await undo(given.id)).status).toBe(201)
    expect(await levelOf()).toBe('Início')
    await auditIsClean()
  })

  test('sent again with its key is one adjustment; with other content it is refused [D15 D2]', async () => {
    const customer = await world.confirmed(shop)
    const key = randomUUID()
    const first = await adjusted(customer, { key })
    const before = await stateOf(customer)
    expect(first).toMatchObject({ is_repeat: false })
    expect(await adjusted(customer, { key })).toEqual({ ...first, is_repeat: true })
    const other = await world.confirmed(shop)
    for (const [person, changes] of [
      [customer, { points_amount: 51 }],
      [customer, { points_amount: -50 }],
      [customer, { reason: 'Nota esquecida' }],
      [other, {}],
    ] as const) {
      const answer = await adjust(person, { key, ...changes })
      expect(errorOf(answer)).toMatchObject({ status: 422, type: 'idempotency_mismatch' })
    }
    expect(await stateOf(customer)).toEqual(before)
  })

  test.each([
    [{ points_amount: 0 }, 'points_amount'],
    [{ points_amount: 1.5 }, 'points_amount'],
    [{ points_amount: 1_000_001 }, 'points_amount'],
    [{ reason: '' }, 'reason'],
    [{ reason: 'Porque sim' }, 'reason'],
    [{ key: 'x' }, 'key'],
  ])('with %j is refused at its field, and changes nothing [D15]', async (changes, field) => {
    const customer = await world.confirmed(shop)
    const before = await stateOf(customer)
    const answer = await adjust(customer, changes)
    expect(errorOf(answer)).toMatchObject({
      status: 422,
      fields: { [field]: [expect.any(String)] },
    })
    expect(await stateOf(customer)).toEqual(before)
  })

  test('above the limit needs a manager with a fresh second factor, also to give less [D15]', async () => {
    const customer = await world.confirmed(shop)
    const before = await stateOf(customer)
    for (const points_amount of [201, -201]) {
      const answer = await adjust(customer, { points_amount })
      expect(errorOf(answer)).toMatchObject({ status: 403, type: 'adjustment_above_limit' })
    }
    const stale = await adjust(customer, { points_amount: 201 }, tired)
    expect(errorOf(stale)).toMatchObject({ status: 403, type: 'fresh_factor_required' })
    expect(await stateOf(customer)).toEqual(before)
    await adjusted(customer, { points_amount: 200 }, tired)
    const given = await adjusted(customer, { points_amount: 201 }, bruno)
    expect(errorOf(await undo(given.id))).toMatchObject({ type: 'adjustment_above_limit' })
    expect(errorOf(await undo(given.id, tired))).toMatchObject({ type: 'fresh_factor_required' })
    expect((await undo(given.id, bruno)).status).toBe(201)
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 200 })
  })

  test('pays a deficit first, and can then not be undone [D15 D4]', async () => {
    const customer = await world.confirmed(shop)
    const answer = await world.generate(shop, sale(customer.document, { purchase_value: 10_000 }))
    await consume(world, shop, customer, 90)
    const { id } = answer.body as { id: string }
    await call('POST /partner/points/{id}/reverse', {
      headers: { authorization: `Bearer ${shop.key}` },
      params: { id },
      body: { external_id: randomUUID() },
    })
    const given = await adjusted(customer, { points_amount: 100 })
    expect(given.balance.amount_balance).toBe(10)
    expect(errorOf(await undo(given.id))).toMatchObject({ status: 422, type: 'adjustment_used' })
    await auditIsClean()
  })
})

describe('the undoing of an adjustment', () => {
  test('takes given points back from their own lot once; a repeat gets the first answer [D15]', async () => {
    const customer = await world.confirmed(shop, 80)
    const given = await adjusted(customer)
    const answer = await undo(given.id)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({ points_amount: -50, balance: { amount_balance: 80 } })
    expect(await historyOf(customer)).toMatchObject([
      { type_id: 'GNR_REVERSAL', origin: 'adjustment', reverses_id: given.id },
      { id: given.id, is_cancelled: true, reversed_amount: 50 },
      { type_id: 'GNR', is_cancelled: false },
    ])
    const before = await stateOf(customer)
    const again = await undo(given.id)
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: answer.body })
    expect(await stateOf(customer)).toEqual(before)
    expect((await actsOn(shop, customer)).at(-1)).toMatchObject({
      action: 'customer.adjustment_undone',
      sentence: 'Ana Prado desfez um ajuste e retirou 50 pontos de Ana L.',
      detail: { before: { amount_balance: 130 }, after: { amount_balance: 80 } },
    })
    await auditIsClean()
  })

  test('gives taken points back to their lots once; a repeat gets the first answer [D15]', async () => {
    const customer = await world.confirmed(shop, 80)
    const taken = await adjusted(customer, { points_amount: -30 })
    const answer = await undo(taken.id)
    expect(answer.body).toMatchObject({ points_amount: 30, balance: { amount_balance: 80 } })
    expect((await undo(taken.id)).body).toEqual(answer.body)
    expect((await actsOn(shop, customer)).at(-1)!.sentence).toBe(
      'Ana Prado desfez um ajuste e devolveu 30 pontos a Ana L.',
    )
    await auditIsClean()
  })

  test('is refused once a point was spent or the points have expired, and changes nothing [D15]', async () => {
    const customer = await world.confirmed(shop)
    const spent = await adjusted(customer)
    await consume(world, shop, customer, 1)
    const expired = await adjusted(await world.confirmed(shop), { points_amount: 20 })
    for (const { id, customer_id } of [spent, expired]) {
      if (id === expired.id) world.moveClock('2026-12-02T15:00:00Z')
      const by = await staffOf(world, shop, 'attendant')
      const before = await stateOf({ id: customer_id })
      const answer = await undo(id, by)
      expect(errorOf(answer)).toMatchObject({ status: 422, type: 'adjustment_used' })
      expect(await stateOf({ id: customer_id })).toEqual(before)
    }
    await auditIsClean()
    world.moveClock('2026-11-20T15:00:00Z')
  })

  test('finds no sale, no unknown record and no record of another company [D15 I13]', async () => {
    const other = await world.createCompany('vizinha', {})
    const rita = await staffOf(world, other, 'owner')
    const customer = await world.confirmed(shop, 80)
    const given = await adjusted(customer)
    const [, bought] = await historyOf(customer)
    const before = await stateOf(customer)
    for (const [id, by] of [
      [bought!.id, ana],
      [randomUUID(), ana],
      [given.id, rita],
    ] as const) {
      expect(errorOf(await undo(id, by))).toMatchObject({ status: 404, type: 'not_found' })
    }
    for (const id of [randomUUID(), (await world.registered(other)).id]) {
      expect(errorOf(await adjust({ id }))).toMatchObject({ status: 404, type: 'not_found' })
    }
    expect(await stateOf(customer)).toEqual(before)
  })
})

test.each([
  [10, '2026-11-29'],
  [null, null],
])(
  'points given at 22:00 local time for %s days are valid until %s [D15 D4]',
  async (expires_in_days, expires_at) => {
    const company = await world.createCompany(`validade-${expires_in_days}`, {
      adjustments: { reasons: ['Cortesia'], limit: 200, expires_in_days },
    })
    const customer = await world.confirmed(company)
    const by = await staffOf(world, company, 'attendant')
    // The day of Brasília: the 20th has begun in UTC.
    world.moveClock('2026-11-20T01:00:00Z')
    const given = await adjusted(customer, {}, by)
    world.moveClock('2026-11-20T15:00:00Z')
    expect(await historyOf(customer)).toMatchObject([{ id: given.id, expires_at }])
  },
)

test('a company whose file lacks the field has four reasons, a limit of 500 and 365 days [D15]', async () => {
  const company = await world.createCompany('antiga', {})
  await database.query(`update company set file = file - 'adjustments' where company_id = $1`, [
    company.id,
  ])
  const { headers } = await staffOf(world, company, 'attendant')
  const answer = await call('GET /admin/adjustment', { headers })
  expect(answer.body).toEqual({
    reasons: [
      'Compra esquecida no caixa',
      'Cortesia',
      'Correção de um erro',
      'Acordo com o cliente',
    ],
    limit: 500,
    expires_in_days: 365,
    needs_second_person: false,
  })
})
