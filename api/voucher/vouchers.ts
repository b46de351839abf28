import type { Voucher, VoucherCount, VoucherPage } from '#contract/voucher.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import type { SealedVoucher, VoucherCodes } from './code/sealed-code.ts'

type Viewer = { company_id: string; customer_id: string; now: Date }

/** A page of a customer's vouchers, newest first, with the total (R9.3). */
export async function vouchers(
  database: Database,
  codes: VoucherCodes,
  viewer: Viewer,
  page: VoucherPage,
): Promise<{ vouchers: Voucher[]; total: number }> {
  const found = await sealedVouchers(database, viewer, page)
  const opened = found.vouchers.map((voucher) => codes.shown(viewer.company_id, voucher))
  return { vouchers: opened, total: found.total }
}

/** As `vouchers`, for a reader who may not know the codes: none is opened. */
export async function vouchersWithoutCodes(
  database: Database,
  viewer: Viewer,
  page: VoucherPage,
): Promise<{ vouchers: Omit<Voucher, 'code'>[]; total: number }> {
  const found = await sealedVouchers(database, viewer, page)
  const shown = found.vouchers.map(({ sealed_code: _sealed, ...voucher }) => voucher)
  return { vouchers: shown, total: found.total }
}

async function sealedVouchers(
  database: Database,
  { company_id, customer_id, now }: Viewer,
  { state, page, per_page }: VoucherPage,
): Promise<{ vouchers: SealedVoucher[]; total: number }> {
  const states = state === 'ENDED' ? ['EXPIRED', 'CANCELLED'] : state && [state]
  const found = await rows<{ total: number } & (SealedVoucher | { id: null })>(
    database,
    sql`with matching as (
          select voucher.id
            from voucher
           cross join time_zone_of(${company_id}) zone
           where voucher.company_id = ${company_id}
             and voucher.customer_id = any (accounts_of(${company_id}, ${customer_id}))
             and (${states ?? null}::text[] is null
                  or state_of_voucher(voucher.cancelled_at, voucher.withdrawn_at, voucher.expires_on,
                         (${now}::timestamptz at time zone zone)::date)
                     = any (${states ?? null}::text[])))
        select total.count as total, shown.*
          from (select count(*) from matching) total
          left join (
                 select shown.*
                   from (select id
                           from matching
                          order by id desc
                          limit ${per_page}
                         offset ${(page - 1) * per_page}) page
                  cross join lateral shown_voucher(${company_id}, page.id, ${now}) shown) shown on true
         order by shown.id desc`,
  )
  return { vouchers: found.filter((voucher) => voucher.id !== null), total: found[0]!.total }
}

export async function voucherCount(
  database: Database,
  { company_id, customer_id, now }: Viewer,
): Promise<VoucherCount> {
  const counts = await row<VoucherCount>(
    database,
    sql`select count(*) filter (where state = 'TO_WITHDRAW') as "TO_WITHDRAW",
               count(*) filter (where state = 'WITHDRAWN') as "WITHDRAWN",
               count(*) filter (where state = 'EXPIRED') as "EXPIRED",
               count(*) filter (where state = 'CANCELLED') as "CANCELLED"
          from voucher
         cross join time_zone_of(${company_id}) zone
         cross join state_of_voucher(voucher.cancelled_at, voucher.withdrawn_at, voucher.expires_on,
                         (${now}::timestamptz at time zone zone)::date) state
         where voucher.company_id = ${company_id}
           and voucher.customer_id = any (accounts_of(${company_id}, ${customer_id}))`,
  )
  return counts!
}

/** A voucher; undefined if it is unknown or belongs to another customer. */
export async function voucher(
  database: Database,
  codes: VoucherCodes,
  { company_id, customer_id, now }: Viewer,
  id: string,
): Promise<Voucher | undefined> {
  const found = await row<SealedVoucher>(
    database,
    sql`select shown.*
          from voucher
         cross join lateral shown_voucher(${company_id}, voucher.id, ${now}) shown
         where voucher.company_id = ${company_id}
           and voucher.customer_id = any (accounts_of(${company_id}, ${customer_id}))
           and voucher.id = ${id}`,
  )
  return found && codes.shown(company_id, found)
}

/** Prize id → vouchers that can still be withdrawn. Reads all vouchers of the company: for an operator, not for a request. */
export async function openVouchers(
  database: Database,
  company_id: string,
  prize_ids: string[],
  now: Date,
): Promise<Map<string, number>> {
  const found = await rows<{ prize_id: string; count: number }>(
    database,
    sql`select voucher.prize_id, count(*)::integer as count
          from voucher
         cross join time_zone_of(${company_id}) zone
         where voucher.company_id = ${company_id}
           and voucher.prize_id = any (${prize_ids})
           and state_of_voucher(voucher.cancelled_at, voucher.withdrawn_at, voucher.expires_on,
                 (${now}::timestamptz at time zone zone)::date) = 'TO_WITHDRAW'
         group by voucher.prize_id`,
  )
  return new Map(found.map(({ prize_id, count }) => [prize_id, count]))
}
