/** Calls the verb of a command, as engine/dispatch.sql does. */

import type { Facts } from '../disk/facts.ts'
import type { Transaction } from '../disk/transaction.ts'
import type { Args, Decision, Located } from './command.ts'
import { captureIntention, confirm, open, withdraw } from './intention.ts'
import { redeem } from './redeem.ts'
import { giveBack, sell, undoUse } from './sale.ts'

type Verb = (tx: Transaction, one: Located, now_ms: number, facts: Facts) => Decision

const verbs: Record<Args['verb'], Verb> = {
  earn: sell,
  return: (tx, one, now_ms) =>
    one.record!.type_id === 'CNS' ? undoUse(tx, one, now_ms) : giveBack(tx, one, now_ms),
  open,
  capture: captureIntention,
  confirm,
  decline: (tx, one, now_ms) => withdraw(tx, one, 'DECLINED', now_ms),
  cancel: (tx, one, now_ms) => withdraw(tx, one, 'CANCELLED', now_ms),
  expire: (tx, one, now_ms) => withdraw(tx, one, 'EXPIRED', now_ms),
  redeem,
}

export function decide(tx: Transaction, facts: Facts, one: Located, now_ms: number): Decision {
  return verbs[one.args.verb](tx, one, now_ms, facts)
}
