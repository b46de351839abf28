/**
 * Random histories of two accounts that are merged and parted again and again, in the middle of sales, uses, returns, holds and expiries
 * (D15). The audit replays each account and adds up its points and centavos; the two together must owe what they would owe apart.
 * LEDGER_RUNS sets the number of histories. A failure prints its seed and path, with which fc.assert repeats it.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { statement } from '#api/points/statement.ts'
import {
  done,
  ledgerPlace,
  newStage,
  setDay,
  type Stage,
  step,
} from '#api/testing/models/ledger-steps.ts'
import { replayedStatement } from '#api/testing/models/replayed-statement.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { addDays } from '#contract/value/date.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'
import { applyWithin } from '#engine/apply.ts'
import { audit } from '#engine/audit/audit.ts'

const runs = Math.ceil(Number(process.env['LEDGER_RUNS'] ?? 24) / 2)
const world = await createWorld()
const place = await ledgerPlace(world)
const { database } = world
const company_id = place.shop.id

const history = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.record({ on: fc.constantFrom(0, 1), step }) },
    { weight: 2, arbitrary: fc.record({ merge: fc.constantFrom(0, 1) }) },
    { weight: 2, arbitrary: fc.constant('part' as const) },
  ),
  { minLength: 8, maxLength: 50 },
)
type Act = typeof history extends fc.Arbitrary<(infer One)[]> ? One : never
/** The staying account's and the absorbed account's index, and the record that began the merge. */
type Merge = { staying: Stage; absorbed: Stage; record_id: string }

test(
  'merged accounts lose and create no point or centavo, whatever happens between [D15 I1 D4]',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (acts) => {
        const pair = [await newStage(place), await newStage(place)] as const
        let merge: Merge | null = null
        let today = 0
        for (const act of acts) {
          merge = await carriedOut(act, pair, merge)
          if (typeof act === 'object' && 'step' in act && act.step.verb === 'wait') {
            setDay(world, (today += act.step.days))
          }
          expect(await movedInAll()).toEqual({ amount: 0, value: 0 })
        }
        // Each history begins on the same day, so customers of earlier ones are ahead of the clock.
        const found = await audit(database, world.now())
        const ids = new Set(pair.map(({ customer }) => customer.id))
        expect(found.differences.filter(({ customer_id }) => ids.has(customer_id))).toEqual([])
        for (const { customer } of pair) {
          for (let day = -1; day <= today; day += 1) {
            const at = addDays('2027-01-01', day)
            expect(await statement(database, company_id, customer.id, at, world.now())).toEqual(
              await replayedStatement(database, company_id, customer.id, at, world.now()),
            )
          }
        }
      }),
      { numRuns: runs },
    )
  },
)

async function carriedOut(
  act: Act,
  pair: readonly [Stage, Stage],
  merge: Merge | null,
): Promise<Merge | null> {
  if (act === 'part') return merge && (await parted(merge))
  if ('merge' in act) {
    return merge ?? (await mergedPair(pair[act.merge], pair[act.merge === 0 ? 1 : 0]))
  }
  await done(pair[act.on], act.step)
  return merge
}

/** As api/merge/merge.ts: not while an account has a hold. */
async function mergedPair(staying: Stage, absorbed: Stage): Promise<Merge | null> {
  return transaction(database, async (connection) => {
    await lockBoth(connection, staying, absorbed)
    if ((await heldBy(staying)) + (await heldBy(absorbed)) > 0) return null
    const absorbed_id = absorbed.customer.id
    await rows(
      connection,
      sql`select note_merged(${company_id}, ${absorbed_id}, ${staying.customer.id})`,
    )
    const command = { verb: 'merge', customer_id: staying.customer.id, absorbed_id } as const
    const { error, result } = await applyWithin(connection, company_id, command, world.now())
    expect(error).toBe(null)
    return { staying, absorbed, record_id: result!.id }
  })
}

async function parted({ staying, absorbed, record_id }: Merge): Promise<null> {
  return transaction(database, async (connection) => {
    await lockBoth(connection, staying, absorbed)
    const absorbed_id = absorbed.customer.id
    const command = { verb: 'undo_merge', record_id, absorbed_id } as const
    const { error } = await applyWithin(connection, company_id, command, world.now())
    expect(error).toBe(null)
    await rows(connection, sql`select note_merged(${company_id}, ${absorbed_id}, null)`)
    return null
  })
}

async function lockBoth(connection: Parameters<typeof rows>[0], ...stages: Stage[]): Promise<void> {
  for (const id of stages.map(({ customer }) => customer.id).toSorted()) {
    await rows(connection, sql`select lock_balance(${company_id}, ${id})`)
  }
}

async function heldBy({ customer }: Stage): Promise<number> {
  const balance = await row<{ held_amount: number }>(
    database,
    sql`select held_amount from current_balance(${company_id}, ${customer.id}, ${world.now()})`,
  )
  return balance!.held_amount
}

/** The records of merges only move points, so they add up to nothing. */
function movedInAll(): Promise<{ amount: number; value: number } | undefined> {
  return row(
    database,
    sql`select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(value), 0)::bigint as value
          from points_record
         where company_id = ${company_id} and origin = 'merge'`,
  )
}
