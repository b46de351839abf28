/** Consents of a person, as dated records that are only appended (R6.1, D12). */

import { ApiError } from '#api/http/api-error.ts'
import type { Consent, CookieAgreement } from '#contract/consent.ts'
import type { CustomerData } from '#contract/privacy.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

type Caller = {
  company_id: string
  customer_id: string
  user_agent: string | null
  now: Date
}

/**
 * Appends the person's decision when it differs from the last record of its kind, or when that one came from a company's file: the person
 * has then read no text yet. Returns the new record. Changes nothing for an erased customer. Decisions of one kind follow one another
 * until the end of the transaction, so that two equal ones are one record.
 */
export async function recordConsent(
  connection: Database,
  { company_id, customer_id, user_agent, now }: Caller,
  kind: Consent['kind'],
  is_granted: boolean,
): Promise<{ id: string; parent_id: string | null; created_at: string } | undefined> {
  // A statement of its own: the next one must see the record of the decision that this one has waited for.
  await row(
    connection,
    sql`select pg_advisory_xact_lock(hashtextextended(${`${company_id} ${customer_id} ${kind}`}, 0))`,
  )
  return row(
    connection,
    sql`insert into consent (company_id, customer_id, kind, is_granted, text_version, user_agent, parent_id, created_at)
        select ${company_id}, ${customer_id}, ${kind}, ${is_granted}, coalesce(file #>> '{legal,version}', '1'),
               ${user_agent}, last.id, ${now}
          from file_of(${company_id}) file
          left join lateral (
                 select id, is_granted, text_version
                   from consent
                  where consent.company_id = ${company_id}
                    and consent.customer_id = ${customer_id}
                    and consent.kind = ${kind}
                  order by id desc
                  limit 1) last on true
         -- A consent that was never given needs no withdrawal.
         where (coalesce(last.is_granted, false) is distinct from ${is_granted}
                or last.text_version = imported_consent_version())
           and hold_customer(${company_id}, ${customer_id})
        returning id, parent_id, created_at`,
  )
}

/** The person's consents, newest first. */
export async function consents(
  database: Database,
  { company_id, customer_id }: Pick<Caller, 'company_id' | 'customer_id'>,
): Promise<Consent[]> {
  return rows(
    database,
    sql`select id, kind, is_granted, text_version, created_at
          from consent
         where company_id = ${company_id} and customer_id = ${customer_id}
         order by id desc`,
  )
}

/** Newest first, each with the browser that it came from, for the person's export. */
export async function consentRecords(
  database: Database,
  { company_id, customer_id }: Pick<Caller, 'company_id' | 'customer_id'>,
): Promise<CustomerData['consents']> {
  return rows(
    database,
    sql`select id, kind, is_granted, text_version, user_agent, created_at
          from consent
         where company_id = ${company_id} and customer_id = ${customer_id}
         order by id desc`,
  )
}

/** R6.1. Throws `forbidden` for another customer's id, and `agreement_exists`. */
export async function agreeToCookies(
  database: Database,
  caller: Caller,
  user_id: string,
): Promise<CookieAgreement> {
  if (user_id !== caller.customer_id) throw new ApiError('forbidden')
  return transaction(database, async (connection) => {
    const recorded = await recordConsent(connection, caller, 'COOKIES', true)
    if (!recorded) throw new ApiError('agreement_exists')
    // Recording has locked the customer against merging, which would delete the row.
    const person = await row<{ email: string | null }>(
      connection,
      sql`select email from person_of(${caller.company_id}, ${user_id})`,
    )
    const { id, parent_id, created_at: accepted_at } = recorded
    const { user_agent } = caller
    return { id, user_id, user_agent, user_email: person!.email, parent_id, accepted_at }
  })
}

/** Throws `forbidden` for another customer's id, and `not_found` without an agreement. */
export async function withdrawCookies(
  database: Database,
  caller: Caller,
  user_id: string,
): Promise<void> {
  if (user_id !== caller.customer_id) throw new ApiError('forbidden')
  const recorded = await transaction(database, (connection) =>
    recordConsent(connection, caller, 'COOKIES', false),
  )
  if (!recorded) throw new ApiError('not_found')
}
