/**
 * Random histories of one customer. Sequential histories are compared with a model in plain objects, concurrent ones with
 * their replay. LEDGER_RUNS sets the number of histories. A failure prints the seed and path for fc.assert.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { LedgerModel } from '#api/testing/models/ledger-model.ts'
import {
  done,
  ledgerPlace,
  modelled,
  newStage,
  points_per_real,
  setDay,
  type Stage,
  step,
} from '#api/testing/models/ledger-steps.ts'
import { unexplained } from '#api/testing/models/unexplained.ts'
import { settle } from '#api/testing/worlds/movement.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const runs = Number(process.env['LEDGER_RUNS'] ?? 30)
const world = await createWorld()
const place = await ledgerPlace(world)
const { shop } = place

test('random sequential histories agree with the model and with their replay [D4]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const real = await newStage(place)
      const model = new LedgerModel(points_per_real)
      for (const [at, taken] of steps.entries()) {
        const expected = modelled(model, taken)
        const outcomes = await done(real, taken)
        expect(outcomes, `step ${at}: ${JSON.stringify(taken)}`).toEqual(expected)
        setDay(world, model.today)
        await writeHoldEnds(real)
        expect(await balanceOf(real), `after step ${at}: ${JSON.stringify(taken)}`).toEqual({
          ...model.balance(),
          difference_value: Number(model.difference),
        })
        expect(
          await unexplained(world.database, shop.id, real.customer.id),
          `after step ${at}: ${JSON.stringify(taken)}`,
        ).toEqual([])
      }
      await auditClean()
    }),
    { numRuns: runs },
  )
})

test('random concurrent histories count each acknowledged movement once and agree with their replay [D4]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.integer({ min: 2, max: 12 }),
      async (steps, width) => {
        const real = await newStage(place)
        let acknowledged = 0
        for (let from = 0; from < steps.length; from += width) {
          const together = steps.slice(from, from + width).filter(({ verb }) => verb !== 'wait')
          const outcomes = await Promise.all(together.map((step) => done(real, step)))
          for (const [place, { error, amount }] of outcomes.entries()) {
            const moves = !error && !/hold|release|decide/.test(together[place]!.verb)
            if (moves) acknowledged += amount ?? 0
          }
          setDay(world, from)
        }
        const totals = await row(
          world.database,
          sql`select coalesce(sum(amount) filter (where origin <> 'recovery'), 0)::int as records,
                     (select coalesce(sum(remaining_amount + expired_amount), 0)::int from lot
                       where company_id = ${shop.id} and lot.customer_id = ${real.customer.id})
                       + (select (held_amount - deficit_amount)::int from balance
                           where company_id = ${shop.id} and balance.customer_id = ${real.customer.id})
                       - coalesce(sum(amount) filter (where origin = 'recovery'), 0)::int as left
                from points_record
               where company_id = ${shop.id} and customer_id = ${real.customer.id}`,
        )
        expect(totals).toEqual({ records: acknowledged, left: acknowledged })
        expect(await unexplained(world.database, shop.id, real.customer.id)).toEqual([])
        await auditClean()
      },
    ),
    { numRuns: Math.ceil(runs / 2) },
  )
})

/** Expects a clean audit, as of a late date: the clock restarts with each customer, so some have moved after the present. */
async function auditClean(): Promise<void> {
  const now = new Date(Date.parse('2029-01-01T15:00:00Z'))
  expect((await audit(world.database, now)).differences).toEqual([])
}

/**
 * Writes the ends of the expired holds from which a recovery takes points, as the job does within 5 s. Until then readers see the
 * points as held, because the record of the recovery is not written yet.
 */
async function writeHoldEnds({ customer }: Stage): Promise<void> {
  const due = await rows(
    world.database,
    sql`select id
          from hold
         where company_id = ${shop.id}
           and customer_id = ${customer.id}
           and ended_at is null
           and expires_at <= ${world.now()}
           and ends_with_recovery(company_id, id)`,
  )
  if (due.length > 0) await settle(world, shop, customer)
}

async function balanceOf({ customer }: Stage) {
  const [found] = await rows(
    world.database,
    sql`select current.amount, current.value, current.pending_amount, current.pending_value, current.held_amount,
               current.held_value, current.deficit_amount, current.deficit_value, difference_value
          from current_balance(${shop.id}, ${customer.id}, ${world.now()}) current
          join balance on company_id = ${shop.id} and customer_id = ${customer.id}`,
  )
  return found
}
