import type { Context } from '#api/context/context.ts'
import { endMailedLinks } from '#api/credential/mailed-token.ts'
import { dropAccounts, endSessions } from '#api/credential/session-token.ts'
import { ApiError } from '#api/http/api-error.ts'
import {
  correctedFields,
  type CorrectedField,
  noSignInLeft,
  nothingCorrected,
} from '#contract/console/correction.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { refuseByBirthdate } from './age.ts'
import { formerKeys, noteFormer, noteReturn } from './former.ts'

type Person = { company_id: string; customer_id: string; now: Date }
type Values = Record<CorrectedField, string | null>
export type Correction = { [field in CorrectedField]?: string | undefined }

/**
 * Changes a person's data by the decision of the company's staff. A new email or phone is unconfirmed. It ends all sessions, mailed
 * links and accounts of the identity provider: the old mailbox or number may be another person's now. The old mailbox gets a mail.
 * Returns the changed fields before and after. Throws `not_found`, `validation`, `underage` or `overage`. A used value violates a
 * unique key (used.ts).
 */
export async function correctPerson(
  { secret, queueMail }: Pick<Context, 'secret' | 'queueMail'>,
  connection: Database,
  person: Person,
  correction: Correction,
): Promise<{ before: Partial<Values>; after: Partial<Values> }> {
  const { company_id, customer_id, now } = person
  const stored = await row<Values & { has_password: boolean; is_registered: boolean }>(
    connection,
    sql`select name, document, email, phone, birthdate, password_hash is not null as has_password,
               login_type <> 'PRE' as is_registered
          from customer
         where company_id = ${company_id} and id = ${customer_id} and erased_at is null
           for no key update`,
  )
  if (!stored) throw new ApiError('not_found')
  const fields = correctedFields.filter(
    (field) => correction[field] !== undefined && correction[field] !== stored[field],
  )
  if (fields.length === 0)
    throw new ApiError('validation', { fields: { name: [nothingCorrected] } })
  const after: Partial<Values> = Object.fromEntries(fields.map((name) => [name, correction[name]]))
  const before: Partial<Values> = Object.fromEntries(fields.map((name) => [name, stored[name]]))
  if (after.birthdate) await refuseByBirthdate(connection, company_id, after.birthdate, now)
  await write(connection, person, { ...stored, ...after })
  if (after.document) {
    const keys = (document: string | null) => formerKeys(secret, company_id, document)
    await noteReturn(connection, company_id, customer_id, keys(after.document))
    await noteFormer(connection, company_id, keys(stored.document), now)
  }
  if (after.email || after.phone) {
    const isReachable = (after.email ?? stored.email) !== null || stored.has_password
    await endSignIns(connection, person, isReachable)
    if (stored.is_registered && stored.email !== null) {
      const owner = { company_id, customer_id, email: stored.email }
      await queueMail(connection, { kind: 'credentials_changed', ...owner })
    }
  }
  if (after.email && stored.is_registered) {
    await queueMail(connection, { kind: 'email_confirmation', company_id, customer_id })
  }
  return { before, after }
}

/** `isReachable`: the person can still sign in without an account of the identity provider. */
async function endSignIns(
  connection: Database,
  { company_id, customer_id, now }: Person,
  isReachable: boolean,
): Promise<void> {
  await endSessions(connection, company_id, customer_id, now)
  await endMailedLinks(connection, company_id, customer_id, now)
  const hadAccount = await dropAccounts(connection, company_id, customer_id)
  if (hadAccount && !isReachable) {
    throw new ApiError('validation', { fields: { email: [noSignInLeft] } })
  }
}

async function write(
  connection: Database,
  { company_id, customer_id }: Person,
  { name, document, email, phone, birthdate }: Values,
): Promise<void> {
  await row(
    connection,
    sql`select release_contacts(${company_id}, ${email}, ${phone}, ${document})`,
  )
  await row(
    connection,
    sql`update customer
           set name = ${name},
               document = ${document},
               has_moved_document = has_moved_document and document = ${document},
               email = ${email},
               email_verified_at = case when email = ${email} then email_verified_at end,
               phone = ${phone},
               phone_verified_at = case when phone = ${phone} then phone_verified_at end,
               birthdate = ${birthdate},
               lacks_contact = lacks_contact and ${email}::text is null and ${phone}::text is null
         where company_id = ${company_id} and id = ${customer_id}`,
  )
}
