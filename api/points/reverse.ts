import { createHash } from 'node:crypto'

import type { Credential } from '#api/http/caller.ts'
import { Refused } from '#api/http/refused.ts'
import type { PointsReversal, ReversedPoints } from '#contract/points.ts'
import type { Refusal } from '#contract/refusal.ts'
import { batched } from '#database/batch.ts'
import { flightsOf } from '#database/flights.ts'
import { type Database, rows, sql } from '#database/sql.ts'

import { answeredRecord, type PointsRecord } from './points-record.ts'

type Asked = {
  credential: Credential['partner']
  record_id: string
  reversal: PointsReversal
  now: Date
}
type Answer = { refusal: Refusal } | ({ refusal: null } & PointsRecord)

/**
 * A purchase comes back, or a use of points is undone (D3, D4): key, record, lots and balance in one statement, many
 * tills' in one batch; in the transaction of a key, where there is one.
 */
export function pointsReverser(
  database: Database,
): (asked: Asked, claim?: Database) => Promise<ReversedPoints> {
  const reverse = batched<Asked, Answer>(flightsOf(database), (asked, claim) =>
    rows(
      claim ?? database,
      sql`select reversed.refusal, (reversed.record).*
            from reverse_points_batch(
                   ${JSON.stringify(asked.map(toLedger))}, ${asked[0]!.now}, ${claim !== undefined}) reversed
           order by reversed.n`,
    ),
  )
  return async (asked, claim) => {
    const answer = await reverse(asked, claim)
    if (answer.refusal !== null) throw new Refused(answer.refusal)
    // A reversal names what it reverses: points_record_kind says so.
    return { ...answeredRecord(answer), reverses_id: answer.reverses_id! }
  }
}

function toLedger({ credential, record_id, reversal: { returned_value, external_id } }: Asked) {
  return {
    company_id: credential.company_id,
    key_hash: credential.key_hash.toString('hex'),
    scope: credential.scope,
    address: credential.address,
    record_id,
    returned_value,
    external_id,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([record_id, returned_value]))
      .digest('hex'),
  }
}
