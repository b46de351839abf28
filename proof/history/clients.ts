/** Concurrent clients that call real servers about hot and cold customers, and note each call with its instants. */

import { type Random, randomFrom } from '../traffic/random.ts'
import { nextCall } from './choose.ts'
import { type Call, Knowledge } from './knowledge.ts'
import type { Operation } from './operation.ts'
import { answerOf, requestOf } from './request.ts'
import type { Shop } from './shop.ts'

export const clients = 32

/** Of 100 calls, those about a hot customer. */
const hotShare = 55
/** Hot customers at a time, and the calls about each before the next customer takes its place. */
const hot = 3
const callsPerHot = 300
/** Of 1,000 calls: the client hangs up before the answer, after at most `patience_ms`; and sends the call twice at once. */
const hangsUp = 30
const patience_ms = 30
const sendsTwice = 30
/** Of 100 calls without an answer, those that the client sends again. */
const sendsAgain = 80
/** A server that has not answered after this time is broken. */
const answerLimit_ms = 60_000

export type Played = {
  history: Operation[]
  /** Answers that no client may get: errors of the server other than 503 with Retry-After. */
  badAnswers: string[]
}

/** How many customers a history needs: the hot ones in turn, and `cold` ones. */
export function peopleFor(operations: number, cold: number): number {
  return hot * Math.ceil((operations * hotShare) / 100 / hot / callsPerHot + 1) + cold
}

/** Plays `operations` calls, and then reads the whole history of each customer. */
export async function play(
  seed: number,
  {
    shop,
    addresses,
    operations,
    cold,
  }: {
    shop: Shop
    addresses: string[]
    operations: number
    cold: number
  },
): Promise<Played> {
  const crowd = new Crowd(seed, shop, addresses, cold)
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (crowd.history.length < operations) await crowd.act(client)
    }),
  )
  await crowd.readAll()
  return { history: crowd.history, badAnswers: crowd.badAnswers }
}

class Crowd {
  readonly history: Operation[] = []
  readonly badAnswers: string[] = []
  readonly #randoms: Random[]
  readonly #knowledge: Knowledge[]
  readonly #shop: Shop
  readonly #addresses: string[]
  readonly #cold: number
  #hotCalls = 0

  constructor(seed: number, shop: Shop, addresses: string[], cold: number) {
    this.#randoms = Array.from({ length: clients }, (_, client) => randomFrom(seed, client))
    this.#knowledge = shop.customers.map(() => new Knowledge())
    this.#shop = shop
    this.#addresses = addresses
    this.#cold = cold
  }

  async act(client: number): Promise<void> {
    const random = this.#randoms[client]!
    const customer = this.#nextCustomer(random)
    const call = nextCall(random, this.#knowledge[customer]!, client, this.#shop.keys.length)
    this.#knowledge[customer]!.sent(call)
    if (random.integer(1, 1_000) <= sendsTwice) {
      await Promise.all([
        this.#send(random, customer, call, false),
        this.#send(random, customer, { ...call, isRepeat: true }, false),
      ])
      return
    }
    const operation = await this.#send(random, customer, call, random.integer(1, 1_000) <= hangsUp)
    if (operation.answer === null && random.integer(1, 100) <= sendsAgain) {
      await this.#send(random, customer, { ...call, isRepeat: true }, false)
    }
  }

  /** The last read of a customer says in which order all its records were made. */
  async readAll(): Promise<void> {
    const called = new Set(this.history.map(({ customer }) => customer))
    const call: Call = {
      caller: 'customer',
      key: null,
      command: { verb: 'history' },
      isRepeat: false,
    }
    for (const customer of called) await this.#send(this.#randoms[0]!, customer, call, false)
  }

  #nextCustomer(random: Random): number {
    if (random.integer(1, 100) > hotShare) return random.integer(0, this.#cold - 1)
    this.#hotCalls += 1
    const generation = Math.floor(this.#hotCalls / (callsPerHot * hot))
    return this.#cold + generation * hot + random.integer(0, hot - 1)
  }

  async #send(random: Random, customer: number, call: Call, isImpatient: boolean) {
    const request = requestOf(this.#shop, this.#shop.customers[customer]!, call)
    const url = `${random.pick(this.#addresses)}/api/${request.path}`
    const limit_ms = isImpatient ? random.integer(0, patience_ms) : answerLimit_ms
    const operation: Operation = {
      n: this.history.length,
      customer,
      ...call,
      invoked_at: performance.now(),
      returned_at: null,
      answer: null,
    }
    this.history.push(operation)
    try {
      const { method, headers, body } = request
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(limit_ms),
      })
      const text = await response.text()
      const returnedAt = performance.now()
      this.#note(operation, response, text, returnedAt)
    } catch (error) {
      // A client that hung up does not know whether the call was carried out.
      if (!isImpatient) this.badAnswers.push(`${call.command.verb}: ${(error as Error).message}.`)
    }
    return operation
  }

  #note(operation: Operation, { status, headers }: Response, text: string, returnedAt: number) {
    // As the till's client does (till/send.ts), take 408 for no answer: the server gave up on the connection before it had read
    // the request, and the request may have been on its way.
    if (status === 408) return
    if (status >= 500) {
      const saysWhen = status === 503 && headers.has('retry-after')
      if (!saysWhen) this.badAnswers.push(`${operation.command.verb} was answered ${status}.`)
      return
    }
    const body: unknown = text === '' ? null : JSON.parse(text)
    const replayed = headers.get('idempotent-replayed') === 'true'
    const { answer, digits } = answerOf(operation.command.verb, { status, replayed, body })
    operation.returned_at = returnedAt
    operation.answer = answer
    this.#knowledge[operation.customer]!.learn(operation, answer, digits)
  }
}
