import {
  type NoticeChannel,
  noticeDays,
  type NoticeKind,
  noticeRules,
} from '#contract/notification.ts'
import { type Database, row, sql } from '#database/sql.ts'

type Expiring = { expires_at: string; days: number }
type Amount = { points_amount: number; points_value: number }

/** The figures of a message. The two digests have a row for each day or voucher, earliest expiry first. */
export type MessageContent =
  | { kind: 'points_received'; data: [Amount & { subsidiary_name: string }] }
  | { kind: 'points_expiring'; data: (Amount & Expiring)[] }
  | { kind: 'voucher_issued'; data: [Issued] }
  | { kind: 'voucher_expiring'; data: (Expiring & { voucher_id: string; prize_name: string })[] }
  | { kind: 'level_changed'; data: [LevelChange] }
  | { kind: 'promotion_credited'; data: [Amount & { promotion_name: string }] }

type Issued = { voucher_id: string; prize_name: string; expires_at: string | null }
type LevelChange = {
  level_name: string | null
  previous_level_name: string | null
  is_rise: boolean
}

type Message = {
  company_id: string
  customer_id: string
  notice: NoticeKind
  notification_id: string
  channel: NoticeChannel
}

/**
 * The current content of a message, and the seconds until the quiet hours end. Undefined: the customer does not get this kind over
 * this channel (wants_notice in message.sql), or the message would be empty.
 */
export async function messageContent(
  database: Database,
  { company_id, customer_id, notice, notification_id, channel }: Message,
  now: Date,
): Promise<{ content: MessageContent; wait_s: number } | undefined> {
  const found = await row<{ data: object[] | null; wait_s: number }>(
    database,
    sql`select message_content(
                 p_company_id => ${company_id},
                 p_customer_id => ${customer_id},
                 p_kind => ${notice},
                 p_channel => ${channel},
                 p_notification_id => ${notification_id},
                 p_days => ${Math.max(...noticeDays)},
                 p_rules => ${noticeRules},
                 p_now => ${now}) as data,
               quiet_seconds(zone, ${noticeRules}, ${now}) as wait_s
          from time_zone_of(${company_id}) one (zone)`,
  )
  if (!found?.data || found.data.length === 0) return undefined
  return { content: { kind: notice, data: found.data } as MessageContent, wait_s: found.wait_s }
}
