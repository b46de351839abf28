/**
 * Compares the statement of every day of a random history with the replay of its records, and with the balance read on that
 * day. LEDGER_RUNS sets the number of histories. A failure prints its seed and path, with which fc.assert repeats it.
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
  type Step,
  step,
} from '#api/testing/models/ledger-steps.ts'
import { replayedStatement } from '#api/testing/models/replayed-statement.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { reversalPolicies, type ReversalPolicy, type Statement } from '#contract/points.ts'
import { addDays } from '#contract/value/date.ts'
import { row, sql } from '#database/sql.ts'

const runs = Math.ceil(Number(process.env['LEDGER_RUNS'] ?? 24) / 3)
const world = await createWorld()
const place = await ledgerPlace(world)
/** Expired points that return last 15 days. The statements run 2 days more. */
const daysAfter = 17

const withoutHolds = step.filter(({ verb }) => !['hold', 'capture', 'release'].includes(verb))
const histories = reversalPolicies.flatMap((policy) => [
  { policy, holds: 'with holds', steps: fc.array(step, { minLength: 5, maxLength: 40 }) },
  {
    policy,
    holds: 'without holds',
    steps: fc.array(withoutHolds, { minLength: 5, maxLength: 40 }),
  },
])

test.each(histories)(
  'the statement equals replay and read balance of every day: $policy, $holds [R7.2, D4]',
  { timeout: 120_000 },
  async ({ policy, steps }) => {
    await fc.assert(
      fc.asyncProperty(steps, async (scenario) => {
        const real = await newStage(place)
        await done(real, { verb: 'decide', policy, points_per_real: 30 })
        const balances = await played(real, scenario, policy)
        const last = balances.size - 1
        for (let day = -1; day <= last + daysAfter; day += 1) {
          const at = dateOf(day)
          const answer = await statement(
            world.database,
            place.shop.id,
            real.customer.id,
            at,
            world.now(),
          )
          expect(answer).toEqual(
            await replayedStatement(
              world.database,
              place.shop.id,
              real.customer.id,
              at,
              world.now(),
            ),
          )
          if (balances.has(day)) expect(answer).toEqual({ at, ...balances.get(day) })
        }
      }),
      { numRuns: runs },
    )
  },
)

/** Plays the steps. Returns for each day the balance after its last step. The company's policy for returns stays `policy`. */
async function played(
  real: Stage,
  steps: Step[],
  policy: ReversalPolicy,
): Promise<Map<number, Omit<Statement, 'at'>>> {
  const balances = new Map([[0, await balanceOf(real)]])
  let today = 0
  for (const step of steps) {
    await done(real, step.verb === 'decide' ? { ...step, policy } : step)
    for (let dayCount = 0; dayCount < (step.verb === 'wait' ? step.days : 1); dayCount += 1) {
      if (step.verb === 'wait') setDay(world, (today += 1))
      balances.set(today, await balanceOf(real))
    }
  }
  return balances
}

async function balanceOf({ shop, customer }: Stage): Promise<Omit<Statement, 'at'>> {
  const balance = await row<Omit<Statement, 'at'>>(
    world.database,
    sql`select amount as amount_balance, value as value_balance, pending_amount, pending_value, held_amount, held_value,
               deficit_amount, deficit_value
          from current_balance(${shop.id}, ${customer.id}, ${world.now()})`,
  )
  return balance!
}

function dateOf(day: number): string {
  return addDays('2027-01-01', day)
}
