/** The steps of a random history: the effect of each in the model, and its call to the engine. */

import { randomUUID } from 'node:crypto'

import fc from 'fast-check'

import type { Intention, TillIntention } from '#contract/intention.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'

import { type Answer, errorOf, sale } from '../worlds/people.ts'
import { block, reverseByStaff, tellCancelled, unblock } from './engine-desk-steps.ts'
import { type EngineModel, type Outcome, prizes, promotions } from './engine-model.ts'
import { asTill, passTo, type Player, sendAs, type Stage } from './engine-stage.ts'

const amount = fc.integer({ min: 1, max: 150 })
/** A number that selects an earlier movement: its index modulo the number of movements. */
const which = fc.nat(20)
const centavos = fc.integer({ min: 1, max: 20_000 })

const deeds = {
  buy: [6, { centavos, waits: fc.boolean() }],
  return: [
    3,
    { which, centavos: fc.option(fc.integer({ min: 1, max: 12_000 })), byStaff: fc.boolean() },
  ],
  activate: [2, { which: fc.nat(promotions.length - 1) }],
  redeem: [
    4,
    {
      basket: fc.uniqueArray(fc.tuple(fc.nat(prizes.length - 1), fc.integer({ min: 1, max: 2 })), {
        minLength: 1,
        maxLength: 3,
        selector: ([prize]) => prize,
      }),
    },
  ],
  withdraw: [2, { which }],
  give_back: [2, { which }],
  open: [
    4,
    {
      requested: fc.oneof(
        fc.record({ amount }),
        fc.record({ value: fc.integer({ min: 1, max: 400 }) }),
      ),
    },
  ],
  confirm: [2, { which }],
  decline: [1, { which }],
  cancel: [1, { which }],
  capture: [
    5,
    {
      which,
      code: fc.constantFrom('right', 'right', 'none', 'wrong'),
      amount: fc.option(amount, { freq: 3 }),
    },
  ],
  undo: [2, { which, byStaff: fc.boolean() }],
  block: [1, {}],
  unblock: [2, {}],
  again: [1, { which }],
  wait: [4, { days: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(25)) }],
} as const

type Deeds = typeof deeds
type Verb = keyof Deeds
type TakenStep<verb extends Verb> = {
  [part in keyof Deeds[verb][1]]: Deeds[verb][1][part] extends fc.Arbitrary<infer Value>
    ? Value
    : never
} & { who: number; isKeyed: boolean }
export type Step = { [verb in Verb]: { verb: verb } & TakenStep<verb> }[Verb]

/** As many days pass between two steps of a customer, however many `people` there are. */
export function stepsFor(people: number): fc.Arbitrary<Step> {
  const weighted = Object.entries<readonly [number, Record<string, fc.Arbitrary<unknown>>]>(
    deeds,
  ).map(([verb, [weight, parts]]) => {
    const common = { verb: fc.constant(verb), who: fc.nat(people - 1), isKeyed: fc.boolean() }
    const arbitrary: fc.Arbitrary<object> = fc.record({ ...common, ...parts })
    return { weight: verb === 'wait' ? 2 * weight : people * weight, arbitrary }
  })
  return fc.oneof(...weighted) as fc.Arbitrary<Step>
}

const nothing: Outcome = { error: null }
const day_ms = 86_400_000
/** An idempotency key is repeated only within this time, because keys are stored for 30 days. */
const againWithin_ms = 29 * day_ms

type Verbs = {
  [verb in Verb]: {
    modelled: (model: EngineModel, step: TakenStep<verb>) => Outcome
    done: (stage: Stage, step: TakenStep<verb>, by: Player) => Outcome | Promise<Outcome>
  }
}

