/** Checks that a process has the secret that sealed the database, before it reads or writes codes (T16). */

import { createHmac } from 'node:crypto'

import type pg from 'pg'

import type { SealedDatabase } from '#api/context/context.ts'
import { withDatabase } from '#database/command-line.ts'
import { dataFolder, isDemo } from '#database/connect.ts'
import { row, rows, sql } from '#database/sql.ts'

import { purposeKey } from './seal.ts'
import { readSecret } from './secret.ts'

/**
 * Stores a proof of the first secret. Throws one sentence when the database was sealed with a different secret. The proof
 * is a keyed hash, so it reveals nothing about the secret.
 */
export async function openSealed(database: pg.Pool, secret: Buffer): Promise<void> {
  const proof = createHmac('sha256', purposeKey(secret, 'proof')).digest()
  await rows(
    database,
    sql`insert into secret_proof (proof) values (${proof}) on conflict (is_only) do nothing`,
  )
  const stored = await row<{ proof: Buffer }>(database, sql`select proof from secret_proof`)
  if (!stored!.proof.equals(proof)) {
    throw new Error(
      'FIEL_SECRET is not the one that this database is sealed with (without FIEL_SECRET, it is the file secret in the data folder): restore that one.',
    )
  }
}

/** Runs a command's `work` with the server's secret, which seals the codes of vouchers and opens them. */
export function withSealedDatabase(work: (sealed: SealedDatabase) => Promise<void>): Promise<void> {
  return withDatabase(async (database) => {
    const secret = await readSecret(dataFolder, isDemo)
    await openSealed(database, secret)
    await work({ database, secret })
  })
}
