import { createHash } from 'node:crypto'

import { type Database, row, sql } from '#api/database/sql.ts'
import type { Credential } from '#api/http/caller.ts'
import { Refused } from '#api/http/refused.ts'
import type { PointsReversal, ReversedPoints } from '#contract/points.ts'
import type { Refusal } from '#contract/refusal.ts'

import { answeredRecord, type PointsRecord } from './points-record.ts'

/** A purchase comes back, or a use of points is undone (D3, D4): key, record, lots and balance in one statement. */
export async function reversePoints(
  database: Database,
  { company_id, key_hash }: Credential['partner'],
  record_id: string,
  { returned_value, external_id }: PointsReversal,
  now: Date,
): Promise<ReversedPoints> {
  const fingerprint = createHash('sha256').update(JSON.stringify([record_id, returned_value]))
  const answer = await row<{ refusal: Refusal | null } & PointsRecord>(
    database,
    sql`select reversed.refusal, (reversed.record).*
          from reverse_points(${company_id}, ${key_hash}, ${record_id}, ${returned_value}, ${external_id},
                 ${fingerprint.digest()}, ${now}) reversed`,
  )
  if (answer!.refusal) throw new Refused(answer!.refusal)
  // A reversal names what it reverses: points_record_kind says so.
  return { ...answeredRecord(answer!), reverses_id: answer!.reverses_id! }
}
