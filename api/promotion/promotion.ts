import { Refused } from '#api/http/refused.ts'
import {
  type Promotion,
  type PromotionActivation,
  promotionRefusalMessage,
  reasonsNotToActivate,
} from '#contract/promotion.ts'
import type { Details, Refusal } from '#contract/refusal.ts'
import { type Database, row, sql } from '#database/sql.ts'

type Asked = { company_id: string; customer_id: string; code: string; now: Date }

/** A promotion, and whether it gives this customer anything (R10.1). Throws `promotion_not_found` or `inactive_promotion`. */
export async function promotion(database: Database, asked: Asked): Promise<Promotion> {
  const { company_id, customer_id, code, now } = asked
  const found = await row<Promotion & { is_active: boolean }>(
    database,
    sql`select promotion.id, promotion.code, promotion.name, promotion.description, promotion.image_url, promotion.type,
               promotion.starts_on as starts_at, promotion.ends_on as ends_at, promotion.points_amount,
               div(promotion.points_amount * 100::numeric, company.points_per_real)::bigint as points_value,
               is_promotion_active(promotion, ${now}) as is_active,
               decided.refusal is null as activatable,
               decided.refusal as reason,
               decided.details
          from promotion
          join company on company.company_id = promotion.company_id
          join customer on customer.company_id = promotion.company_id and customer.id = ${customer_id}
         cross join lateral refusal_to_activate(promotion, customer, ${now}) decided
         where promotion.company_id = ${company_id}
           and promotion.code_key = upper(${code})
           and promotion.is_offered`,
  )
  if (!found) throw new Refused('promotion_not_found')
  if (!found.is_active) throw new Refused('inactive_promotion')
  return found
}

type Answer = {
  refusal: Refusal | null
  details: Details | null
  id: string
  amount: number
  value: number
  expires_on: string | null
  balance_amount: number
  balance_value: number
  created_at: string
}

/**
 * Gives its points, within its limits (D9, T17): one statement. Throws `promotion_not_found`, `inactive_promotion` or one
 * of reasonsNotToActivate; then nothing has changed.
 */
export async function activatePromotion(
  database: Database,
  { company_id, customer_id, code, now }: Asked,
): Promise<PromotionActivation> {
  const answer = (await row<Answer>(
    database,
    sql`select given.refusal, given.details, (given.record).*
          from activate_promotion(${company_id}, ${customer_id}, ${code}, ${now}) given`,
  ))!
  if (answer.refusal) {
    throw refused(answer.refusal, answer.details ?? undefined)
  }
  return {
    id: answer.id,
    points_amount: answer.amount,
    points_value: answer.value,
    expires_at: answer.expires_on,
    balance: { amount_balance: answer.balance_amount, value_balance: answer.balance_value },
    created_at: answer.created_at,
  }
}

function refused(refusal: Refusal, details: Details | undefined): Refused {
  const reason = reasonsNotToActivate.find((one) => one === refusal)
  if (reason === undefined) return new Refused(refusal)
  const message = promotionRefusalMessage(reason, details)
  return new Refused(refusal, { message, ...(details && { details }) })
}
