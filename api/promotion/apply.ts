/** Applies the promotions of a company's file (D11). */

import type { PromotionFile } from '#contract/promotion.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/**
 * A promotion keeps its id and counts while it keeps its code. A promotion that was removed from the file is hidden. One that did
 * not change is not written, so that its activations are not held up.
 */
export async function applyPromotions(
  connection: Database,
  company_id: string,
  promotions: PromotionFile[],
  pictureUrl: (name: string | null) => string | null,
  now: Date,
): Promise<void> {
  await rows(
    connection,
    sql`update promotion
           set is_offered = false
         where company_id = ${company_id}
           and is_offered
           and code_key <> all (${promotions.map(({ code }) => code.toUpperCase())})`,
  )
  for (const promotion of promotions) {
    const { NEW_REGISTER, ACTIVATIONS_LIMIT, COMPLETE_PROFILE } = promotion.filters
    const { amount, expires_in } = promotion.action.GENERATE_POINTS
    const { days, months } = { days: null, months: null, ...expires_in }
    await rows(
      connection,
      sql`insert into promotion (
            company_id, code, name, description, image_url, type, starts_on, ends_on, is_offered, new_register_days,
            limit_per_customer, limit_in_all, requires_complete_profile, points_amount, expires_in_days,
            expires_in_months, created_at)
          values (${company_id}, ${promotion.code}, ${promotion.name}, ${promotion.description},
            ${pictureUrl(promotion.image)}, ${promotion.type}, ${promotion.starts_at}, ${promotion.ends_at}, true,
            ${NEW_REGISTER?.days ?? null}, ${ACTIVATIONS_LIMIT.per_customer}, ${ACTIVATIONS_LIMIT.in_all},
            ${COMPLETE_PROFILE}, ${amount}, ${days}, ${months}, ${now})
          on conflict (company_id, code_key) do update
             set code = excluded.code,
                 name = excluded.name,
                 description = excluded.description,
                 image_url = excluded.image_url,
                 type = excluded.type,
                 starts_on = excluded.starts_on,
                 ends_on = excluded.ends_on,
                 is_offered = true,
                 new_register_days = excluded.new_register_days,
                 limit_per_customer = excluded.limit_per_customer,
                 limit_in_all = excluded.limit_in_all,
                 requires_complete_profile = excluded.requires_complete_profile,
                 points_amount = excluded.points_amount,
                 expires_in_days = excluded.expires_in_days,
                 expires_in_months = excluded.expires_in_months
           where (promotion.code, promotion.name, promotion.description, promotion.image_url, promotion.type,
                  promotion.starts_on, promotion.ends_on, promotion.is_offered, promotion.new_register_days,
                  promotion.limit_per_customer, promotion.limit_in_all, promotion.requires_complete_profile,
                  promotion.points_amount, promotion.expires_in_days, promotion.expires_in_months)
                 is distinct from
                 (excluded.code, excluded.name, excluded.description, excluded.image_url, excluded.type,
                  excluded.starts_on, excluded.ends_on, true, excluded.new_register_days,
                  excluded.limit_per_customer, excluded.limit_in_all, excluded.requires_complete_profile,
                  excluded.points_amount, excluded.expires_in_days, excluded.expires_in_months)`,
    )
  }
}
