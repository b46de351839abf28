/** Makes histories by hand: the specification answers each command, and a test then changes what a client saw. */

import { type Account, newAccount } from '../account.ts'
import type { Answer, Command, Operation } from '../operation.ts'
import { outcomeOf, specificationOf } from '../specification.ts'

type Told = { key?: string; till?: number; isRepeat?: boolean }

/** One customer's calls, one after the other: call `n` lasts from `10 n` to `10 n + 5` ms. */
export class Teller {
  readonly history: Operation[] = []
  #account: Account = newAccount()
  readonly #step = specificationOf([]).step

  /** The call, answered by the specification. */
  does(command: Command, { key, till, isRepeat = false }: Told = {}): Operation {
    const operation = this.#operation(command, key, till, isRepeat)
    operation.answer = this.#answer(operation)
    this.#account = this.#step(this.#account, operation) as Account
    this.history.push(operation)
    return operation
  }

  /** The call with this answer, whatever the specification says. It has no effect on later answers. */
  isTold(command: Command, answer: Partial<Answer>, { key, till, isRepeat = false }: Told = {}) {
    const operation = this.#operation(command, key, till, isRepeat)
    operation.answer = { error: null, replayed: false, fields: {}, ...answer }
    this.history.push(operation)
    return operation
  }

  /** The call, without an answer and without an effect on later answers. */
  loses(command: Command, { key, till }: Told = {}): Operation {
    const operation = { ...this.#operation(command, key, till, false), returned_at: null }
    this.history.push(operation)
    return operation
  }

  /** A lost call has its effect now. */
  takesEffect(operation: Operation): void {
    this.#account = this.#step(this.#account, {
      ...operation,
      answer: this.#answer(operation),
    }) as Account
  }

  /** Points for a purchase, so that there is something to spend. Returns the id of its record. */
  earns(points: number): string {
    const external_id = `sale ${this.history.length}`
    const { answer } = this.does({
      verb: 'earn',
      external_id,
      centavos: points * 100,
      waits: false,
    })
    return answer!.fields['id'] as string
  }

  /** Opens an intention of till 0. Returns its id. */
  opens(points: number): string {
    const external_id = `intention ${this.history.length}`
    const command = { verb: 'open', external_id, points, shop: 'Loja' } as const
    return this.does(command, { till: 0 }).answer!.fields['id'] as string
  }

  #operation(command: Command, key = '', till = -1, isRepeat = false): Operation {
    const n = this.history.length
    return {
      n,
      customer: 0,
      caller: till === -1 ? 'customer' : `till ${till}`,
      key: key === '' ? null : key,
      command,
      isRepeat,
      invoked_at: 10 * n,
      returned_at: 10 * n + 5,
      answer: null,
    }
  }

  #answer(operation: Operation): Answer {
    return withIds(outcomeOf(this.#account, operation).answer)
  }
}

/** The specification's answer, with an id in the place of each placeholder. */
export function withIds(answer: Answer): Answer {
  return JSON.parse(JSON.stringify(answer).replaceAll('"?', '"id ')) as Answer
}

/** Lets the calls overlap: each is in flight from the first one's begin to the last one's end. */
export function atOnce(...operations: Operation[]): void {
  const begin = Math.min(...operations.map(({ invoked_at }) => invoked_at))
  const end = Math.max(
    ...operations.map(({ invoked_at, returned_at }) => returned_at ?? invoked_at),
  )
  for (const operation of operations) {
    operation.invoked_at = begin
    if (operation.returned_at !== null) operation.returned_at = end
  }
}
