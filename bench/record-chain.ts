/** The hashes that bind the records of a made-up history, as record_hash of points/ledger.sql makes them of real ones. */

import { hash } from 'node:crypto'

/** A row of points_record, in the order of the columns that are copied. */
export type RecordRow = (string | number | null)[]

const hash_bytes = 32
const nothing = Buffer.alloc(0)

export class RecordChain {
  readonly #heads: Buffer
  readonly #begun: Uint8Array

  constructor(customers: number) {
    this.#heads = Buffer.alloc(customers * hash_bytes)
    this.#begun = new Uint8Array(customers)
  }

  /** The hash of the customer's last record so far, as COPY reads it. */
  head(customer: number): string {
    return String.raw`\\x${this.#last(customer).toString('hex')}`
  }

  /** The record with its hash, which is the customer's last from now on. */
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

/** jsonb_build_array(…)::text of the record: `npm run audit` of what was loaded says whether it is. */
function recordText(record: RecordRow): string {
  const [company_id, id, customer_id, sequence, type_id, origin, source_id, ...rest] = record
  const [partner_key_id, external_id, fingerprint, subsidiary_name, purchase_value, ...result] =
    rest
  const [amount, value, calculation, expires_on, balance_amount, balance_value, created_at] = result
  const sale = [
    partner_key_id,
    external_id,
    typeof fingerprint === 'string' ? fingerprint.slice(String.raw`\\x`.length) : null,
    subsidiary_name,
    purchase_value,
  ]
  const before = [company_id, id, customer_id, sequence, type_id, origin, source_id, null, ...sale]
  const after = [null, expires_on, balance_amount, balance_value]
  const seconds = `${(new Date(String(created_at)).getTime() / 1000).toFixed(3)}000`
  return `[${[...[...before, amount, value].map(json), calculation ?? 'null', ...after.map(json), seconds].join(', ')}]`
}

function json(value: string | number | null | undefined): string {
  return JSON.stringify(value ?? null)
}
