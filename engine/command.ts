/** The commands of the engine, with the field names that apply.sql reads. Amounts are points or centavos, instants are ISO 8601. */

/** A till's key or a customer's token, checked by the engine itself: the whole request is one statement. */
type Credential =
  | { key_hash: string; scope: string; address: string | null }
  | { token_hash: string }
  /** A caller whom the API has identified. */
  | { partner_key_id: string }
  | { caller_id: string }
  /** A job of Fiel itself. */
  | object

/** The request's Idempotency-Key, and the hash of the request. */
export type Idempotency = { key: string; key_fingerprint: string }

/**
 * The customer that a till names: by document, phone or email, or by the session of a member code with a valid MAC (D14). An
 * object without any of these stands for a code with an invalid MAC, which names no customer.
 */
export type NamedCustomer = {
  document?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  /** Of the console's counter, which has looked the customer up before. */
  customer_id?: string | undefined
  session_ref?: string
  /** The code's 30-second interval, which opens one hold at most. */
  code_step?: number
  /** Set when the code's interval is too far from the server's clock. */
  code_error?: 'expired_code'
}

/** The shop that a till names. The company's list of shops is searched by `subsidiary_key`. */
type Shop = { subsidiary_name: string; subsidiary_key: string }

type Verb =
  | ({
      verb: 'earn'
      purchase_value: number
      points_value: number
      external_id: string
      rule?: string | undefined
      fingerprint: string
      /** The fingerprint in the form of older releases, so that a sale repeated after an upgrade gets its first answer. */
      plain_fingerprint?: string
      /** The fingerprint under the keys of the server's other secrets, for sales from before a secret was replaced. */
      other_fingerprints?: string[]
    } & NamedCustomer &
      Shop)
  | ({
      verb: 'open'
      purchase_value: number
      points_amount?: number | undefined
      points_value?: number | undefined
      external_id: string
      fingerprint: string
    } & NamedCustomer &
      Shop)
  | {
      verb: 'capture'
      intention_id: string
      code?: string | undefined
      code_key: string
      other_code_keys?: string[]
      points_amount?: number | undefined
    }
  | { verb: 'confirm' | 'decline' | 'cancel' | 'expire'; intention_id: string }
  | {
      verb: 'return'
      record_id: string
      returned_value?: number | undefined
      external_id: string
      fingerprint: string
    }
  | {
      verb: 'redeem'
      document: string
      products: { prize_id: string; quantity: number }[]
      codes: { code_key: string; sealed_code: string }[]
    }
  | ({ verb: 'withdraw_voucher'; code_key: string; other_code_keys?: string[] } & Shop)
  | { verb: 'cancel_voucher'; code_key: string; other_code_keys?: string[] }
  | { verb: 'activate'; code: string }
  | { verb: 'settle_level' }
  | {
      verb: 'adjust'
      customer_id: string
      /** Points: given if positive, taken if negative. */
      amount: number
      reason: string
      /** Days for which given points are valid, counted from the day of the record; null: they do not expire. */
      expires_in_days: number | null
      /** `adjustmentId` of the request's key. */
      external_id: string
      fingerprint: string
    }
  | { verb: 'undo_adjustment'; record_id: string }
  /** `customer_id`: the account that stays. */
  | { verb: 'merge'; customer_id: string; absorbed_id: string }
  /** `record_id`: the record of 0 points that began the merge. */
  | { verb: 'undo_merge'; record_id: string; absorbed_id: string }
  /** The staying account pays what the absorbed one owes. */
  | { verb: 'collect'; customer_id: string; absorbed_id: string }
  /** A balance from another programme (D17). `external_id`: importedId. */
  | {
      verb: 'import'
      import_id: string
      document: string
      amount: number
      value: number
      expires_on: string | null
      external_id: string
    }
  /** The commands of engine/verbs/movements.sql, which only tests send. */
  | {
      verb: 'spend'
      amount: number
      origin: string
      subsidiary_name?: string
      external_id?: string
    }
  | {
      verb: 'grant'
      amount: number
      origin: string
      calculation?: object
      expires_on?: string | undefined
    }
  | { verb: 'hold'; hold_id: string; amount: number; expires_at: string }
  | {
      verb: 'finish_hold'
      hold_id: string
      origin: string
      amount?: number
      subsidiary_name?: string
      purchase_value?: number
      external_id?: string
    }
  | { verb: 'undo'; record_id: string; origin: string }

/** Byte strings are written by `bytes()`. */
export type Command = Verb & Credential & Partial<Idempotency>

/**
 * The subject of a command, such as a document, a token or an intention. One call carries out at most one command of a subject.
 * A customer may have several subjects.
 */
export function subjectOf(command: Command): string | undefined {
  const { document, phone, email, session_ref, ...others } = command as Partial<
    Record<string, string>
  >
  const { token_hash, caller_id, customer_id, intention_id, record_id, code_key } = others
  return (
    document ??
    phone ??
    email ??
    session_ref ??
    token_hash ??
    caller_id ??
    customer_id ??
    intention_id ??
    record_id ??
    code_key
  )
}

/** Identifies the caller and the key; undefined when the command has no idempotency key. */
export function duplicateId(company_id: string, command: Command): string | undefined {
  if (!('key' in command) || command.key === undefined) return undefined
  const { key_hash, token_hash, partner_key_id, caller_id } = command as Record<string, unknown>
  return JSON.stringify([company_id, key_hash, token_hash, partner_key_id, caller_id, command.key])
}

/** The external_id of an adjustment, from the key of its request. */
export function adjustmentId(key: string): string {
  return `ajuste:${key}`
}

const reversalPrefix = 'estorno:'

/** The external_id of a reversal by the staff, from its record and the key of its request. */
export function reversalId(record_id: string, key: string): string {
  return `${reversalPrefix}${record_id}:${key}`
}

/** Keeps the numbers of imported balances apart from those of tills, which number their sales themselves. */
const importPrefix = 'import:'

/** The external_id of an imported balance, from its number in the file. */
export function importedId(external_id: string): string {
  return importPrefix + external_id
}

/**
 * The number by which people know a record: the till's, or the number of an imported balance in its file. Null: the record
 * has no such number.
 */
export function shownNumber(origin: string, external_id: string | null): string | null {
  if (origin === 'adjustment' || external_id?.startsWith(reversalPrefix)) return null
  return origin === 'import' ? (external_id?.slice(importPrefix.length) ?? null) : external_id
}

/** Bytes as PostgreSQL reads them in JSON. */
export function bytes(buffer: Buffer): string {
  return String.raw`\x${buffer.toString('hex')}`
}
