/** Reads stored heads. */

import type { RecordHead } from '#contract/head/head.ts'
import { companyIds } from '#database/purge/purge-by-company.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

type StoredHead = Omit<RecordHead, 'until'> & { until_at: string }

/** The company's heads with these numbers, both included, oldest first. */
export async function storedHeads(
  database: Database,
  company_id: string,
  from: number,
  until: number,
): Promise<RecordHead[]> {
  const found = await rows<StoredHead>(
    database,
    sql`select company_id, number, day, until_at, customers, records, encode(entries_hash, 'hex') as entries_hash,
               encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash,
               encode(public_key, 'base64') as public_key,
               replace(encode(signature, 'base64'), chr(10), '') as signature
          from record_head
         where company_id = ${company_id}
           and number between ${from} and ${until}
         order by number`,
  )
  return found.map(({ until_at, ...head }) => ({ ...head, until: until_at }))
}

/** At most `limit` heads with a number below `before`, the newest first. Undefined: from the last head on. */
export async function headsBefore(
  database: Database,
  company_id: string,
  before: number | undefined,
  limit: number,
): Promise<RecordHead[]> {
  const last = await lastHead(database, company_id)
  const until = Math.min(last?.number ?? 0, (before ?? Infinity) - 1)
  const found = await storedHeads(database, company_id, until - limit + 1, until)
  return found.toReversed()
}

/** The company and the number of the head with this hash. Undefined: no company has such a head. */
export async function placeOfHash(
  database: Database,
  hash: string,
): Promise<{ company_id: string; number: number } | undefined> {
  for (const company_id of await companyIds(database)) {
    const found = await row<{ number: number }>(
      database,
      sql`select number
            from record_head
           where company_id = ${company_id} and hash = ${Buffer.from(hash, 'hex')}`,
    )
    if (found) return { company_id, number: found.number }
  }
  return undefined
}

/** The last head of each company that has one. */
export async function lastHeads(
  database: Database,
): Promise<Pick<RecordHead, 'company_id' | 'number' | 'day'>[]> {
  const heads = []
  for (const company_id of await companyIds(database)) {
    const found = await lastHead(database, company_id)
    if (found) heads.push({ company_id, ...found })
  }
  return heads
}

function lastHead(
  database: Database,
  company_id: string,
): Promise<{ number: number; day: string } | undefined> {
  return row(
    database,
    sql`select number, day
          from record_head
         where company_id = ${company_id}
         order by number desc
         limit 1`,
  )
}
