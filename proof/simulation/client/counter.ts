/** A person at the counter of the console: sales that wait on the device while their outcome is unknown, sent by two tabs. */

import {
  type QueuedSale,
  type SaleQueue,
  saleQueue,
  sellOrKeep,
  sendQueue,
} from '#console/counter/queue.ts'
import { ActionFailure } from '#console/feedback/use-action.ts'
import type { CounterSale } from '#contract/console/counter.ts'

import { epoch_ms } from '../database/server.ts'
import type { Person, Staff } from '../disk/facts.ts'
import { call, type Client, outcomeOf, type Stage } from './client.ts'
import { note, type Operation } from './history.ts'
import { newStore } from './store.ts'

/** As in console/counter/use-queue.ts. */
const retry_ms = 20_000

/** A sale with what is known of it. `isNotKept`: the device could not store it. */
type Sold = { sale: CounterSale; operation: Operation; isNotKept: boolean }

export class Counter implements Client {
  readonly queue: SaleQueue
  readonly #stage: Stage
  readonly #staff: Staff
  readonly #sales = new Map<string, Sold>()
  /** Tabs take turns, as navigator.locks lets them. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(stage: Stage, staff: Staff, isFull: () => boolean) {
    const owner = { company_id: staff.company_id, staff_id: staff.id }
    this.#stage = stage
    this.#staff = staff
    this.queue = saleQueue(newStore(isFull), owner)
    this.#openTab()
    this.#openTab()
  }

  async act(): Promise<void> {
    const { timeline, facts, history } = this.#stage
    const { chance } = timeline
    const people = facts.people.filter(({ company_id }) => company_id === this.#staff.company_id)
    const person: Person = chance.one(people)
    const sale: CounterSale = {
      shop: facts.shop,
      customer: { document: person.document },
      purchase_value: 100 + chance.below(1_500),
      external_id: chance.uuid(),
      calculation_rule_id: undefined,
    }
    const operation = history.add({
      verb: 'counter sale',
      customer_id: person.id,
      name: sale.external_id,
      key: null,
      subject: null,
      amount: sale.purchase_value,
    })
    const sold: Sold = { sale, operation, isNotKept: false }
    this.#sales.set(sale.external_id, sold)
    await this.#send(sold)
  }

  /** Sends the queue, which holds each sale whose outcome is unknown. */
  async resolve(): Promise<void> {
    await this.#sendInTurn()
    for (const sale of this.queue.read()) {
      noteRefusal(sale, this.#sales.get(sale.external_id)?.operation)
    }
  }

  /** Sales of which the device said that it cannot keep them. */
  notKept(): string[] {
    const sales = [...this.#sales.values()].filter(({ isNotKept }) => isNotKept)
    return sales.map(({ sale }) => sale.external_id)
  }

  async #send(sold: Sold): Promise<void> {
    const { sale, operation } = sold
    const now = () => new Date(epoch_ms + this.#stage.timeline.now_ms)
    try {
      const made = await sellOrKeep(this.queue, sale, (body) => this.#post(body), now)
      if (made) return
      note(operation, { state: 'unknown' })
    } catch (error) {
      const isFull = error instanceof ActionFailure
      sold.isNotKept = isFull
      note(operation, isFull ? { state: 'unknown' } : outcomeOf(error))
    }
  }

  async #post(body: CounterSale): Promise<unknown> {
    const answer = (await call(this.#stage.io, 'POST /admin/counter/sale', {
      token: this.#staff.id,
      body,
      isRepeatable: true,
    })) as { id: string }
    const sold = this.#sales.get(body.external_id)
    if (sold) note(sold.operation, { state: 'done', id: answer.id })
    return answer
  }

  #sendInTurn(): Promise<unknown> {
    const sending = this.#turn.then(() => sendQueue(this.queue, (body) => this.#post(body)))
    // The next turn begins whatever the outcome, which the caller of this turn gets.
    this.#turn = sending.catch(() => undefined)
    return sending
  }

  /** A tab sends what waits from time to time. */
  #openTab(): void {
    const { clock, random } = this.#stage.io
    clock.after(retry_ms * (0.5 + random.fraction()), () => {
      void this.#sendInTurn()
      this.#openTab()
    })
  }
}

/** A sale that the server refused stays in the queue with its sentence. */
function noteRefusal({ failure }: QueuedSale, operation: Operation | undefined): void {
  if (failure !== undefined && operation) {
    note(operation, { state: 'refused', code: failure, status: 422 })
  }
}