const verbs: Verbs = {
  wait: {
    modelled: (model, { days }) => {
      model.passTo(new Date(model.now + days * day_ms))
      return nothing
    },
    done: async (stage, { days }) => {
      await passTo(stage, new Date(stage.world.now().getTime() + days * day_ms))
      return nothing
    },
  },

  buy: {
    modelled: (model, { who, centavos, waits }) => model.buy(who, centavos, waits),
    done: async (stage, { centavos, waits, isKeyed }, by) => {
      const rule = waits ? { calculation_rule_id: stage.waitingRule } : {}
      const answer = await sendAs(stage, 'generate', 'POST /partner/points/generate', {
        isKeyed,
        headers: asTill(stage),
        body: sale(by.document, { purchase_value: centavos, ...rule }),
      })
      if (answer.status === 201) by.purchases.push((answer.body as GeneratedPoints).id)
      return moved(answer)
    },
  },

  return: {
    modelled: (model, { who, which, centavos }) =>
      at(model.people[who]!.counted, which, (place) => model.return(who, place, centavos)),
    done: (stage, { which, centavos, ...how }, by) =>
      at(by.purchases, which, (place) => reversed(stage, by.purchases[place]!, how, centavos)),
  },

  undo: {
    modelled: (model, { who, which }) =>
      at(model.people[who]!.captures, which, (place) => model.undo(who, place)),
    done: (stage, { which, ...how }, by) =>
      at(by.captures, which, (place) => reversed(stage, by.captures[place]!, how, null)),
  },

  activate: {
    modelled: (model, { who, which }) => model.activate(who, which),
    done: async (stage, { which, isKeyed }, { headers }) =>
      moved(
        await sendAs(stage, 'activate', 'POST /promotion/{code}/activate', {
          isKeyed,
          headers,
          params: { code: promotions[which]!.code },
        }),
      ),
  },

  redeem: {
    modelled: (model, { who, basket }) => model.redeem(who, basket),
    done: async (stage, { basket, isKeyed }, by) => {
      const products = basket.map(([prize, quantity]) => ({
        prize_id: stage.prizes[prize],
        quantity,
      }))
      const answer = await sendAs(stage, 'redeem', 'POST /voucher/generate', {
        isKeyed,
        headers: by.headers,
        body: { customer_document: by.document, products },
      })
      if (answer.status !== 201) return failed(answer)
      by.vouchers.push(...(answer.body as Voucher[]))
      return { error: null, vouchers: (answer.body as Voucher[]).length }
    },
  },

  withdraw: {
    modelled: (model, { who, which }) =>
      at(model.people[who]!.vouchers, which, (place) => model.withdraw(who, place)),
    done: (stage, { which, isKeyed }, by) =>
      at(by.vouchers, which, async (place) => {
        const answer = await sendAs(stage, 'withdraw', 'POST /partner/voucher/{code}/withdraw', {
          isKeyed,
          headers: asTill(stage),
          params: { code: by.vouchers[place]!.code.toLowerCase() },
          body: { subsidiary_name: 'Loja 1' },
        })
        return state(answer)
      }),
  },

  give_back: {
    modelled: (model, { who, which }) =>
      at(model.people[who]!.vouchers, which, (place) => model.cancel(who, place)),
    done: (stage, { which, isKeyed }, by) =>
      at(by.vouchers, which, async (place) => {
        const answer = await sendAs(stage, 'give_back', 'POST /partner/voucher/{code}/cancel', {
          isKeyed,
          headers: asTill(stage),
          params: { code: by.vouchers[place]!.code },
        })
        return state(answer)
      }),
  },

  open: {
    modelled: (model, { who, requested }) => model.open(who, requested),
    done: async (stage, { requested, isKeyed }, by) => {
      const amount =
        'value' in requested
          ? { points_value: requested.value }
          : { points_amount: requested.amount }
      const answer = await sendAs(stage, 'open', 'POST /partner/points/intention', {
        isKeyed,
        headers: asTill(stage),
        // A new shop for each intention, because a declined shop has to wait (T6).
        body: sale(by.document, { ...amount, subsidiary_name: `Loja ${by.intentions.length}` }),
      })
      if (answer.status === 201) by.intentions.push((answer.body as TillIntention).id)
      return moved(answer)
    },
  },

  confirm: {
    modelled: (model, { who, which }) =>
      at(model.people[who]!.intentions, which, (place) => model.confirm(who, place)),
    done: (stage, { which }, { headers, intentions }) =>
      at(intentions, which, async (place) => {
        const params = { id: intentions[place]! }
        const key = 'POST /points/intention/{id}/confirm'
        return status(await stage.world.call(key, { headers, params }))
      }),
  },

  decline: {
    modelled: (model, { who, which }) =>
      at(model.people[who]!.intentions, which, (place) =>
        model.withdrawIntention(who, place, 'DECLINED'),
      ),
    done: (stage, { which }, { headers, intentions }) =>
      at(intentions, which, async (place) => {
        const params = { id: intentions[place]! }
        return failed(await stage.world.call('DELETE /points/intention/{id}', { headers, params }))
      }),
  },

  cancel: {
    modelled: (model, { who, which }) =>
      at(model.people[who]!.intentions, which, (place) =>
        model.withdrawIntention(who, place, 'CANCELLED'),
      ),
    done: (stage, { which }, { intentions }) =>
      at(intentions, which, async (place) => {
        const params = { id: intentions[place]! }
        const key = 'DELETE /partner/points/intention/{id}'
        const answer = await stage.world.call(key, { headers: asTill(stage), params })
        if (answer.status === 204) tellCancelled(stage, params.id)
        return failed(answer)
      }),
  },

  capture: {
    modelled: (model, { who, which, code, amount }) =>
      at(model.people[who]!.intentions, which, (place) => model.capture(who, place, code, amount)),
    done: (stage, { which, code, amount, isKeyed }, by) =>
      at(by.intentions, which, async (place) => {
        const answer = await sendAs(stage, null, 'POST /partner/points/intention/{id}/capture', {
          isKeyed,
          headers: asTill(stage),
          params: { id: by.intentions[place]! },
          body: {
            ...(code !== 'none' && { code: await codeFor(stage, by, code) }),
            ...(amount !== null && { points_amount: amount }),
          },
        })
        if (answer.status !== 200) {
          const outcome = failed(answer)
          // The fifth wrong code ends the intention.
          if (outcome['attempts_left'] === 0) tellCancelled(stage, by.intentions[place]!)
          return outcome
        }
        const { captured } = answer.body as TillIntention
        const { record_id, points_amount, points_value } = captured!
        // A repeat gets the same answer and writes no second event.
        if (!by.captures.includes(record_id)) {
          by.captures.push(record_id)
          stage.told.push({ verb: 'capture', subject: null, ...answer })
        }
        return { error: null, amount: 0 - points_amount, value: 0 - points_value }
      }),
  },

  block: {
    modelled: (model, { who }) => model.block(who),
    done: async (stage, _step, by) => failed(await block(stage, by)),
  },

  unblock: {
    modelled: (model, { who }) => model.unblock(who),
    done: async (stage, _step, by) => failed(await unblock(stage, by)),
  },

  /** Sends an earlier call again with the same idempotency key. It must get the same bytes and change nothing. */
  again: {
    modelled: () => nothing,
    done: async (stage, { which }) => {
      const now = stage.world.now().getTime()
      const recent = stage.keyed.filter((one) => now - one.at < againWithin_ms)
      return at(recent, which, async (place) => {
        const { key, sent, text } = recent[place]!
        const answer = await stage.world.call(key, sent)
        const is_replay = answer.headers['idempotent-replayed'] === 'true'
        return is_replay && answer.text === text ? nothing : { error: `not ${text}`, answer }
      })
    },
  },
}

