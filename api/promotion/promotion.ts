import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { resultOf } from '#api/http/outcome.ts'
import type { KeyedCall } from '#api/http/route.ts'
import type { CustomerData } from '#contract/privacy.ts'
import {
  type Promotion,
  type PromotionActivation,
  promotionErrorMessage,
  reasonsNotToActivate,
} from '#contract/promotion.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

type Stored = Omit<Promotion, 'reason'> & { reason: Promotion['reason'] | 'unauthenticated' }
type CodeRequest = { company_id: string; customer_id: string; code: string; now: Date }

/**
 * A promotion, and whether this customer can activate it (R10.1). Throws `promotion_not_found`, `inactive_promotion`, or `unauthenticated`
 * if the person has moved to a pre-registered record.
 */
export async function promotion(database: Database, request: CodeRequest): Promise<Promotion> {
  const { company_id, customer_id, code, now } = request
  const found = await row<Stored & { is_active: boolean }>(
    database,
    sql`select promotion.id, promotion.code, promotion.name, promotion.description, promotion.image_url, promotion.type,
               promotion.starts_on as starts_at, promotion.ends_on as ends_at,
               jsonb_build_object(
                 'NEW_REGISTER', case when new_register_days is not null
                                      then jsonb_build_object('days', new_register_days) end,
                 'ACTIVATIONS_LIMIT', jsonb_build_object('per_customer', limit_per_customer, 'in_all', limit_in_all),
                 'COMPLETE_PROFILE', requires_complete_profile) as filters,
               jsonb_build_object('GENERATE_POINTS', jsonb_build_object(
                 'amount', points_amount,
                 'expires_in', case when expires_in_days is not null then jsonb_build_object('days', expires_in_days)
                                    when expires_in_months is not null then jsonb_build_object('months', expires_in_months)
                               end)) as action,
               promotion.points_amount,
               div(promotion.points_amount * 100::numeric, points_per_real)::bigint as points_value,
               (${now}::timestamptz at time zone zone)::date
                 between promotion.starts_on and promotion.ends_on as is_active,
               decided.error is null as activatable,
               decided.error as reason,
               decided.details
          from promotion
         cross join time_zone_of(${company_id}) zone
         cross join points_per_real_of(${company_id}) points_per_real
         cross join lateral reason_not_to_activate(
                 promotion.company_id, ${customer_id}, promotion_of(promotion.company_id, promotion.id), ${now}) decided
         where promotion.company_id = ${company_id}
           and promotion.code_key = upper(${code})
           and promotion.is_offered`,
  )
  if (!found) throw new ApiError('promotion_not_found')
  const { reason, is_active, ...others } = found
  if (!is_active) throw new ApiError('inactive_promotion')
  if (reason === 'unauthenticated') throw new ApiError(reason)
  return { ...others, reason }
}

/** Activates a promotion within its limits (D9, T17). Throws the errors of activate.sql, and then changes nothing. */
export async function activatePromotion(
  { engine }: Pick<Context, 'engine'>,
  { company_id, customer_id, code, now, idempotency, header }: CodeRequest & KeyedCall,
): Promise<PromotionActivation> {
  const outcome = await engine.apply(
    company_id,
    { verb: 'activate', caller_id: customer_id, code, ...idempotency },
    now,
  )
  const record = resultOf(outcome, { header }, (error, details) => {
    const reason = reasonsNotToActivate.find((one) => one === error)
    return reason && promotionErrorMessage(reason, details)
  })
  return {
    id: record.id,
    points_amount: record.amount,
    points_value: record.value,
    expires_at: record.expires_on,
    balance: { amount_balance: record.balance_amount, value_balance: record.balance_value },
    created_at: new Date(record.created_at).toISOString(),
  }
}

/** The promotions that the customer activated, newest first, for the person's export. */
export function activations(
  database: Database,
  { company_id, customer_id }: Pick<CodeRequest, 'company_id' | 'customer_id'>,
): Promise<CustomerData['promotions']> {
  return rows(
    database,
    sql`select promotion.code, promotion.name, activated.record_id, activated.created_at
          from promotion_activation activated
          join promotion on promotion.company_id = activated.company_id and promotion.id = activated.promotion_id
         where activated.company_id = ${company_id}
           and activated.customer_id = ${customer_id}
         order by activated.created_at desc`,
  )
}

/** Code in upper case → how often customers activated it. */
export async function activationsByCode(
  database: Database,
  company_id: string,
  codes: string[],
): Promise<Map<string, number>> {
  const found = await rows<{ code_key: string; activations: number }>(
    database,
    sql`select code_key, activations
          from promotion
         where company_id = ${company_id}
           and code_key = any (${codes})`,
  )
  return new Map(found.map(({ code_key, activations }) => [code_key, activations]))
}
