/** Whether a customer would get a notice, for tests (D21). */

import { noticeRules } from '#contract/notification.ts'
import { row, sql } from '#database/sql.ts'

import type { TestCompany, World } from './world.ts'

export async function wantsNotice(
  { database, now }: World,
  { id }: TestCompany,
  customer: { id: string },
  kind: string,
  channel: 'mail' | 'push',
): Promise<boolean> {
  const found = await row<{ wants: boolean }>(
    database,
    sql`select wants_notice(${id}, ${customer.id}, ${kind}, ${channel}, ${noticeRules}, ${now()}) as wants`,
  )
  return found!.wants
}
