/** Proves or refutes a head from the records of the ledger. It repairs nothing. */

import { createHash, type Hash } from 'node:crypto'

import type { HeadFacts, RecordHead } from '#contract/head/head.ts'
import { PageSize } from '#database/page/page-size.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { entryBytes, hashHead, noHeadHash } from './hash-head.ts'
import { isSigned } from './head-key.ts'
import { placeOfHash, storedHeads } from './read-head.ts'

/** Customers of one statement. Their records are hashed again: 10,000 records take about 0.5 s. */
const defaultPageSize = 500
const noCustomer = '00000000-0000-0000-0000-000000000000'

/** `head`: as the ledger says. `customers`: all that it covers. `fault`: a sentence without its end. */
export type Proof =
  | { isProven: true; head: HeadFacts; customers: number }
  | { isProven: false; fault: string }

/**
 * The records dated before the head's end that it does not cover, and the first of them by customer. They were written after the head
 * was taken: by a call that took more than 10 minutes, by a node whose clock was behind, or by somebody who added them.
 */
export type Uncovered = { records: number; first?: { customer_id: string; sequence: number } }

/**
 * Reads all records up to the head with this hash, computes their hashes and those of all heads up to it, and compares the last one with
 * `hash`. `hash`: 64 hexadecimal digits. A head that was rewritten together with its records has another hash than the one that the
 * company holds, so it is not found.
 */
export async function proveHead(
  database: Database,
  hash: string,
  pageSize: number = defaultPageSize,
): Promise<Proof> {
  const place = await placeOfHash(database, hash.toLowerCase())
  if (!place) {
    return refuted(
      'no stored head has this hash: it was mistyped, or records and heads were written anew or restored to an earlier instant',
    )
  }
  return proveHeadAt(database, place, pageSize)
}

type Place = Pick<RecordHead, 'company_id' | 'number'>

/** As `proveHead`, with the stored hash of the company's head of this number. */
export async function proveHeadAt(
  database: Database,
  place: Place,
  pageSize: number = defaultPageSize,
): Promise<Proof> {
  const heads = await storedHeads(database, place.company_id, 1, place.number)
  if (heads.length !== place.number) return refuted('a head before it is missing')
  if (!isSigned(heads.at(-1)!)) return refuted('its signature is not one of its public key')
  const chains = await readChains(database, place, pageSize)
  if (typeof chains === 'string') return refuted(chains)
  const head = headFromSums(heads, chains.sums)
  if (typeof head === 'string') return refuted(head)
  return { isProven: true, head, customers: chains.customers }
}

/** Of all customers of the head's company. */
export async function uncoveredRecords(
  database: Database,
  { company_id, number, until }: Pick<HeadFacts, 'company_id' | 'number' | 'until'>,
  pageSize: number = defaultPageSize,
): Promise<Uncovered> {
  type Page = {
    last_id: string | null
    records: number
    customer_id: string | null
    sequence: number
  }
  const pages = new PageSize(pageSize)
  let uncovered: Uncovered = { records: 0 }
  for (let after = noCustomer; ;) {
    const found = await pages.attempt(database, (connection, size) =>
      row<Page>(
        connection,
        sql`select * from uncovered_records(${company_id}, ${number}, ${until}, ${after}, ${size})`,
      ),
    )
    if (found === undefined) continue
    const { last_id, records, customer_id, sequence } = found
    if (last_id === null) return uncovered
    const first = uncovered.first ?? (customer_id === null ? undefined : { customer_id, sequence })
    uncovered = { records: uncovered.records + records, ...(first && { first }) }
    after = last_id
  }
}

const refuted = (fault: string): Proof => ({ isProven: false, fault })

/** What the ledger says about one head. */
type Sums = { entries: Hash; customers: number; records: number }

/** The sums of each head up to `head`, from one pass over the records; or the fault of a record. */
async function readChains(
  database: Database,
  { company_id, number }: Place,
  pageSize: number,
): Promise<{ sums: Sums[]; customers: number } | string> {
  const sums = Array.from({ length: number }, () => ({
    entries: createHash('sha256'),
    customers: 0,
    records: 0,
  }))
  const pages = new PageSize(pageSize)
  let customers = 0
  for (let after = noCustomer; ;) {
    const page = await pages.attempt(database, (connection, size) =>
      rows<Entry>(
        connection,
        sql`select * from covered_chains(${company_id}, ${number}, ${after}, ${size})`,
      ),
    )
    if (page === undefined) continue
    let earlier: Entry | undefined
    for (const entry of page) {
      const isFirst = entry.customer_id !== earlier?.customer_id
      if (isFirst) customers += 1
      const fault = faultOf(entry)
      if (fault !== null) return fault
      const sum = sums[entry.number - 1]!
      sum.entries.update(entryBytes(entry.customer_id, entry.sequence, entry.hash!))
      sum.customers += 1
      sum.records += entry.sequence - (isFirst ? 0 : earlier!.sequence)
      earlier = entry
    }
    if (!earlier) return { sums, customers }
    after = earlier.customer_id
  }
}

type Entry = {
  customer_id: string
  number: number
  sequence: number
  hash: Buffer | null
  broken_at: number | null
}

function faultOf({ customer_id, sequence, hash, broken_at }: Entry): string | null {
  if (broken_at !== null && broken_at <= sequence) {
    return `record ${broken_at} of customer ${customer_id} is missing or not as it was written`
  }
  return hash === null ? `record ${sequence} of customer ${customer_id} is missing` : null
}

/** The last head, as the ledger says; or the fault of the first stored head whose hash does not follow from the ledger. */
function headFromSums(heads: RecordHead[], sums: Sums[]): HeadFacts | string {
  let head: HeadFacts | undefined
  let previous_hash = noHeadHash
  for (const [at, { company_id, number, day, until, hash }] of heads.entries()) {
    const { entries, customers, records } = sums[at]!
    head = {
      company_id,
      number,
      day,
      until,
      customers,
      records: records + (head?.records ?? 0),
      entries_hash: entries.digest('hex'),
      previous_hash,
    }
    previous_hash = hashHead(head)
    if (previous_hash !== hash) {
      return `the records until ${day} are not those of which the head of that day was made`
    }
  }
  return head!
}
