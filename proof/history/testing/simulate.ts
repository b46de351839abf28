/** Histories that the specification itself makes, one command after the other, seen through overlapping calls. */

import { type Random, randomFrom } from '../../traffic/random.ts'
import { type Account, newAccount } from '../account.ts'
import { nextCall } from '../choose.ts'
import { Knowledge } from '../knowledge.ts'
import type { Answer, Operation } from '../operation.ts'
import { outcomeOf, specificationOf } from '../specification.ts'
import { withIds } from './teller.ts'

const tills = 4

export type Options = {
  operations: number
  /** ms that a call may begin before, and end after, its effect. The effects are 1 ms apart. */
  reach_ms: number
  /** Of 100 calls, those without an answer. Half of these take effect. */
  unknown: number
}

/** The history of one customer. Every one is linearizable, because its operations had their effects in the order of `n`. */
export function simulated(seed: number, options: Options): Operation[] {
  const random = randomFrom(seed)
  const knowledge = new Knowledge()
  let account: Account = newAccount()
  const history: Operation[] = []
  const { step } = specificationOf([])
  for (let n = 0; n < options.operations; n += 1) {
    const call = nextCall(random, knowledge, n % tills, tills)
    const operation: Operation = {
      n,
      customer: 0,
      ...call,
      ...interval(random, n, options),
      answer: null,
    }
    const isUnknown = random.integer(1, 100) <= options.unknown
    // The call is lost before it arrives.
    const isLost = isUnknown && random.integer(0, 1) === 1
    if (!isLost) {
      const answer = answered(account, operation)
      account = step(account, { ...operation, answer }) as Account
      // An effect that no answer shows has ids that nobody knows, so the clients learn of it by reading or by a repeat.
      if (!isUnknown) {
        operation.answer = answer
        knowledge.learn(call, answer, digitsOf(operation, answer))
      }
    }
    knowledge.sent(call)
    history.push(isUnknown ? { ...operation, returned_at: null } : operation)
  }
  const last: Operation = {
    n: options.operations,
    customer: 0,
    caller: 'customer',
    key: null,
    command: { verb: 'history' },
    isRepeat: false,
    invoked_at: options.operations + options.reach_ms,
    returned_at: options.operations + options.reach_ms + 1,
    answer: null,
  }
  return [...history, { ...last, answer: answered(account, last) }]
}

/** The effect of operation `n` is at `n` ms. */
function interval(random: Random, n: number, { reach_ms }: Options) {
  return {
    invoked_at: n - random.fraction() * reach_ms,
    returned_at: n + random.fraction() * reach_ms,
  }
}

function answered(account: Account, operation: Operation): Answer {
  return withIds(outcomeOf(account, operation).answer)
}

function digitsOf({ command }: Operation, { fields }: Answer): string | null {
  if (command.verb === 'confirm') return '123456'
  return command.verb === 'intention' && fields['open'] !== null ? '123456' : null
}
