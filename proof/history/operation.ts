/** An operation of a history: what a client sent about one customer, and what it got. */

/** Points are integers, money is in centavos. An id is the server's; a till's own numbers are `external_id`. */
export type Command =
  | { verb: 'earn'; external_id: string; centavos: number; waits: boolean }
  | { verb: 'open'; external_id: string; points: number; shop: string }
  | { verb: 'confirm' | 'decline' | 'cancel'; intention: string }
  | {
      verb: 'capture'
      intention: string
      code: { digits: string; isRight: boolean } | null
      points: number | null
    }
  /** The index of a prize among `prizes`, and how many of it. */
  | { verb: 'redeem'; products: [prize: number, quantity: number][] }
  | { verb: 'withdraw' | 'give_back'; voucher: string }
  /** `centavos` null: all that is left of the purchase. */
  | { verb: 'return'; record: string; external_id: string; centavos: number | null }
  | { verb: 'undo'; record: string; external_id: string; isPart: boolean }
  | { verb: 'activate'; promotion: string }
  | { verb: 'balance' | 'account' | 'intention' | 'history' }

export type Verb = Command['verb']

/** The fields of an answer that the specification determines, ids included. */
export type Fields = { [name: string]: Field }
export type Field = string | number | null | Field[] | Fields

export type Answer = {
  /** The error code; null: done. */
  error: string | null
  /** Whether the server said that it repeats the answer stored for the key. */
  replayed: boolean
  /** Of an error: its figures, such as `missing`. */
  fields: Fields
}

export type Operation = {
  /** The number in the history, in the order of the calls. */
  n: number
  /** The index of the customer. The history of each customer is judged by itself. */
  customer: number
  /** Who calls: 'customer', or 'till 3'. An idempotency key belongs to one caller. */
  caller: string
  key: string | null
  command: Command
  /** Whether the client has sent the same command before, with the same key or `external_id`. */
  isRepeat: boolean
  /** ms of a monotonic clock, read before the call is sent. */
  invoked_at: number
  /** ms of the same clock, read after the whole answer. Null: no answer, so the call may take effect at any time or never. */
  returned_at: number | null
  answer: Answer | null
}
