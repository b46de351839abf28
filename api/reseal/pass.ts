/** One pass over everything sealed, in batches. It holds its locks for the time of one batch, so nodes keep selling. */

import pg from 'pg'

import type { SealedStore } from '#api/secret/sealed-store.ts'
import { reason } from '#database/connect.ts'
import { companyIds } from '#database/purge/purge-by-company.ts'
import { type Database, isDatabaseAway, rows, sql, transaction } from '#database/sql.ts'

type Failure = { store: string; company_id: string; key: string; reason: string }

export type Pass = {
  database: Database
  stores: SealedStore[]
  /** Rows of one batch. */
  batchSize: number
  /** Rows that could not be sealed again, by store, company and key. A row that failed is not tried a second time. */
  failures: Map<string, Failure>
}

export type Sealed = { store: string; count: number }

type Batch = { store: SealedStore; company_id: string; keys: string[] }

/** The rows that are not sealed with the first secret, in batches. Rows that failed before are left out. */
async function* batches({ database, stores, batchSize, failures }: Pass): AsyncGenerator<Batch> {
  const companies = await companyIds(database)
  for (const store of stores) {
    for (const company_id of companies) {
      let after: string | null = null
      for (;;) {
        const page = await store.page(company_id, after, batchSize)
        const keys = page
          .filter(
            ({ key, is_current }) => !is_current && !failures.has(place(store, company_id, key)),
          )
          .map(({ key }) => key)
        if (keys.length > 0) yield { store, company_id, keys }
        if (page.length < batchSize) break
        after = page.at(-1)!.key
      }
    }
  }
}

/** The number of rows that are not sealed with the first secret, by store. Rows that failed before are left out. */
export async function countOthers(pass: Pass): Promise<Sealed[]> {
  const counts = new Map(pass.stores.map(({ name }) => [name, 0]))
  for await (const { store, keys } of batches(pass)) {
    counts.set(store.name, counts.get(store.name)! + keys.length)
  }
  return [...counts].map(([store, count]) => ({ store, count })).filter(({ count }) => count > 0)
}

/** Seals rows again. Returns the number of rows that it found, including rows that it skipped because they were locked. */
export async function sealAll(pass: Pass, sealed: (batch: Sealed) => void): Promise<number> {
  let found = 0
  for await (const batch of batches(pass)) {
    found += batch.keys.length
    sealed({ store: batch.store.name, count: await sealBatch(pass, batch) })
  }
  return found
}

/** Seals a batch again. If it fails, tries each of its rows alone, so that one row does not stop the others. */
async function sealBatch(pass: Pass, { store, company_id, keys }: Batch): Promise<number> {
  try {
    return await transaction(pass.database, async (connection) => {
      await rows(connection, sql`select lock_company(${company_id})`)
      return store.sealAgain(connection, company_id, keys)
    })
  } catch (error) {
    if (!isAboutRow(error)) throw error
    if (keys.length === 1) {
      const [key] = keys as [string]
      const failure = { store: store.name, company_id, key, reason: reason(error) }
      pass.failures.set(place(store, company_id, key), failure)
      return 0
    }
    let count = 0
    for (const key of keys) count += await sealBatch(pass, { store, company_id, keys: [key] })
    return count
  }
}

/** Whether the error concerns one row: it cannot be opened, or its code is stored under both secrets. Others end the command. */
function isAboutRow(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '23505'
  return !isDatabaseAway(error)
}

function place({ name }: SealedStore, company_id: string, key: string): string {
  return JSON.stringify([name, company_id, key])
}
