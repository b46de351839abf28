/**
 * Random histories of one customer. Each step is carried out in the model (ledger-model.ts) and in the real ledger. A step
 * takes place on one day; the histories of a company begin on 2027-01-01.
 */

import { randomUUID } from 'node:crypto'

import fc from 'fast-check'

import type { GeneratedPoints, ReversalPolicy, ReversedPoints } from '#contract/points.ts'
import { reversalPolicies } from '#contract/points.ts'
import { row, rows, sql } from '#database/sql.ts'

import {
  adjust,
  capture,
  consume,
  grant,
  hold,
  type Movement,
  release,
  undoAdjustment,
} from '../worlds/movement.ts'
import { asPartner, newCpf, errorOf, sale, type TestCompany, type World } from '../worlds/world.ts'
import type { LedgerModel } from './ledger-model.ts'

export const points_per_real = 30
const waits = 2
const lasts = 5

type Place = { world: World; shop: TestCompany; waitingRuleId: string }

/** A company whose purchases earn at once, or after a waiting time. */
export async function ledgerPlace(world: World): Promise<Place> {
  const shop = await world.createCompany('modelo', {
    points_per_real,
    calculation_rules: [
      { name: 'Na hora', type: 'POINTS_PER_REAL', rate: 1, expires_in: { days: lasts } },
      {
        name: 'Depois',
        type: 'POINTS_PER_REAL',
        rate: 1,
        waiting_days: waits,
        expires_in: { days: lasts },
      },
    ],
  })
  const rule = await row<{ id: string }>(
    world.database,
    sql`select id from calculation_rule where company_id = ${shop.id} and name = 'Depois'`,
  )
  return { world, shop, waitingRuleId: rule!.id }
}

