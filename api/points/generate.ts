import { createHash } from 'node:crypto'

import type * as z from 'zod/mini'

import { batched } from '#api/database/batch.ts'
import { type Database, rows, sql } from '#api/database/sql.ts'
import type { Credential } from '#api/http/caller.ts'
import { Refused } from '#api/http/refused.ts'
import type { GeneratedPoints, PointsGeneration } from '#contract/points.ts'
import type { Refusal } from '#contract/refusal.ts'

import { type PointsRecord, pointsEntry } from './points-record.ts'

type Asked = {
  credential: Credential['partner']
  sale: z.output<typeof PointsGeneration>
  now: Date
}
type Answer = { refusal: Refusal } | ({ refusal: null } & PointsRecord)

/**
 * Points for a purchase (D3, D4): key, customer, rule, record, lot and balance in one statement, many sales in one
 * batch; in the transaction of a key, where there is one. Throws the refusals of ledger.sql; then nothing has changed.
 */
export function pointsGenerator(
  database: Database,
): (asked: Asked, claim?: Database) => Promise<GeneratedPoints> {
  const run = (asked: Asked[], on: Database) =>
    rows<Answer>(
      on,
      sql`select generated.refusal, (generated.record).*
            from generate_points_batch(${JSON.stringify(asked.map(toLedger))}, ${asked[0]!.now}) generated
           order by generated.n`,
    )
  const generate = batched<Asked, Answer>((asked) => run(asked, database))
  return async (asked, claim) => {
    const answer = claim ? (await run([asked], claim))[0]! : await generate(asked)
    if (answer.refusal !== null) throw new Refused(answer.refusal)
    return {
      ...pointsEntry(answer),
      external_id: answer.external_id,
      balance: { amount_balance: answer.balance_amount, value_balance: answer.balance_value },
    }
  }
}

function toLedger({ credential, sale }: Asked) {
  return {
    company_id: credential.company_id,
    key_hash: credential.key_hash.toString('hex'),
    scope: credential.scope,
    ...sale.customer,
    purchase_value: sale.purchase_value,
    external_id: sale.external_id,
    subsidiary_name: sale.subsidiary_name,
    rule_id: sale.calculation_rule_id,
    fingerprint: fingerprint(sale),
  }
}

/** Tells a repeat of a sale from another sale with the same external_id. Of the checked body, its keys in one order. */
function fingerprint(sale: z.output<typeof PointsGeneration>): string {
  const { customer, purchase_value, external_id, subsidiary_name, calculation_rule_id } = sale
  const { document, phone, email } = customer
  return createHash('sha256')
    .update(
      JSON.stringify([
        document,
        phone,
        email,
        purchase_value,
        external_id,
        subsidiary_name,
        calculation_rule_id,
      ]),
    )
    .digest('hex')
}
