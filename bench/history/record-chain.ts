/** The hash chain of the generated records. It must equal what record_hash of engine/ledger/record.sql computes. */

import { hash } from 'node:crypto'

/** The columns of points_record that the load fills. `hash` follows them. */
export const recordColumns =
  'company_id id customer_id sequence type_id origin source_id partner_key_id external_id fingerprint subsidiary_name purchase_value amount value calculation expires_on balance_amount balance_value created_at'.split(
    ' ',
  )
/** One value for each of record_columns. */
type RecordRow = (string | number | null)[]

const hash_bytes = 32
const nothing = Buffer.alloc(0)

export class RecordChain {
  readonly #heads: Buffer
  readonly #begun: Uint8Array

  constructor(customers: number) {
    this.#heads = Buffer.alloc(customers * hash_bytes)
    this.#begun = new Uint8Array(customers)
  }

  /** The hash of the customer's last record so far, in COPY's text format. */
  head(customer: number): string {
    return String.raw`\\x${this.#last(customer).toString('hex')}`
  }

  /** Appends the record to the customer's chain. Returns its columns with the hash. */
  link(customer: number, record: RecordRow): RecordRow {
    const text = Buffer.from(recordText(record))
    hash('sha256', Buffer.concat([this.#last(customer), text]), 'buffer').copy(
      this.#heads,
      customer * hash_bytes,
    )
    this.#begun[customer] = 1
    return [...record, this.head(customer)]
  }

  #last(customer: number): Buffer {
    const from = customer * hash_bytes
    return this.#begun[customer] ? this.#heads.subarray(from, from + hash_bytes) : nothing
  }
}

/** The record as PostgreSQL prints row(…)::text. `npm run audit` on a loaded database verifies the format. */
function recordText(record: RecordRow): string {
  const values = new Map(recordColumns.map((column, at) => [column, record[at] ?? null]))
  return `(${hashedColumns.map((column) => written(column, values.get(column) ?? null)).join(',')})`
}

/** The column order of the SQL function record_hash. Columns that the load leaves out are null. */
const hashedColumns =
  'company_id id customer_id sequence type_id origin source_id reverses_id partner_key_id external_id fingerprint subsidiary_name purchase_value amount value calculation available_on expires_on balance_amount balance_value created_at'.split(
    ' ',
  )

function written(column: string, value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (column === 'fingerprint') return quoted(value.slice(String.raw`\\x`.length))
  // Seconds with six decimals, as extract(epoch from …) prints them.
  if (column === 'created_at') return `${(Date.parse(value) / 1000).toFixed(3)}000`
  return quoted(value)
}

/** A field as PostgreSQL prints it in a row. Null prints as nothing, so an empty text needs quotes. */
function quoted(text: string): string {
  return /^$|["\\(),\s]/.test(text) ? `"${text.replaceAll(/["\\]/g, '$&$&')}"` : text
}