export function modelled(model: EngineModel, step: Step): Outcome {
  return (verbs[step.verb] as Verbs['wait']).modelled(model, step as TakenStep<'wait'>)
}

export async function done(stage: Stage, step: Step): Promise<Outcome> {
  const by = stage.people[step.who]!
  return (verbs[step.verb] as Verbs['wait']).done(stage, step as TakenStep<'wait'>, by)
}

/** Runs `work` with the index of an earlier movement. Returns `nothing` if there is no earlier movement. */
function at<Result>(
  list: unknown[],
  which: number,
  work: (index: number) => Result,
): Result | typeof nothing {
  return list.length === 0 ? nothing : work(which % list.length)
}

/** The code of an open intention, which the customer sees; any code for an ended one. */
async function codeFor({ world }: Stage, { headers }: Player, kind: string): Promise<string> {
  const { body } = await world.call('GET /points/intention', { headers })
  const code = (body as Intention | undefined)?.code ?? '123456'
  return kind === 'right' ? code : String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

async function reversed(
  stage: Stage,
  id: string,
  { byStaff, isKeyed }: { byStaff: boolean; isKeyed: boolean },
  centavos: number | null,
): Promise<Outcome> {
  if (byStaff) return moved(await reverseByStaff(stage, id, centavos))
  return moved(
    await sendAs(stage, 'reverse', 'POST /partner/points/{id}/reverse', {
      isKeyed,
      headers: asTill(stage),
      params: { id },
      body: { external_id: randomUUID(), ...(centavos !== null && { returned_value: centavos }) },
    }),
  )
}

function failed(answer: Answer): Outcome {
  if (answer.status < 300) return nothing
  const { type, details } = errorOf(answer)
  // The time to wait is in the header, not in the body.
  return type === 'too_many_requests' ? { error: type } : { error: type, ...details }
}

function moved(answer: Answer): Outcome {
  if (answer.status !== 201) return failed(answer)
  const { points_amount: amount, points_value: value } = answer.body as GeneratedPoints
  return { error: null, amount, value }
}

function state(answer: Answer): Outcome {
  return answer.status < 300
    ? { error: null, state: (answer.body as Voucher).state }
    : failed(answer)
}

function status(answer: Answer): Outcome {
  return answer.status < 300
    ? { error: null, status: (answer.body as Intention).status }
    : failed(answer)
}
