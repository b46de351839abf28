/** Checks, before a process works with codes, that its secret is the one that sealed the database (T16). */

import { createHmac } from 'node:crypto'

import type pg from 'pg'

import { row, rows, sql } from '#database/sql.ts'

import { purposeKey } from './seal.ts'

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
