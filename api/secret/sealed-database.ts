/** Before a process works with codes: its secret is the one that the database is sealed with (T16). */

import { createHmac } from 'node:crypto'

import type pg from 'pg'

import { row, rows, sql } from '#database/sql.ts'

import { purposeKey } from './seal.ts'

/**
 * The first secret becomes the database's. Throws one sentence where the database has another one. The proof is a keyed
 * hash: it tells nothing about the secret.
 */
export async function openSealed(database: pg.Pool, secret: Buffer): Promise<void> {
  const proof = createHmac('sha256', purposeKey(secret, 'proof')).digest()
  await rows(
    database,
    sql`insert into secret_proof (proof) values (${proof}) on conflict (is_only) do nothing`,
  )
  const kept = await row<{ proof: Buffer }>(database, sql`select proof from secret_proof`)
  if (!kept!.proof.equals(proof)) {
    throw new Error(
      'FIEL_SECRET is not the one that this database is sealed with (without FIEL_SECRET, it is the file secret in the data folder): restore that one.',
    )
  }
}
