/** The nightly verification of the last heads of all companies. */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { createLog } from '#api/log/log.ts'
import { headsOf } from '#api/testing/worlds/head.ts'
import { rehash } from '#api/testing/worlds/rewrite.ts'
import { timeOutChains, timeOutUncovered } from '#api/testing/worlds/time-out.ts'
import { createWorld, sale } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { reportHeads } from './verify-heads.ts'

const world = await createWorld()
const { database } = world
const { taken } = await headsOf(world)
const rewritten =
  'head of 2026-11-20: the records until 2026-11-20 are not those of which the head of that day was made'

/** A company with two customers and its head of 2026-11-20. */
async function companyWithHead() {
  const company = await world.createCompany(`selo-${randomUUID().slice(0, 8)}`, {})
  const customers = [await world.confirmed(company, 10), await world.confirmed(company, 10)]
  for (const { document } of customers) await world.generate(company, sale(document))
  await taken(company)
  return {
    company,
    id: company.id,
    customer_id: customers[0]!.id,
    document: customers[0]!.document,
  }
}

/** Two companies in the order of the verification. */
async function twoCompanies() {
  const [one, other] = [await companyWithHead(), await companyWithHead()]
  return one.id < other.id ? ([one, other] as const) : ([other, one] as const)
}

/** Rewrites a record of the customer together with its chain. */
async function rewrite(customer_id: string): Promise<void> {
  await rows(
    database,
    sql`update points_record set purchase_value = 7 where customer_id = ${customer_id} and sequence = 1`,
  )
  await rehash(database, customer_id)
}

async function faults(): Promise<{ company_id: string; reason: string }[]> {
  return (await reportHeads(database, createLog('silent'))).faults
}

test('a public key that cannot be read is a fault of its company, and later heads are verified [I8]', async () => {
  const [first, second] = await twoCompanies()
  await rows(
    database,
    sql`update record_head set public_key = '\\x00' where company_id = ${first.id}`,
  )
  await rewrite(second.customer_id)
  expect(await faults()).toEqual([
    {
      company_id: first.id,
      reason: 'head of 2026-11-20: its signature is not one of its public key',
    },
    { company_id: second.id, reason: rewritten },
  ])
})

test('a company whose head cannot be verified is reported, and later heads are verified [I8]', async () => {
  const [first, second] = await twoCompanies()
  await timeOutChains(database, first.id, 0)
  await rewrite(second.customer_id)
  const found = await faults()
  expect(found).toContainEqual({
    company_id: first.id,
    reason: 'head of 2026-11-20: it could not be verified (error 57014)',
  })
  expect(found).toContainEqual({ company_id: second.id, reason: rewritten })
})

test('a page of chains that takes too long is read in smaller pages [I8]', async () => {
  const { id } = await companyWithHead()
  await timeOutChains(database, id, 1)
  expect((await faults()).filter(({ company_id }) => company_id === id)).toEqual([])
})

test('a company whose added records cannot be counted is reported, and later heads are verified [I8]', async () => {
  const [first, second] = await twoCompanies()
  await taken(first.company, '2026-11-22T03:11:00Z')
  await timeOutUncovered(database, first.id, 0)
  await rewrite(second.customer_id)
  const found = await faults()
  expect(found).toContainEqual({
    company_id: first.id,
    reason: 'head of 2026-11-21: it could not be verified (error 57014)',
  })
  expect(found).toContainEqual({ company_id: second.id, reason: rewritten })
})

test('a record that came after the head of its day is a warning from the next head on, and no fault [I8]', async () => {
  const { company, id, customer_id, document } = await companyWithHead()
  // The world's clock is still on the day of the head.
  await world.generate(company, sale(document))
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const ofCompany = (faults: { company_id: string }[]) =>
    faults.filter(({ company_id }) => company_id === id)
  expect(ofCompany((await reportHeads(database, log)).added)).toEqual([])
  await taken(company, '2026-11-22T03:11:00Z')
  const { faults: found, added } = await reportHeads(database, log)
  const reason = `1 record dated until 2026-11-20 came after its head, the first as record 3 of customer ${customer_id}`
  expect([ofCompany(found), ofCompany(added)]).toEqual([[], [{ company_id: id, reason }]])
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 40,
      company_id: id,
      reason,
      msg: 'records added to an ended day',
    }),
  )
})
