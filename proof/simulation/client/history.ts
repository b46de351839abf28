/** What the clients of a schedule know about their operations: the history that the checks compare with the disk. */

export type Verb =
  | 'sale'
  | 'return'
  | 'open'
  | 'capture'
  | 'cancel'
  | 'confirm'
  | 'decline'
  | 'redeem'
  | 'counter sale'
  | 'mail'

/** 'unknown': no conclusive answer came, so the operation may have been carried out. */
export type Outcome =
  | { state: 'running' }
  | { state: 'unknown' }
  | { state: 'done'; id: string }
  | { state: 'refused'; code: string; status: number }

export type Operation = {
  verb: Verb
  customer_id: string
  /** The external_id or the idempotency key: what makes a repeat the same operation. */
  name: string
  /** The idempotency key of the client that was sent with it, if any. */
  key: string | null
  /** The id of the intention, record or purchase that it names. */
  subject: string | null
  /** Centavos of a sale or points of a request. */
  amount: number
  outcome: Outcome
  /** Every conclusive answer, in the order of their arrival: a repeat gets the first one again. */
  answers: Outcome[]
}

export class History {
  readonly operations: Operation[] = []

  add(operation: Omit<Operation, 'outcome' | 'answers'>): Operation {
    const made: Operation = { ...operation, outcome: { state: 'running' }, answers: [] }
    this.operations.push(made)
    return made
  }

  /** Operations whose promise has not settled. */
  running(): Operation[] {
    return this.operations.filter(({ outcome }) => outcome.state === 'running')
  }
}

/** Notes an answer. A conclusive one stays when a later attempt learns nothing. */
export function note(operation: Operation, outcome: Outcome): void {
  if (outcome.state === 'done' || outcome.state === 'refused') operation.answers.push(outcome)
  if (operation.outcome.state === 'done' || operation.outcome.state === 'refused') return
  operation.outcome = outcome
}
