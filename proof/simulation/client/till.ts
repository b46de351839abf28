/** A till: it sells, takes goods back and asks for points, with the client package of till/. */

import { type CallOptions, openCalls } from '../../../till/send.ts'
import { TillError } from '../../../till/till-error.ts'
import type { PartnerKey, Person } from '../disk/facts.ts'
import type { Client, Stage } from './client.ts'
import { note, type Operation, type Outcome, type Verb } from './history.ts'
import { operations } from './till-operations.ts'

type Calls = Record<keyof typeof operations, (...args: unknown[]) => Promise<unknown>>

/** An operation, and the call that repeats it. */
type Started = { operation: Operation; send: (options: CallOptions) => Promise<unknown> }
type Request = { verb: Verb; person: Person; name: string; subject?: string; amount?: number }

/** What the person at the till does with a request for points: the code that is told, if any. */
export type Answer = (customer_id: string) => Promise<string | null>

export class Till implements Client {
  readonly #stage: Stage
  readonly #people: Person[]
  readonly #calls: Calls
  readonly #answer: Answer
  readonly #started: Started[] = []

  constructor(stage: Stage, { company_id, key }: PartnerKey, answer: Answer) {
    this.#stage = stage
    this.#people = stage.facts.people.filter((person) => person.company_id === company_id)
    this.#calls = callsOf(stage, key)
    this.#answer = answer
  }

  act(): Promise<void> {
    const { chance } = this.#stage.timeline
    const person = chance.one(this.#people)
    const act = chance.below(6)
    if (act < 3) return this.#sell(person)
    return act < 5 ? this.#askForPoints(person) : this.#giveBack(person)
  }

  async resolve(): Promise<void> {
    for (const one of this.#started) {
      if (one.operation.outcome.state === 'unknown') await attempt(one)
    }
  }

  /** Starts an operation under an idempotency key of its own. */
  async #run(
    { verb, person, name, subject, amount = 0 }: Request,
    send: Started['send'],
  ): Promise<Operation> {
    const { history, timeline } = this.#stage
    const operation = history.add({
      verb,
      customer_id: person.id,
      name,
      key: timeline.chance.uuid(),
      subject: subject ?? null,
      amount,
    })
    const started = { operation, send }
    this.#started.push(started)
    await attempt(started)
    return operation
  }

  async #sell(person: Person): Promise<void> {
    const { chance } = this.#stage.timeline
    const amount = 100 + chance.below(1_500)
    const name = chance.uuid()
    const sale = (of: number) => {
      const body = { ...this.#shopping(person, of), points_value: 0, external_id: name }
      const send = (options: CallOptions) => this.#calls.generate(body, options)
      return this.#run({ verb: 'sale', person, name, amount: of }, send)
    }
    const sent = [sale(amount)]
    // The till sends the sale twice at once, under two keys, or another sale under the same number.
    if (chance.is(0.15)) sent.push(sale(amount))
    if (chance.is(0.05)) sent.push(sale(amount + 100))
    const [first] = await Promise.all(sent)
    const started = this.#started.find(({ operation }) => operation === first)!
    if (chance.is(0.1)) await attempt(started)
  }

  #shopping(person: Person, purchase_value: number) {
    return {
      customer: { document: person.document },
      purchase_value,
      subsidiary_name: this.#stage.facts.shop,
    }
  }

  /** Returns goods of a sale, or undoes a use of points. */
  async #giveBack(person: Person): Promise<void> {
    const { chance } = this.#stage.timeline
    const done = this.#started
      .map(({ operation }) => operation)
      .filter(
        ({ outcome, verb, customer_id }) =>
          (verb === 'sale' || verb === 'capture') &&
          outcome.state === 'done' &&
          customer_id === person.id,
      )
    if (done.length === 0) return this.#sell(person)
    const { outcome, verb, amount } = chance.one(done)
    const { id } = outcome as { id: string }
    const isPart = verb === 'sale' && chance.is(0.5)
    const name = chance.uuid()
    const part = isPart ? { returned_value: 1 + chance.below(amount) } : {}
    const body = { external_id: name, ...part }
    await this.#run({ verb: 'return', person, name, subject: id }, (options) =>
      this.#calls.reverse(id, body, options),
    )
    return undefined
  }

  /** Asks for points, and takes or cancels them when the customer has answered, or has not. */
  async #askForPoints(person: Person): Promise<void> {
    const { timeline } = this.#stage
    const { chance } = timeline
    const amount = 1 + chance.below(5)
    const name = chance.uuid()
    const request = { ...this.#shopping(person, 5_000), points_amount: amount, external_id: name }
    const opened = await this.#run({ verb: 'open', person, name, amount }, (options) =>
      this.#calls.open(request, options),
    )
    if (opened.outcome.state !== 'done') return
    const { id } = opened.outcome
    await timeline.wait(chance.within(100, 8_000), 'customer decides')
    const code = chance.is(0.85) ? await this.#answer(person.id) : null
    if (chance.is(0.15)) {
      const cancel = (options: CallOptions) => this.#calls.cancel(id, options)
      await this.#run({ verb: 'cancel', person, name: `cancel ${id}`, subject: id }, cancel)
      return
    }
    const part = chance.is(0.3) ? { points_amount: 1 + chance.below(amount) } : {}
    const body = { ...part, ...(code !== null && { code }) }
    await this.#run(
      { verb: 'capture', person, name: `capture ${id}`, subject: id, amount },
      (options) => this.#calls.capture(id, body, options),
    )
  }
}

function callsOf({ timeline, network, io }: Stage, key: string): Calls {
  return openCalls(
    operations,
    {
      url: 'https://cafe.example/api',
      key,
      sentences: { no_answer: '', unexpected_answer: '' },
      userAgent: 'simulation',
      fetch: (url, request) => network.fetch(url as string, request!),
    },
    {
      elapsed_ms: () => timeline.now_ms,
      now_ms: () => timeline.now_ms,
      after: io.clock.after,
      fraction: io.random.fraction,
      newKey: () => timeline.chance.uuid(),
    },
  ) as Calls
}

/** Sends the operation under its key, and notes the answer. */
async function attempt({ operation, send }: Started): Promise<void> {
  try {
    const options = operation.key === null ? {} : { idempotencyKey: operation.key }
    const result = (await send(options)) as { id: string; captured?: { record_id: string } }
    const id = operation.verb === 'capture' ? result.captured!.record_id : result?.id
    note(operation, { state: 'done', id: id ?? operation.subject! })
  } catch (error) {
    note(operation, tillOutcome(error))
  }
}

function tillOutcome(error: unknown): Outcome {
  if (!(error instanceof TillError)) throw error
  const { status, code } = error
  const isUnknown = status === null || status >= 500 || code === 'idempotency_in_progress'
  if (isUnknown) return { state: 'unknown' }
  return { state: 'refused', code, status }
}
