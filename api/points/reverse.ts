import { hash } from 'node:crypto'

import type { TillContext } from '#api/context/context.ts'
import { type Credential, tillCredential } from '#api/http/caller.ts'
import { resultOf } from '#api/http/outcome.ts'
import type { KeyedCall } from '#api/http/route.ts'
import type { PointsReversal, ReversedPoints } from '#contract/points.ts'
import { bytes } from '#engine/command.ts'

import { answeredRecord } from './points-record.ts'

type ReversalCall = {
  credential: Credential['partner']
  record_id: string
  reversal: PointsReversal
  now: Date
}

/** Returns a purchase or undoes a use of points (D3, D4). Throws the errors of return.sql and undo.sql. */
export async function reversePoints(
  { engine }: Pick<TillContext, 'engine'>,
  { credential, record_id, reversal, now, idempotency, header }: ReversalCall & KeyedCall,
): Promise<ReversedPoints> {
  const { returned_value, external_id } = reversal
  const fingerprint = hash('sha256', JSON.stringify([record_id, returned_value]), 'buffer')
  const outcome = await engine.apply(
    credential.company_id,
    {
      verb: 'return',
      ...tillCredential(credential),
      record_id,
      returned_value,
      external_id,
      fingerprint: bytes(fingerprint),
      ...idempotency,
    },
    now,
  )
  const record = resultOf(outcome, { header })
  // A reversal always names its record (CHECK points_record_kind).
  return { ...answeredRecord(record), reverses_id: record.reverses_id! }
}
