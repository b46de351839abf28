/** A staff member merges two accounts of one person (D15, docs/decisions/054-customer-merge.md). */

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { endSessions } from '#api/credential/session-token.ts'
import { formerKeys, noteReturn } from '#api/customer/former.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import { type Merged, type MergeRequest, undoMergeDays } from '#contract/console/merge.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'
import { applyWithin } from '#engine/apply.ts'

import { lockAccounts, type Pair } from './lock.ts'
import { problemOf } from './problem.ts'
import { accountsMerged } from './sentences.ts'

type Row = Omit<Merged, 'undo_until' | 'is_repeat' | 'merged_at'> & {
  merged_at: string
  proof: string
}

/**
 * Merges an account into another one. A repeat of the key gets the first answer and moves nothing. Throws `not_found`,
 * `validation`, an error of `mergeErrors` or `idempotency_mismatch`; then nothing has changed.
 */
export function mergeAccounts(
  { database, secret }: SealedDatabase,
  caller: StaffCall,
  { staying_id, absorbed_id, proof, key }: MergeRequest & { staying_id: string },
): Promise<Merged> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  const pair = { company_id, staying_id, absorbed_id, now }
  if (staying_id === absorbed_id) {
    throw new ApiError('validation', { fields: { absorbed_id: ['Escolha outra conta'] } })
  }
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    await lockKey(connection, company_id, key)
    const earlier = await mergeWith(connection, company_id, key)
    if (earlier) return repeated(earlier, pair, proof)
    const staying = await lockAccounts(connection, pair)
    const problem = await problemOf(connection, pair)
    if (problem) throw new ApiError(problem)
    const filled = await joinPersons(connection, pair)
    if (filled.includes('document')) await noteDocument(connection, secret, pair)
    const began = await applyWithin(
      connection,
      company_id,
      { verb: 'merge', customer_id: staying_id, absorbed_id },
      now,
    )
    if (began.error !== null) throw new ApiError(began.error)
    const merge = await storeMerge(connection, pair, {
      record_id: began.result.id,
      sequence: began.result.sequence,
      key,
      proof,
      filled,
    })
    await noteAct(connection, company_id, actor, accountsMerged(actor, staying, merge, proof), now)
    return answerOf(merge, false)
  })
}

/** Waits for another merge with this key. */
async function lockKey(connection: Database, company_id: string, key: string): Promise<void> {
  await rows(
    connection,
    sql`select pg_advisory_xact_lock(hashtextextended(${company_id} || ${`merge ${key}`}, 0))`,
  )
}

function mergeWith(
  connection: Database,
  company_id: string,
  key: string,
): Promise<Row | undefined> {
  return row<Row>(
    connection,
    sql`select id, staying_id, absorbed_id, points_amount, points_value, merged_at, proof
          from customer_merge
         where company_id = ${company_id} and key = ${key}`,
  )
}

function repeated(earlier: Row, pair: Pair, proof: string): Merged {
  const isSame =
    earlier.staying_id === pair.staying_id &&
    earlier.absorbed_id === pair.absorbed_id &&
    earlier.proof === proof
  if (!isSame) throw new ApiError('idempotency_mismatch')
  return answerOf(earlier, true)
}

/**
 * Ends the sessions of the absorbed account and copies what the other one lacks. The balance says that the account is absorbed: from
 * now on tills reach the staying one, and nobody signs in to it.
 */
async function joinPersons(
  connection: Database,
  { company_id, staying_id, absorbed_id, now }: Pair,
): Promise<string[]> {
  await endSessions(connection, company_id, absorbed_id, now)
  for (const statement of [
    sql`select note_merged(${company_id}, ${absorbed_id}, ${staying_id})`,
    sql`select delay_level(${company_id}, ${absorbed_id}, null)`,
    sql`select copy_favorites(${company_id}, ${absorbed_id}, ${staying_id})`,
    sql`select drop_announcement(${company_id}, ${absorbed_id})`,
  ]) {
    await rows(connection, statement)
  }
  const found = await row<{ filled: string[] }>(
    connection,
    sql`select fill_person(${company_id}, ${staying_id}, ${absorbed_id}) as filled`,
  )
  return found!.filled
}

/** A document that has moved may be that of a person who was erased and is no newcomer. */
async function noteDocument(
  connection: Database,
  secret: SealedDatabase['secret'],
  { company_id, staying_id }: Pair,
): Promise<void> {
  const staying = await row<{ document: string }>(
    connection,
    sql`select document from registration_of(${company_id}, ${staying_id})`,
  )
  const keys = formerKeys(secret, company_id, staying!.document)
  await noteReturn(connection, company_id, staying_id, keys)
}

type NewMerge = {
  record_id: string
  sequence: number
  key: string
  proof: string
  filled: string[]
}

/** The figures are those of the records after the one that began the merge. */
async function storeMerge(
  connection: Database,
  { company_id, staying_id, absorbed_id, now }: Pair,
  { record_id, sequence, key, proof, filled }: NewMerge,
): Promise<Row> {
  const stored = await row<Row>(
    connection,
    sql`insert into customer_merge (
          company_id, staying_id, absorbed_id, record_id, key, proof, filled, lots, points_amount, points_value, merged_at)
        select ${company_id}, ${staying_id}, ${absorbed_id}, ${record_id}, ${key}, ${proof}, ${filled}, moved.lots,
               moved.amount, moved.value, ${now}
          from merged_after(${company_id}, ${staying_id}, ${sequence}) moved
        returning id, staying_id, absorbed_id, points_amount, points_value, merged_at, proof`,
  )
  return stored!
}

function answerOf({ proof: _proof, ...merge }: Row, is_repeat: boolean): Merged {
  const merged_at = new Date(merge.merged_at)
  return {
    ...merge,
    merged_at: merged_at.toISOString(),
    undo_until: undoUntil(merged_at).toISOString(),
    is_repeat,
  }
}

export function undoUntil(merged_at: Date): Date {
  return new Date(merged_at.getTime() + undoMergeDays * 86_400_000)
}