const amount = fc.integer({ min: 1, max: 150 })
/** A number that selects an earlier movement: its index modulo the number of movements. */
const which = fc.nat(20)
export const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      verb: fc.constant('buy'),
      centavos: fc.integer({ min: 1, max: 20_000 }),
      waits: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ verb: fc.constant('grant'), amount, days: fc.option(fc.nat(8)) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('adjust'),
      points: fc.oneof(amount, fc.integer({ min: -150, max: -1 })),
      days: fc.option(fc.nat(8)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('undo_adjustment'), which }) },
  { weight: 4, arbitrary: fc.record({ verb: fc.constant('consume'), amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('hold'),
      amount,
      days: fc.option(fc.integer({ min: 1, max: 8 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('capture'), which, amount }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('release'), which }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('undo'), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      verb: fc.constant('return'),
      which,
      centavos: fc.option(fc.integer({ min: 1, max: 12_000 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      verb: fc.constant('decide'),
      policy: fc.constantFrom(...reversalPolicies),
      points_per_real: fc.constantFrom(7, 30, 100, 250),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ verb: fc.constant('wait'), days: fc.integer({ min: 1, max: 4 }) }),
  },
)
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
export type Outcome = { error: string | null; amount?: number; value?: number }

/** A real customer, with the ids of the movements in the order of the model. */
export type Stage = Place & {
  customer: { id: string; document: string }
  purchases: string[]
  spends: string[]
  holds: string[]
  adjustments: string[]
}

/** A new customer without points, at a company with the return policy `deficit`. */
export async function newStage(place: Place): Promise<Stage> {
  const { world, shop } = place
  setDay(world, 0)
  await decide(place, 'deficit', points_per_real)
  const document = newCpf()
  const { id } = (await row<{ id: string }>(
    world.database,
    sql`with made as (
          insert into customer (company_id, document, login_type, is_pre_registered, created_at)
          values (${shop.id}, ${document}, 'PRE', true, ${world.now()})
          returning company_id, id)
        insert into balance (company_id, customer_id) select company_id, id from made
        returning customer_id as id`,
  ))!
  return {
    ...place,
    customer: { id, document },
    purchases: [],
    spends: [],
    holds: [],
    adjustments: [],
  }
}

/** Changes the company's return policy and the value of a point, while customers have points. */
async function decide({ world, shop }: Place, policy: ReversalPolicy, perReal: number) {
  await rows(
    world.database,
    sql`update company set reversal = ${policy}, points_per_real = ${perReal} where company_id = ${shop.id}`,
  )
}

const day_ms = 86_400_000

export function setDay(world: World, day: number): void {
  world.moveClock(new Date(Date.parse('2027-01-01T15:00:00Z') + day * day_ms).toISOString())
}

const nothing: Outcome = { error: null }

/** Carries a step out in the model and in the ledger, and compares the outcomes. */
type Verb<Taken> = {
  modelled: (model: LedgerModel, taken: Taken) => Outcome
  done: (real: Stage, taken: Taken) => Promise<Outcome>
}

const verbs: { [verb in Step['verb']]: Verb<Extract<Step, { verb: verb }>> } = {
  wait: {
    modelled: (model, { days }) => {
      model.passTo(model.today + days)
      return nothing
    },
    done: async () => nothing,
  },
  decide: {
    modelled: (model, step) => {
      model.policy = step.policy
      model.points_per_real = BigInt(step.points_per_real)
      return nothing
    },
    done: async (real, step) => {
      await decide(real, step.policy, step.points_per_real)
      return nothing
    },
  },
  buy: {
    modelled: (model, step) => model.buy(step.centavos, step.waits ? waits : 0, lasts),
    done: async (real, step) => {
      const rule = step.waits ? { calculation_rule_id: real.waitingRuleId } : {}
      const body = sale(real.customer.document, { purchase_value: step.centavos, ...rule })
      const purchase = (await real.world.generate(real.shop, body)).body as GeneratedPoints
      real.purchases.push(purchase.id)
      return { error: null, amount: purchase.points_amount, value: purchase.points_value }
    },
  },
  grant: {
    modelled: (model, step) => model.grant(step.amount, step.days),
    done: async ({ world, shop, customer }, { amount: granted, days }) => {
      const until = days === null ? null : new Date(world.now().getTime() + days * day_ms)
      return outcome(await grant(world, shop, customer, granted, until?.toISOString().slice(0, 10)))
    },
  },
  adjust: {
    modelled: (model, { points, days }) => model.adjust(points, days),
    done: async (real, { points, days }) => {
      const movement = await adjust(real.world, real.shop, real.customer, points, days)
      if (movement.record) real.adjustments.push(movement.record.id)
      return outcome(movement)
    },
  },
  undo_adjustment: {
    modelled: (model, { which }) =>
      at(model.adjustments, which, (place) => model.undoAdjustment(place)),
    done: async (real, { which }) =>
      at(real.adjustments, which, async (place) =>
        outcome(await undoAdjustment(real.world, real.shop, real.adjustments[place]!)),
      ),
  },
  consume: {
    modelled: (model, step) => model.consume(step.amount),
    done: async (real, step) =>
      spent(real, await consume(real.world, real.shop, real.customer, step.amount)),
  },
  hold: {
    modelled: (model, { amount: wanted, days }) => model.hold(wanted, days ?? undefined),
    done: async (real, step) => {
      const id = randomUUID()
      const until = step.days && new Date(real.world.now().getTime() + step.days * day_ms)
      const { error, details } = await hold(
        real.world,
        real.shop,
        real.customer,
        id,
        step.amount,
        until ? until.toISOString() : undefined,
      )
      if (error) return { error }
      real.holds.push(id)
      return { error, amount: step.amount, value: details!['value']! }
    },
  },
  capture: {
    modelled: (model, step) =>
      at(model.holds, step.which, (place) => model.capture(place, step.amount)),
    done: async (real, step) =>
      at(real.holds, step.which, async (place) =>
        spent(real, await capture(real.world, real.shop, real.holds[place]!, step.amount)),
      ),
  },
  release: {
    modelled: (model, step) =>
      at(model.holds, step.which, (place) => {
        model.release(place)
        return nothing
      }),
    done: async (real, step) =>
      at(real.holds, step.which, async (place) => {
        await release(real.world, real.shop, real.holds[place]!)
        return nothing
      }),
  },
  undo: {
    modelled: (model, step) => at(model.spends, step.which, (place) => model.undo(place)),
    done: async (real, step) =>
      at(real.spends, step.which, (place) => reversed(real, real.spends[place]!, {})),
  },
  return: {
    modelled: (model, step) =>
      at(model.purchases, step.which, (place) => model.return(place, step.centavos)),
    done: async (real, step) => {
      const body = step.centavos === null ? {} : { returned_value: step.centavos }
      return at(real.purchases, step.which, (place) => reversed(real, real.purchases[place]!, body))
    },
  },
}

export function modelled(model: LedgerModel, step: Step): Outcome {
  return (verbs[step.verb] as Verb<Step>).modelled(model, step)
}

export function done(real: Stage, step: Step): Promise<Outcome> {
  return (verbs[step.verb] as Verb<Step>).done(real, step)
}

/** Runs `work` with the index of an earlier movement. Returns `nothing` if there is no earlier movement. */
function at<Result>(
  list: unknown[],
  which: number,
  work: (index: number) => Result,
): Result | Outcome {
  return list.length === 0 ? nothing : work(which % list.length)
}

function spent(real: Stage, movement: Movement): Outcome {
  if (movement.record) real.spends.push(movement.record.id)
  return outcome(movement)
}

function outcome({ error, record }: Movement): Outcome {
  return error ? { error } : { error, amount: record!.amount, value: record!.value }
}

async function reversed({ world, shop }: Stage, id: string, body: object): Promise<Outcome> {
  const answer = await world.call('POST /partner/points/{id}/reverse', {
    params: { id },
    body: { external_id: randomUUID(), ...body },
    headers: asPartner(shop),
  })
  if (answer.status !== 201) return { error: errorOf(answer).type }
  const { points_amount, points_value } = answer.body as ReversedPoints
  return { error: null, amount: points_amount, value: points_value }
}
