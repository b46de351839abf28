/** Takes the head of a company's day (docs/decisions/058-daily-head.md). */

import { createHash } from 'node:crypto'

import type pg from 'pg'

import type { HeadFacts, RecordHead } from '#contract/head/head.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import { hashHead } from './hash-head.ts'

/** Customers of one statement, which takes about 0.2 s if all of them have new records. */
const defaultPageSize = 5_000
const noCustomer = '00000000-0000-0000-0000-000000000000'

/** Signs with the Ed25519 key whose public half is `publicKey` (SubjectPublicKeyInfo in DER). */
export type HeadSigner = { publicKey: Buffer; sign: (hash: Buffer) => Buffer }

type Options = {
  signer: HeadSigner
  /** Tells the company, in the transaction of the head. It may run again after a serialization failure. */
  announce: (connection: pg.PoolClient, head: RecordHead) => Promise<void>
  signal?: AbortSignal | undefined
  pageSize?: number
}

/**
 * Takes the head of the next day that has none, if that day has ended. Returns null when nothing is due, and while another node takes
 * the head. `now`: the company's present.
 *
 * One snapshot serves the whole head, and no row of another table is locked. Entries, head and announcement commit together, so a
 * crash leaves nothing.
 */
export function takeHead(
  database: pg.Pool,
  company_id: string,
  now: Date,
  { signer, announce, signal, pageSize = defaultPageSize }: Options,
): Promise<RecordHead | null> {
  return transaction(database, async (connection) => {
    await connection.query('set transaction isolation level repeatable read')
    const due = await row<Due>(connection, sql`select * from due_head(${company_id}, ${now})`)
    if (!due) return null
    const facts = await coverAll(connection, company_id, due, { signal, pageSize })
    const hash = hashHead(facts)
    const signature = signer.sign(Buffer.from(hash, 'hex'))
    await saveHead(connection, { ...facts, hash }, { signer, signature, now })
    const head = {
      ...facts,
      hash,
      public_key: signer.publicKey.toString('base64'),
      signature: signature.toString('base64'),
    }
    await announce(connection, head)
    return head
  })
}

type Due = {
  number: number
  day: string
  until_at: string
  /** Those of the head before. */
  records: number
  previous_hash: Buffer
}

/** Stores the entries of all customers with new records, and returns what the head says about them. */
async function coverAll(
  connection: Database,
  company_id: string,
  { number, day, until_at, records, previous_hash }: Due,
  { signal, pageSize }: { signal: AbortSignal | undefined; pageSize: number },
): Promise<HeadFacts> {
  const entries = createHash('sha256')
  const facts = { customers: 0, records }
  let after: string | null = noCustomer
  while (after !== null) {
    signal?.throwIfAborted()
    const page: Page = (await row<Page>(
      connection,
      sql`select * from cover_customers(${company_id}, ${number}, ${until_at}, ${after}, ${pageSize})`,
    ))!
    entries.update(page.entries)
    facts.customers += page.customers
    facts.records += page.records
    after = page.last_id
  }
  return {
    company_id,
    number,
    day,
    until: until_at,
    ...facts,
    entries_hash: entries.digest('hex'),
    previous_hash: previous_hash.toString('hex'),
  }
}

type Page = { last_id: string | null; customers: number; records: number; entries: Buffer }

async function saveHead(
  connection: Database,
  head: HeadFacts & { hash: string },
  { signer, signature, now }: { signer: HeadSigner; signature: Buffer; now: Date },
): Promise<void> {
  const { company_id, number, day, until, customers, records } = head
  const bytes = (hash: string) => Buffer.from(hash, 'hex')
  // As in cover_customers, a conflict with a concurrent duplicate is a serialization failure: the transaction runs again.
  await rows(
    connection,
    sql`insert into record_head (company_id, number, day, until_at, customers, records, entries_hash, previous_hash, hash, public_key,
                                 signature, taken_at)
        values (${company_id}, ${number}, ${day}, ${until}, ${customers}, ${records}, ${bytes(head.entries_hash)},
                ${bytes(head.previous_hash)}, ${bytes(head.hash)}, ${signer.publicKey}, ${signature}, ${now})
        on conflict (company_id, number) do nothing`,
  )
}
