/** I8: a stored record cannot be changed unnoticed, not even by the owner of the tables. */

import { expect, test } from 'vitest'

import { consume } from '#api/testing/worlds/movement.ts'
import { createWorld, sale } from '#api/testing/worlds/world.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { cafe, database } = world

/** A customer with three records. */
async function customerWithHistory() {
  const customer = await world.registered(cafe)
  await world.generate(cafe, sale(customer.document))
  await world.generate(cafe, sale(customer.document))
  await consume(world, cafe, customer, 130)
  return customer
}

test('a record’s hash covers the previous hash and every column of the record [I8]', async () => {
  const customer = await customerWithHistory()
  const links = await rows(
    database,
    sql`select sequence,
               hash = record_hash(lag(hash, 1, '') over (order by sequence), row(entry.*)::ledger_entry) as is_right,
               hash = record_hash('', row(entry.*)::ledger_entry) as is_first
          from points_record entry
         where company_id = ${cafe.id} and customer_id = ${customer.id}
         order by sequence`,
  )
  expect(links).toEqual([
    { sequence: 1, is_right: true, is_first: true },
    { sequence: 2, is_right: true, is_first: false },
    { sequence: 3, is_right: true, is_first: false },
  ])
  const other = {
    uuid: '"00000000-0000-4000-8000-000000000000"',
    int4: '77',
    int8: '77',
    text: '"outro"',
    bytea: String.raw`"\\x77"`,
    jsonb: '{"rule": "outra"}',
    date: '"2031-01-01"',
    timestamptz: '"2031-01-01T00:00:00.000001Z"',
  }
  const first = await row<{ entry: object }>(
    database,
    sql`select to_jsonb(row(entry.*)::ledger_entry) as entry
          from points_record entry
         where company_id = ${cafe.id} and customer_id = ${customer.id} and sequence = 1`,
  )
  const covered = await rows<{ column: string; changes: boolean }>(
    database,
    sql`select attname as column,
               record_hash('', jsonb_populate_record(
                 entry, jsonb_build_object(attname, (${JSON.stringify(other)}::jsonb ->> typname)::jsonb))) <> entry.hash as changes
          from jsonb_populate_record(null::ledger_entry, ${JSON.stringify(first!.entry)}) entry
          join pg_attribute on attrelid = 'ledger_entry'::regclass and attnum > 0 and not attisdropped
          join pg_type on pg_type.oid = atttypid`,
  )
  expect(covered.length).toBeGreaterThan(20)
  expect(covered.filter(({ changes }) => !changes)).toEqual([{ column: 'hash', changes: false }])
})

/** A statement, the first broken record, and the record whose hash is recalculated after the statement. */
const tamperings: [string, string, number, number?][] = [
  ['a shop', `update points_record set subsidiary_name = 'Outra' where sequence = 1`, 1],
  ['a reason', `update points_record set calculation = '{}' where sequence = 2`, 2],
  [
    'an instant',
    `update points_record set created_at = '2026-11-20T14:59:59.999Z' where sequence = 1`,
    1,
  ],
  [
    'a record with a recalculated hash',
    `update points_record set subsidiary_name = 'Outra' where sequence = 1`,
    2,
    1,
  ],
  [
    'the last record with a recalculated hash',
    `update points_record set origin = 'outra' where sequence = 3`,
    3,
    3,
  ],
  ['the balance’s copy of the last hash', `update balance set last_hash = ''`, 3],
]
test.each(tamperings)(
  'the audit names the first record that was changed: %s [I8]',
  async (_, statement, broken_at, rehashed) => {
    const customer = await customerWithHistory()
    const { differences: none } = await audit(database, world.now())
    expect(none).toEqual([])
    const connection = await database.connect()
    await connection.query('begin')
    await connection.query(statement)
    if (rehashed !== undefined) await recalculateHash(connection, customer.id, rehashed)
    const { differences } = await audit(connection, world.now())
    await connection.query('rollback')
    connection.release()
    expect(differences).toContainEqual({
      company_id: cafe.id,
      customer_id: customer.id,
      reason: expect.stringContaining(`record ${broken_at} is not as it was written`),
    })
  },
)

async function recalculateHash(connection: Database, customer_id: string, sequence: number) {
  const hashes = await rows<{ sequence: number; hash: Buffer }>(
    connection,
    sql`select sequence, record_hash(lag(hash, 1, '') over (order by sequence), row(entry.*)::ledger_entry) as hash
          from points_record entry
         where company_id = ${cafe.id} and customer_id = ${customer_id}`,
  )
  await rows(
    connection,
    sql`update points_record
           set hash = ${hashes.find((one) => one.sequence === sequence)!.hash}
         where company_id = ${cafe.id} and customer_id = ${customer_id} and sequence = ${sequence}`,
  )
}
