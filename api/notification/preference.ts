import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import {
  marketingNotices,
  type NoticeChoice,
  noticeKinds,
  type NoticePreferences,
  noticeRules,
} from '#contract/notification.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { hasSubscription } from './subscription/subscription.ts'

type Needs = Pick<Context, 'database' | 'push'>
type Owner = { company_id: string; customer_id: string }
type Caller = Owner & { token_hash: Buffer; now: Date }

/** The customer's choices, with the default for each switch that the customer has not used. */
export async function noticePreferences(
  { database, push }: Needs,
  caller: Caller,
): Promise<NoticePreferences> {
  const { company_id, customer_id } = caller
  const [reach, chosen, is_subscribed] = await Promise.all([
    row<Pick<NoticePreferences, 'has_confirmed_email' | 'opt_in_marketing'>>(
      database,
      sql`select has_confirmed_email, opt_in_marketing from reach_of(${company_id}, ${customer_id})`,
    ),
    noticeChoices(database, caller),
    push !== null && hasSubscription(database, caller),
  ])
  const isOn = (kind: NoticeChoice['kind'], channel: NoticeChoice['channel']) =>
    chosen.find((one) => one.kind === kind && one.channel === channel)?.is_on ??
    noticeRules.on.includes(`${channel} ${kind}`)
  return {
    has_confirmed_email: reach?.has_confirmed_email ?? false,
    opt_in_marketing: reach?.opt_in_marketing ?? false,
    push: push && { public_key: push.publicKey, is_subscribed },
    kinds: noticeKinds.map((kind) => ({
      kind,
      is_marketing: marketingNotices.includes(kind),
      mail: isOn(kind, 'mail'),
      push: isOn(kind, 'push'),
    })),
  }
}

/** The customer's own choices, also those that equal the default. */
export async function noticeChoices(
  database: Database,
  { company_id, customer_id }: Owner,
): Promise<NoticeChoice[]> {
  return rows(
    database,
    sql`select kind, channel, is_on
          from notice_preference
         where company_id = ${company_id} and customer_id = ${customer_id}
         order by kind, channel`,
  )
}

/** Stores one switch. Throws `marketing_consent_required` or `unauthenticated`, and then changes nothing. */
export async function chooseNotice(
  needs: Needs,
  caller: Caller,
  choice: NoticeChoice,
): Promise<NoticePreferences> {
  const error = await saveChoice(needs.database, caller, choice, caller.now)
  if (error) throw new ApiError(error)
  return noticePreferences(needs, caller)
}

/**
 * Stores one switch, or returns the error and changes nothing: an erased customer, or marketing without the consent. The consent
 * is read by the statement that inserts.
 */
export async function saveChoice(
  database: Database,
  { company_id, customer_id }: Owner,
  { kind, channel, is_on }: NoticeChoice,
  now: Date,
): Promise<'unauthenticated' | 'marketing_consent_required' | null> {
  const needsConsent = is_on && marketingNotices.includes(kind)
  const owner = await row<{ may_choose: boolean }>(
    database,
    sql`with owner as materialized (
             select reach.opt_in_marketing or not ${needsConsent} as may_choose
               from reach_of(${company_id}, ${customer_id}) reach
              where hold_customer(${company_id}, ${customer_id})),
             saved as (
             insert into notice_preference (company_id, customer_id, kind, channel, is_on, changed_at)
             select ${company_id}, ${customer_id}, ${kind}, ${channel}, ${is_on}, ${now}
               from owner
              where owner.may_choose
             on conflict (company_id, customer_id, kind, channel) do update
                set is_on = excluded.is_on,
                    changed_at = excluded.changed_at)
        select may_choose from owner`,
  )
  if (!owner) return 'unauthenticated'
  return owner.may_choose ? null : 'marketing_consent_required'
}
