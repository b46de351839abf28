/**
 * Random histories of one customer, against the rules in plain objects (one after the other) and against the replay (at
 * once). LEDGER_RUNS asks for more of them; a failure prints its seed and path, for fc.assert to repeat.
 */

import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { LedgerModel } from '#api/testing/ledger-model.ts'
import { capture, consume, grant, hold, type Movement, release } from '#api/testing/movement.ts'
import { unexplained } from '#api/testing/unexplained.ts'
import { asPartner, createWorld, newCpf, refusalOf, sale } from '#api/testing/world.ts'
import {
  type GeneratedPoints,
  reversal_policies,
  type ReversalPolicy,
  type ReversedPoints,
} from '#contract/points.ts'
import { row, rows, sql } from '#database/sql.ts'

import { audit } from './audit.ts'

const runs = Number(process.env['LEDGER_RUNS'] ?? 60)
const world = await createWorld()
const points_per_real = 30
const waits = 2
const lasts = 5
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

const amount = fc.integer({ min: 1, max: 150 })
/** One of those before, by its place; the places go round. */
const which = fc.nat(20)
const step = fc.oneof(
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
      policy: fc.constantFrom(...reversal_policies),
      points_per_real: fc.constantFrom(7, 30, 100, 250),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ verb: fc.constant('wait'), days: fc.integer({ min: 1, max: 4 }) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Outcome = { refusal: string | null; amount?: number; value?: number }

/** A real customer, and the ids of what was done, in the order of the model's. */
function stage() {
  return {
    customer: { id: '', document: newCpf() },
    purchases: [] as string[],
    spends: [] as string[],
    holds: [] as string[],
  }
}
type Stage = ReturnType<typeof stage>

test('D4 any history agrees with the rules in plain objects, and with its replay', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const real = await newStage()
      const model = new LedgerModel(points_per_real)
      for (const [place, taken] of steps.entries()) {
        const expected = modelled(model, taken)
        const came = await done(real, taken)
        expect(came, `step ${place}: ${JSON.stringify(taken)}`).toEqual(expected)
        setDay(model.today)
        await writeHoldEnds(real)
        expect(await balanceOf(real), `after step ${place}: ${JSON.stringify(taken)}`).toEqual({
          ...model.balance(),
          difference_value: Number(model.difference),
        })
        expect(
          await unexplained(world.database, shop.id, real.customer.id),
          `after step ${place}: ${JSON.stringify(taken)}`,
        ).toEqual([])
      }
      await auditClean()
    }),
    { numRuns: runs },
  )
})

test('D4 the same at once: every acknowledged movement counts once, and the replay explains the rest', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.integer({ min: 2, max: 12 }),
      async (steps, width) => {
        const real = await newStage()
        let acknowledged = 0
        for (let from = 0; from < steps.length; from += width) {
          const together = steps.slice(from, from + width).filter(({ verb }) => verb !== 'wait')
          const came = await Promise.all(together.map((taken) => done(real, taken)))
          for (const [place, { refusal, amount }] of came.entries()) {
            const moves = !refusal && !/hold|release|decide/.test(together[place]!.verb)
            if (moves) acknowledged += amount ?? 0
          }
          setDay(from)
        }
        const kept = await row(
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
        expect(kept).toEqual({ records: acknowledged, left: acknowledged })
        expect(await unexplained(world.database, shop.id, real.customer.id)).toEqual([])
        await auditClean()
      },
    ),
    { numRuns: Math.ceil(runs / 2) },
  )
})

async function newStage(): Promise<Stage> {
  setDay(0)
  await decide('deficit', points_per_real)
  const real = stage()
  const { id } = (await row<{ id: string }>(
    world.database,
    sql`select pre_register(${shop.id}, ${real.customer.document}, ${world.now()}) as id`,
  ))!
  real.customer.id = id
  return real
}

/** What the company chooses while customers have points. */
async function decide(policy: ReversalPolicy, per_real: number): Promise<void> {
  await rows(
    world.database,
    sql`update company set reversal = ${policy}, points_per_real = ${per_real} where company_id = ${shop.id}`,
  )
}

const day_ms = 86_400_000

function setDay(day: number): void {
  world.moveClock(new Date(Date.parse('2027-01-01T15:00:00Z') + day * day_ms).toISOString())
}

/** Only of who was last touched on a day that is not to come: the clock starts anew with each customer. */
async function auditClean(): Promise<void> {
  const now = new Date(Date.parse('2029-01-01T15:00:00Z'))
  expect((await audit(world.database, now)).differences).toEqual([])
}

/**
 * As the job does within seconds, where a hold that ended holds points that a return let go: until their recovery is
 * written, readers see them as held.
 */
