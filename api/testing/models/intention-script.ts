/** Runs scenarios of intentions: each line is a call, with its outcome and the free points after it. */

import { expect, test } from 'vitest'

import { expireIntentions } from '#api/intention/expire.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import type { ErrorBody } from '#contract/error.ts'
import type { Intention, TillIntention } from '#contract/intention.ts'
import { audit } from '#engine/audit/audit.ts'

import { type Answer, asPartner, sale, type World } from '../worlds/world.ts'

/** Defines one test of a script, on a customer of its own with 100 points and on two tills. */
type Scenario = (title: string, script: string) => void

/**
 * A line: `HH:MM[:SS]  who  does what  → outcome, free points`. The outcome is the intention's status, or the error code
 * with its figures. A time earlier than that of the line before belongs to the next day.
 */
export async function intentionScripts(world: World): Promise<Scenario> {
  const key = await createPartnerKey(world.database, world.cafe.id, 'Caixa 2', world.now())
  return (title, script) => {
    test(title, async () => {
      const stage = await setStage(world, [world.cafe.key, key])
      let day = 20
      let last = ''
      for (const line of script.trim().split('\n')) {
        const [, time, till, verb = '', rest = '', expected] = lineForm.exec(line) ?? []
        if (!time || !(verb in verbs)) throw new Error(`not a line of a scenario: ${line}`)
        if (time < last) day += 1
        last = time
        world.moveClock(`2026-11-${day}T${time.length === 5 ? `${time}:00` : time}Z`)
        const at = till ? Number(till) - 1 : 0
        const outcome = await outcomeOf(stage, at, await verbs[verb as Verb](stage, at, rest))
        const [call] = line.split('→')
        expect(`${call}→ ${outcome}, free ${await freePoints(stage)}`).toBe(`${call}→ ${expected}`)
      }
      expect(await audit(world.database, world.now())).toMatchObject({ differences: [] })
    })
  }
}

const lineForm = /^\s*(\d\d:\d\d(?::\d\d)?)\s+(?:till (\d)|\w+)\s+(\w+)\s*(.*?)\s*→\s*(.+)$/

async function setStage(world: World, keys: string[]) {
  // Start before the first line, because the engine refuses a command older than the customer's last movement.
  world.moveClock('2026-11-20T00:00:00Z')
  return {
    world,
    customer: await world.confirmed(world.cafe, 100),
    keys,
    /** The newest intention of each till. */
    ids: [] as string[],
  }
}

type Stage = Awaited<ReturnType<typeof setStage>>
type Outcome = Answer | 'done'
/** Plays one line. `at`: the till's number, from 0. `rest`: the words of the line after its verb. */
type Play = (stage: Stage, at: number, rest: string) => Promise<Outcome>
type Verb = 'asks' | 'takes' | 'cancels' | 'confirms' | 'declines' | 'earns' | 'waits'

const verbs: Record<Verb, Play> = {
  async asks({ world, customer, keys, ids }, at, rest) {
    const [, number, shop = `Loja ${at + 1}`] = /^(\d+)(?: as (.+))?$/.exec(rest)!
    const body = {
      ...sale(customer.document),
      subsidiary_name: shop,
      points_amount: Number(number),
    }
    const headers = asPartner({ key: keys[at]! })
    const answer = await world.call('POST /partner/points/intention', { headers, body })
    if (answer.status === 201) ids[at] = (answer.body as TillIntention).id
    return answer
  },
  async takes(stage, at, rest) {
    const [, number, guess] = /^(\d+)?\s*(code|wrong code)?$/.exec(rest)!
    const body = {
      ...(number && { points_amount: Number(number) }),
      ...(guess && { code: await codeOf(stage, guess === 'code') }),
    }
    const key = 'POST /partner/points/intention/{id}/capture'
    return stage.world.call(key, { ...ofTill(stage, at), body })
  },
  cancels: (stage, at) =>
    stage.world.call('DELETE /partner/points/intention/{id}', ofTill(stage, at)),
  confirms: (stage, at) =>
    stage.world.call('POST /points/intention/{id}/confirm', ofCustomer(stage, at)),
  declines: (stage, at) => stage.world.call('DELETE /points/intention/{id}', ofCustomer(stage, at)),
  async earns({ world, customer }, _at, rest) {
    const purchase_value = Number(rest) * 100
    await world.generate(world.cafe, sale(customer.document, { purchase_value }))
    return 'done'
  },
  async waits({ world }) {
    await expireIntentions(world.database, world.now())
    return 'done'
  },
}

function ofTill({ keys, ids }: Stage, at: number) {
  return { headers: asPartner({ key: keys[at]! }), params: { id: ids[at]! } }
}

function ofCustomer({ customer, ids }: Stage, at: number) {
  return { headers: customer.headers, params: { id: ids[at]! } }
}

async function codeOf({ world, customer }: Stage, isRight: boolean): Promise<string> {
  const { body } = await world.call('GET /points/intention', { headers: customer.headers })
  const right = (body as Intention | undefined)?.code ?? '000000'
  return isRight ? right : String((Number(right) + 1) % 1_000_000).padStart(6, '0')
}

async function outcomeOf(stage: Stage, at: number, outcome: Outcome): Promise<string> {
  if (outcome !== 'done' && outcome.status >= 300) return errorText(outcome)
  const { body } = await stage.world.call('GET /points/intention/{id}', ofCustomer(stage, at))
  const { status, captured } = body as Intention
  return captured ? `${status} ${captured.points_amount}` : status
}

function errorText({ body }: Answer): string {
  const { type, details } = (body as ErrorBody).data
  return [type, ...Object.entries(details ?? {}).flat()].join(' ')
}

async function freePoints({ world, customer }: Stage): Promise<number> {
  const { body } = await world.call('GET /customer/balance', { headers: customer.headers })
  return (body as { amount_balance: number }).amount_balance
}
