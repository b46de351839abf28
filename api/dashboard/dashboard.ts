import { ApiError } from '#api/http/api-error.ts'
import { customerLevels, type LevelFacts } from '#api/level/customer-levels.ts'
import { type HistoryLine, pointsEntry } from '#api/points/history.ts'
import type { SealedVoucher, VoucherCodes } from '#api/voucher/code/sealed-code.ts'
import {
  type Dashboard,
  dashboardDays,
  dashboardEntries,
  dashboardPrizes,
  dashboardPromotions,
  dashboardVouchers,
} from '#contract/dashboard.ts'
import type { CustomerLevels } from '#contract/level.ts'
import { maxUnreadCount } from '#contract/notification.ts'
import { type Database, row, sql } from '#database/sql.ts'

type Reader = { company_id: string; customer_id: string; now: Date }

type StoredDashboard = Omit<
  Dashboard,
  keyof CustomerLevels | 'entries' | 'last_purchase' | 'vouchers'
> & {
  level_facts: LevelFacts
  entries: HistoryLine[]
  last_purchase: HistoryLine | null
  vouchers: JsonVoucher[]
}

type JsonVoucher = Omit<SealedVoucher, 'sealed_code'> & { sealed_code: string }

/** All data of the customer's first screen (R7.2), in one statement. Throws `unauthenticated`, as `customer` of api/customer does. */
export async function dashboard(
  database: Database,
  codes: VoucherCodes,
  reader: Reader,
): Promise<Dashboard> {
  const stored = await readDashboard(database, reader)
  if (!stored) throw new ApiError('unauthenticated')
  const { level_facts, entries, last_purchase, vouchers, ...others } = stored
  return {
    ...others,
    ...customerLevels(level_facts, reader.now),
    entries: entries.map(pointsEntry),
    last_purchase: last_purchase && pointsEntry(last_purchase),
    vouchers: vouchers.map((voucher) => codes.shown(reader.company_id, parseVoucher(voucher))),
  }
}

function readDashboard(database: Database, { company_id, customer_id, now }: Reader) {
  return row<StoredDashboard>(
    database,
    sql`select jsonb_build_object(
                 'amount_balance', current.amount,
                 'value_balance', current.value,
                 'received_amount', current.received_amount,
                 'spent_value', current.spent_value,
                 'pending_amount', current.pending_amount,
                 'pending_value', current.pending_value,
                 'held_amount', current.held_amount,
                 'held_value', current.held_value,
                 'deficit_amount', current.deficit_amount,
                 'deficit_value', current.deficit_value) as balance,
               customer_levels(${company_id}, ${customer_id}, ${now}) as level_facts,
               (select jsonb_build_object(
                         'points_amount', coalesce(sum(day.amount), 0),
                         'points_value', coalesce(sum(day.value), 0),
                         'day_count', count(*),
                         'days', coalesce(jsonb_agg(jsonb_build_object(
                                   'expires_at', day.expires_on,
                                   'points_amount', day.amount,
                                   'points_value', day.value) order by day.expires_on)
                                   filter (where day.place <= ${dashboardDays}), '[]'))
                  from (select (free.expires_at at time zone zone)::date - 1 as expires_on,
                               sum(free.amount) as amount,
                               sum(free.value) as value,
                               row_number() over (order by free.expires_at) as place
                          from free_points(${company_id}, ${customer_id}, ${now}) free
                         where free.available_at <= ${now}
                           and free.expires_at > ${now}
                           and free.expires_at < 'infinity'
                         group by free.expires_at) day) as expiring,
               (select jsonb_build_object(
                         'available_at', day.available_on,
                         'points_amount', sum(day.amount),
                         'points_value', sum(day.value))
                  from (select (free.available_at at time zone zone)::date as available_on, free.amount, free.value
                          from free_points(${company_id}, ${customer_id}, ${now}) free
                         where free.available_at > ${now}
                           and free.amount > 0) day
                 group by day.available_on
                 order by day.available_on
                 limit 1) as next_available,
               prizes_in_reach(${company_id}, ${customer_id}, ${dashboardPrizes}, ${now}) as prizes,
               running_promotions(${company_id}, ${customer_id}, ${dashboardPromotions}, ${now}) as promotions,
               (select coalesce(jsonb_agg(to_jsonb(line) order by place), '[]')
                  from history(${company_id}, ${customer_id}, 2147483647, '-infinity', ${dashboardEntries}, ${now})
                       with ordinality as page (line, next, place)
                 where place <= ${dashboardEntries}) as entries,
               to_jsonb(last_purchase(${company_id}, ${customer_id})) as last_purchase,
               newest_vouchers(${company_id}, ${customer_id}, ${dashboardVouchers}, ${now}) as vouchers,
               count_to_withdraw(
                 ${company_id}, ${customer_id}, (${now}::timestamptz at time zone zone)::date) as to_withdraw_count,
               count_unread(${company_id}, ${customer_id}, ${maxUnreadCount}) as unread_count
          from time_zone_of(${company_id}) zone
         cross join current_balance(${company_id}, ${customer_id}, ${now}) current`,
  )
}

/** Converts PostgreSQL's JSON, in which bytes are written as \x… and instants with an offset. */
function parseVoucher(voucher: JsonVoucher): SealedVoucher {
  return {
    ...voucher,
    sealed_code: Buffer.from(voucher.sealed_code.slice(2), 'hex'),
    created_at: instant(voucher.created_at),
    withdrawn_at: voucher.withdrawn_at && instant(voucher.withdrawn_at),
  }
}

function instant(timestamp: string): string {
  return new Date(timestamp).toISOString()
}
