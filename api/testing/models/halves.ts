import type pg from 'pg'

import { rows, sql } from '#database/sql.ts'

/** Finds writes that are stored in part. Returns one line for each. */
export async function halves(database: pg.Pool, company_id: string): Promise<string[]> {
  const found = await rows<{ half: string }>(
    database,
    sql`select concat_ws(' ', 'points of no voucher', id) as half
          from points_record
         where company_id = ${company_id}
           and type_id = 'CNS'
           and origin = 'voucher'
           and not exists (select from voucher
                            where voucher.company_id = points_record.company_id
                              and record_id = points_record.id)
         union all
        select concat_ws(' ', 'cancelled voucher without its points', id)
          from voucher
         where company_id = ${company_id}
           and (cancelled_at is not null)
               <> exists (select from points_record
                           where points_record.company_id = voucher.company_id
                             and reverses_id = record_id)
         union all
        select concat_ws(' ', 'voucher without its code', voucher.id)
          from voucher
          join prize on prize.company_id = voucher.company_id and prize.id = prize_id
         where voucher.company_id = ${company_id}
           and has_code_pool
           and not exists (select from prize_code
                            where prize_code.company_id = voucher.company_id
                              and prize_code.voucher_id = voucher.id
                              and prize_code.code_key = voucher.code_key)
         union all
        select concat_ws(' ', 'stock of', key, issued)
          from prize
         where company_id = ${company_id}
           and stock is not null
           and issued <> (select count(*)
                            from voucher
                           where voucher.company_id = prize.company_id
                             and prize_id = prize.id
                             and cancelled_at is null)
         union all
        select concat_ws(' ', 'activations of', code, activations)
          from promotion
         where company_id = ${company_id}
           and (activations, activations) is distinct from (
                 (select count(*)
                    from promotion_activation
                   where promotion_activation.company_id = promotion.company_id
                     and promotion_id = promotion.id),
                 (select count(*)
                    from points_record
                   where points_record.company_id = promotion.company_id
                     and source_id = promotion.id))
         union all
        select concat_ws(' ', 'intention and hold', intention.id, status)
          from intention
          left join hold on hold.company_id = intention.company_id and hold.id = intention.id
         where intention.company_id = ${company_id}
           and (hold.id is null
                or (hold.ended_at is null and intention.ended_at is not null)
                -- The next movement writes the end of the hold; the job writes the end of the intention.
                or (intention.ended_at is null and hold.ended_at <> intention.expires_at)
                or hold.captured_record_id is distinct from intention.record_id)
         union all
        select concat_ws(' ', 'key without its answer', key)
          from idempotency
         where company_id = ${company_id}
           and num_nonnulls(error, result) = 0`,
  )
  return found.map(({ half }) => half)
}