async function writeHoldEnds({ customer }: Stage): Promise<void> {
  await rows(
    world.database,
    sql`select take_balance(hold.company_id, hold.customer_id, ${world.now()})
          from hold
         where company_id = ${shop.id}
           and customer_id = ${customer.id}
           and ended_at is null
           and expires_at <= ${world.now()}
           and ends_with_recovery(company_id, id)`,
  )
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

const nothing: Outcome = { refusal: null }

/** What a step does to the model, and the same in reality. */
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
    modelled: (model, taken) => {
      model.policy = taken.policy
      model.points_per_real = BigInt(taken.points_per_real)
      return nothing
    },
    done: async (_, taken) => {
      await decide(taken.policy, taken.points_per_real)
      return nothing
    },
  },
  buy: {
    modelled: (model, taken) => model.buy(taken.centavos, taken.waits ? waits : 0, lasts),
    done: async (real, taken) => {
      const named = taken.waits ? { calculation_rule_id: rule!.id } : {}
      const body = sale(real.customer.document, { purchase_value: taken.centavos, ...named })
      const bought = (await world.generate(shop, body)).body as GeneratedPoints
      real.purchases.push(bought.id)
      return { refusal: null, amount: bought.points_amount, value: bought.points_value }
    },
  },
  grant: {
    modelled: (model, taken) => model.grant(taken.amount, taken.days),
    done: async ({ customer }, { amount: granted, days }) => {
      const until = days === null ? null : new Date(world.now().getTime() + days * day_ms)
      return outcome(await grant(world, shop, customer, granted, until?.toISOString().slice(0, 10)))
    },
  },
  consume: {
    modelled: (model, taken) => model.consume(taken.amount),
    done: async (real, taken) =>
      spent(real, await consume(world, shop, real.customer, taken.amount)),
  },
  hold: {
    modelled: (model, { amount: wanted, days }) => model.hold(wanted, days ?? undefined),
    done: async (real, taken) => {
      const id = randomUUID()
      const until = taken.days && new Date(world.now().getTime() + taken.days * day_ms)
      const { refusal, details } = await hold(
        world,
        shop,
        real.customer,
        id,
        taken.amount,
        until ? until.toISOString() : undefined,
      )
      if (refusal) return { refusal }
      real.holds.push(id)
      return { refusal, amount: taken.amount, value: details!['value']! }
    },
  },
  capture: {
    modelled: (model, taken) =>
      at(model.holds, taken.which, (place) => model.capture(place, taken.amount)),
    done: async (real, taken) =>
      at(real.holds, taken.which, async (place) =>
        spent(real, await capture(world, shop, real.holds[place]!, taken.amount)),
      ),
  },
  release: {
    modelled: (model, taken) =>
      at(model.holds, taken.which, (place) => {
        model.release(place)
        return nothing
      }),
    done: async (real, taken) =>
      at(real.holds, taken.which, async (place) => {
        await release(world, shop, real.holds[place]!)
        return nothing
      }),
  },
  undo: {
    modelled: (model, taken) => at(model.spends, taken.which, (place) => model.undo(place)),
    done: async (real, taken) =>
      at(real.spends, taken.which, (place) => reversed(real.spends[place]!, {})),
  },
  return: {
    modelled: (model, taken) =>
      at(model.purchases, taken.which, (place) => model.return(place, taken.centavos)),
    done: async (real, taken) => {
      const body = taken.centavos === null ? {} : { returned_value: taken.centavos }
      return at(real.purchases, taken.which, (place) => reversed(real.purchases[place]!, body))
    },
  },
}

function modelled(model: LedgerModel, taken: Step): Outcome {
  return (verbs[taken.verb] as Verb<Step>).modelled(model, taken)
}

function done(real: Stage, taken: Step): Promise<Outcome> {
  return (verbs[taken.verb] as Verb<Step>).done(real, taken)
}

/** Of what was done before, one; nothing where there is none. */
function at<Result>(
  list: unknown[],
  which: number,
  work: (place: number) => Result,
): Result | Outcome {
  return list.length === 0 ? nothing : work(which % list.length)
}

function spent(real: Stage, movement: Movement): Outcome {
  if (movement.record) real.spends.push(movement.record.id)
  return outcome(movement)
}

function outcome({ refusal, record }: Movement): Outcome {
  return refusal ? { refusal } : { refusal, amount: record!.amount, value: record!.value }
}

async function reversed(id: string, body: object): Promise<Outcome> {
  const answer = await world.call('POST /partner/points/{id}/reverse', {
    params: { id },
    body: { external_id: randomUUID(), ...body },
    headers: asPartner(shop),
  })
  if (answer.status !== 201) return { refusal: refusalOf(answer).type }
  const { points_amount, points_value } = answer.body as ReversedPoints
  return { refusal: null, amount: points_amount, value: points_value }
}
