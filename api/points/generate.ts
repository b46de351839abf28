import { createHash } from 'node:crypto'

import type * as z from 'zod/mini'

import type { Credential } from '#api/http/caller.ts'
import { Refused } from '#api/http/refused.ts'
import { refusedSubsidiary, subsidiaryWarning } from '#api/partner/subsidiary.ts'
import type { GeneratedPoints, PointsGeneration, SimulatedPoints } from '#contract/points.ts'
import type { Refusal } from '#contract/refusal.ts'
import { subsidiaryKey } from '#contract/subsidiary.ts'
import { batched } from '#database/batch.ts'
import { flightsOf } from '#database/flights.ts'
import { type Database, rows, sql } from '#database/sql.ts'

import {
  answeredRecord,
  percentage,
  type PointsRecord,
  type StoredCalculation,
} from './points-record.ts'

type Asked = {
  credential: Credential['partner']
  sale: z.output<typeof PointsGeneration>
  now: Date
}
type Answer =
  | { refusal: Refusal; unlisted_in: null }
  | ({ refusal: null; unlisted_in: number | null } & PointsRecord)

/**
 * Points for a purchase (D3, D4): key, customer, rule, record, lot and balance in one statement, many sales in one
 * batch; in the transaction of a key, where there is one. Throws the refusals of ledger.sql; then nothing has changed.
 */
export function pointsGenerator(
  database: Database,
): (asked: Asked, claim?: Database) => Promise<GeneratedPoints> {
  const generate = batched<Asked, Answer>(flightsOf(database), (asked, claim) =>
    rows(
      claim ?? database,
      sql`select generated.refusal, (generated.record).*, unlisted_in((generated.record).company_id, 'sale', (generated.record).id) as unlisted_in
            from generate_points_batch(
                   ${JSON.stringify(asked.map(toLedger))}, ${asked[0]!.now}, ${claim !== undefined}) generated
           order by generated.n`,
    ),
  )
  return async (asked, claim) => {
    const answer = await generate(asked, claim)
    const { company_id } = asked.credential
    if (answer.refusal === 'unknown_subsidiary') {
      throw await refusedSubsidiary(claim ?? database, company_id, asked.sale.subsidiary_name)
    }
    if (answer.refusal !== null) throw new Refused(answer.refusal)
    const { unlisted_in, ...record } = answer
    return {
      ...answeredRecord(record),
      // A record of a sale has a shop.
      ...(await subsidiaryWarning(
        claim ?? database,
        company_id,
        record.subsidiary_name!,
        unlisted_in,
      )),
    }
  }
}

type Earning = {
  refusal: Refusal | null
  unlisted_in: number | null
  amount: number
  value: number
  calculation: StoredCalculation & { rule_id: string }
  available_on: string | null
  expires_on: string | null
}

/** What a purchase would earn now. Throws what generate.sql refuses. */
export function pointsSimulator(database: Database): (asked: Asked) => Promise<SimulatedPoints> {
  const simulate = batched<Asked, Earning>(flightsOf(database), (asked) =>
    rows<Earning>(
      database,
      sql`select simulated.refusal, (earned).amount, (earned).value, (earned).calculation,
                 (earned).available_on, (earned).expires_on, simulated.unlisted_in
            from simulate_points_batch(${JSON.stringify(asked.map(toLedger))}, ${asked[0]!.now}) simulated
           order by simulated.n`,
    ),
  )
  return async (asked) => {
    const { refusal, unlisted_in, ...earned } = await simulate(asked)
    const { amount, value, available_on, expires_on } = earned
    const { company_id } = asked.credential
    const { subsidiary_name } = asked.sale
    if (refusal === 'unknown_subsidiary') {
      throw await refusedSubsidiary(database, company_id, subsidiary_name)
    }
    if (refusal) throw new Refused(refusal)
    const { rule_id, ...calculation } = earned.calculation
    return {
      points_amount: amount,
      points_value: value,
      points_percentage: percentage(calculation),
      calculation_rule_id: rule_id,
      calculation,
      available_at: available_on,
      expires_at: expires_on,
      ...(await subsidiaryWarning(database, company_id, subsidiary_name, unlisted_in)),
    }
  }
}

function toLedger({ credential, sale }: Asked) {
  return {
    company_id: credential.company_id,
    key_hash: credential.key_hash.toString('hex'),
    scope: credential.scope,
    address: credential.address,
    ...sale.customer,
    purchase_value: sale.purchase_value,
    points_value: sale.points_value,
    external_id: sale.external_id,
    subsidiary_name: sale.subsidiary_name,
    subsidiary_key: subsidiaryKey(sale.subsidiary_name),
    rule: sale.calculation_rule_id,
    fingerprint: fingerprint(sale),
  }
}

/** Tells a repeat of a sale from another sale with the same external_id. Of the checked body, its keys in one order. */
export function fingerprint(sale: z.output<typeof PointsGeneration>): string {
  const { customer, purchase_value, points_value, external_id, subsidiary_name } = sale
  const { document, phone, email } = customer
  return createHash('sha256')
    .update(
      JSON.stringify([
        document,
        phone,
        email,
        purchase_value,
        external_id,
        subsidiaryKey(subsidiary_name),
        sale.calculation_rule_id,
        // Only where there is any, so that a sale that was made before the field was is still the same sale.
        ...(points_value > 0 ? [points_value] : []),
      ]),
    )
    .digest('hex')
}
