/** A customer at the portal: redeems prizes, and answers a till's request for points. */

import type { Intention } from '#contract/intention.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { attemptOf, settleAttempt, storeAttempt, storedAttempt } from '#portal/client/attempt.ts'

import type { Person } from '../disk/facts.ts'
import { call, type Client, outcomeOf, type Stage } from './client.ts'
import { note, type Operation } from './history.ts'
import { newStore } from './store.ts'

type Purchase = { customer_document: string; products: { prize_id: string; quantity: number }[] }

/** The name of the screen whose attempts are stored. */
const screen = 'premio'

export class Portal implements Client {
  readonly #stage: Stage
  readonly #person: Person
  readonly #store = newStore()
  readonly #redemptions = new Map<string, Operation>()
  /** The button of the screen is off while a redemption runs. */
  #isBusy = false

  constructor(stage: Stage, person: Person) {
    this.#stage = stage
    this.#person = person
  }

  async act(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    await this.#redeem().finally(() => {
      this.#isBusy = false
    })
  }

  async resolve(): Promise<void> {
    if (storedAttempt(screen, this.#store) !== null) await this.#redeem()
  }

  /**
   * What a till asks for is confirmed or declined, or its code is told to the cashier: the answer is the code. Null: nothing was
   * told.
   */
  async answerTill(): Promise<string | null> {
    const { io, timeline, history } = this.#stage
    const { chance } = timeline
    const { token, id: customer_id } = this.#person
    const read = call(io, 'GET /points/intention', { token, isRepeatable: true })
    const intention = (await read.catch(ignored)) as Intention | undefined
    if (!intention) return null
    if (chance.is(0.3)) return chance.is(0.8) ? intention.code : '000000'
    const isConfirmed = chance.is(0.85)
    const operation = history.add({
      verb: isConfirmed ? 'confirm' : 'decline',
      customer_id,
      name: `answer ${intention.id}`,
      key: null,
      subject: intention.id,
      amount: 0,
    })
    const endpoint = isConfirmed
      ? 'POST /points/intention/{id}/confirm'
      : 'DELETE /points/intention/{id}'
    try {
      await call(io, endpoint, { token, id: intention.id, isRepeatable: false })
      note(operation, { state: 'done', id: intention.id })
    } catch (error) {
      note(operation, outcomeOf(error))
    }
    return null
  }

  /** As a screen does: the attempt is stored before it is sent, and an unknown one is sent again before a new one. */
  async #redeem(): Promise<void> {
    const { timeline, facts } = this.#stage
    const { chance } = timeline
    const { company_id, document } = this.#person
    const prize = facts.prizes.find((one) => one.company_id === company_id)!
    const command: Purchase = {
      customer_document: document,
      products: [{ prize_id: prize.id, quantity: 1 + chance.below(2) }],
    }
    const newKey = () => chance.bytes(16).toString('hex')
    const attempt = attemptOf(screen, command, this.#store, newKey)
    storeAttempt(screen, attempt, this.#store)
    const operation = this.#operationOf(
      attempt.key,
      attempt.command.products[0]!.quantity * prize.value,
    )
    const send = () =>
      call(this.#stage.io, 'POST /voucher/generate', {
        token: this.#person.token,
        body: attempt.command,
        key: attempt.key,
        isRepeatable: true,
      })
    // A double press sends the attempt twice at once.
    const presses = chance.is(0.15) ? [send(), send()] : [send()]
    await Promise.all(presses.map((sent) => this.#settle(operation, sent)))
  }

  #operationOf(key: string, amount: number): Operation {
    const stored = this.#redemptions.get(key)
    if (stored) return stored
    const operation = this.#stage.history.add({
      verb: 'redeem',
      customer_id: this.#person.id,
      name: key,
      key,
      subject: null,
      amount,
    })
    this.#redemptions.set(key, operation)
    return operation
  }

  async #settle(operation: Operation, sent: Promise<unknown>): Promise<void> {
    try {
      const vouchers = (await settleAttempt(screen, sent, this.#store)) as { id: string }[]
      note(operation, { state: 'done', id: vouchers.map(({ id }) => id).join(' ') })
    } catch (error) {
      note(operation, outcomeOf(error))
    }
  }
}

/** The poll of the next screen reads it again. */
function ignored(error: unknown): undefined {
  if (!(error instanceof RequestFailure)) throw error
}
