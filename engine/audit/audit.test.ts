import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { consume, hold } from '#api/testing/worlds/movement.ts'
import { asPartner, createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import { row, sql } from '#database/sql.ts'

import { audit } from './audit.ts'

test('the audit finds every kind of tampering, and repairs none of them [D4]', async () => {
  const world = await createWorld()
  const { cafe, database } = world
  const customer = await world.registered(cafe)
  const untouched = await world.registered(cafe)
  await world.generate(cafe, sale(untouched.document))
  const first = await world.generate(cafe, sale(customer.document))
  await world.generate(cafe, sale(customer.document))
  await consume(world, cafe, customer, 130)
  await hold(world, cafe, customer, randomUUID(), 20)
  await world.call('POST /partner/points/{id}/reverse', {
    params: { id: (first.body as { id: string }).id },
    body: { external_id: randomUUID(), returned_value: 5_000 },
    headers: asPartner(cafe),
  })
  const clean = await audit(database, world.now())
  expect(clean).toEqual({ customers: 2, differences: [] })

  const of = customer.id
  const tampered = [
    sql`update balance set amount = amount + 1, deficit_amount = 0 where customer_id = ${of}`,
    sql`update balance set received_amount = 0 where customer_id = ${of}`,
    sql`update balance set spent_value = 0 where customer_id = ${of}`,
    sql`update balance set pending_amount = 1 where customer_id = ${of}`,
    sql`update balance set held_value = 0 where customer_id = ${of}`,
    sql`update balance set deficit_amount = 49 where customer_id = ${of}`,
    sql`update balance set sequence = 9 where customer_id = ${of}`,
    sql`update lot set remaining_value = 1 where customer_id = ${of}`,
    sql`update lot set expires_at = '2027-01-01T03:00:00Z' where customer_id = ${of}`,
    sql`update lot set available_at = '2026-01-01T03:00:00Z' where customer_id = ${of}`,
    sql`update allocation set amount = amount + 1 where amount = -30`,
    sql`update hold_allocation set value = 1`,
    sql`delete from hold_allocation`,
    sql`update hold set amount = 19 where customer_id = ${of}`,
    sql`update points_record set amount = 99 where customer_id = ${of} and sequence = 1`,
    sql`update points_record set amount = -129 where customer_id = ${of} and type_id = 'CNS'`,
    sql`update points_record set value = -129 where customer_id = ${of} and type_id = 'CNS'`,
    sql`update points_record set purchase_value = 4000 where customer_id = ${of} and type_id = 'GNR_REVERSAL'`,
    sql`update points_record set balance_amount = 1 where customer_id = ${of} and sequence = 2`,
    sql`update points_record set sequence = 9 where customer_id = ${of} and sequence = 4`,
  ]
  for (const statement of tampered) {
    const connection = await database.connect()
    await connection.query('begin')
    const { rowCount } = await connection.query(statement)
    expect(rowCount, statement.text).toBeGreaterThan(0)
    for (const _ of ['found', 'and left as it is']) {
      const { differences } = await audit(connection, world.now())
      // Only differences from the rules. record-chain.test.ts covers the hash chain.
      const found = differences.filter(
        ({ reason }) => !/^record \d+ is not as it was written$/.test(reason),
      )
      expect(
        found.map(({ customer_id }) => customer_id),
        statement.text,
      ).toEqual([customer.id])
    }
    await connection.query('rollback')
    connection.release()
  }
  expect(await audit(database, world.now())).toEqual(clean)
})

test('npm run audit reports differences in log and metric, and exits with 1 [D4]', async () => {
  const world = await createWorld()
  await world.generate(world.cafe, sale(newCpf()))
  const metrics = join(await mkdtemp(join(tmpdir(), 'fiel-audit-')), 'fiel.prom')
  const run = () =>
    spawnSync(process.execPath, ['scripts/fiel.ts', 'audit'], {
      env: { ...process.env, DATABASE_URL: world.url, METRICS_FILE: metrics },
      encoding: 'utf8',
    })
  const clean = run()
  expect([clean.status, await readFile(metrics, 'utf8')]).toEqual([
    0,
    'fiel_audit_customers 1\nfiel_audit_differences 0\nfiel_audit_log_entries 0\nfiel_audit_log_faults 0\n',
  ])
  await row(world.database, sql`update balance set amount = 1 where company_id = ${world.cafe.id}`)
  const differing = run()
  expect(differing.status).toBe(1)
  expect(JSON.parse(differing.stdout.split('\n')[0]!)).toMatchObject({
    msg: 'audit difference',
    company_id: world.cafe.id,
    reason: 'amount: kept 1, records say 100',
  })
  expect(await readFile(metrics, 'utf8')).toContain('fiel_audit_differences 1')
  const stored = await row(world.database, sql`select amount from balance`)
  expect(stored).toEqual({ amount: 1 })
})
