/** A customer's record for a staff member: masked data, balance, level, vouchers and history (D15). */

import { knownProfile } from '#api/customer/customer.ts'
import { ApiError } from '#api/http/api-error.ts'
import { history } from '#api/points/history.ts'
import type { VoucherCodes } from '#api/voucher/code/sealed-code.ts'
import { vouchers } from '#api/voucher/vouchers.ts'
import {
  type CustomerDetails,
  type CustomerHistory,
  type CustomerRecord,
  recordVouchers,
} from '#contract/console/desk.ts'
import { masked } from '#contract/person/personal-value.ts'
import type { CustomerData } from '#contract/privacy.ts'
import type { Voucher } from '#contract/voucher.ts'
import { type Database, row, sql } from '#database/sql.ts'

type Reader = { company_id: string; customer_id: string; now: Date }

/** Throws `not_found` for an unknown, foreign or erased customer. */
export async function customerRecord(
  database: Database,
  codes: VoucherCodes,
  reader: Reader,
): Promise<CustomerRecord> {
  const profile = await profileOf(database, reader)
  const [level, found] = await Promise.all([
    levelOf(database, reader),
    vouchers(database, codes, reader, { page: 1, per_page: recordVouchers }),
  ])
  return {
    id: profile.id,
    ...maskedDetails(detailsOf(profile)),
    is_registered: profile.login_type !== 'PRE',
    has_confirmed_email: profile.emailVerified,
    created_at: new Date(profile.created_at).toISOString(),
    last_seen_on: profile.last_seen_on,
    balance: profile.balance,
    level,
    vouchers: found.vouchers.map(withoutCode),
    voucher_count: found.total,
  }
}

async function levelOf(
  database: Database,
  { company_id, customer_id, now }: Reader,
): Promise<string | null> {
  const standing = await row<{ level_name: string | null }>(
    database,
    sql`select (level_standing(terms, ${customer_id}, ${now})).level_name
          from terms_of(${company_id}) terms
         where terms.company_id is not null`,
  )
  return standing?.level_name ?? null
}

/** A page of the customer's history, as the customer sees it (R7.3). Throws `not_found`. */
export async function customerHistory(
  database: Database,
  reader: Reader,
  page: { before?: number | undefined; per_page: number },
): Promise<CustomerHistory> {
  await profileOf(database, reader)
  return history(database, reader.company_id, reader.customer_id, page, reader.now)
}

/** Throws `not_found`. */
export async function profileOf(
  database: Database,
  { company_id, customer_id, now }: Reader,
): Promise<CustomerData['profile']> {
  const profile = await knownProfile(database, company_id, customer_id, now)
  if (!profile) throw new ApiError('not_found')
  return profile
}

/** The personal values in full. */
export function detailsOf(profile: CustomerData['profile']): CustomerDetails {
  const { name, document, email, phone, birthdate } = profile
  return { name, document, email, phone, birthdate, address: addressOf(profile) }
}

function addressOf(profile: CustomerData['profile']): string | null {
  const parts = [
    profile.address_street,
    profile.address_number,
    profile.address_complement,
    profile.address_district,
    profile.address_city,
    profile.address_state,
    profile.address_postal_code,
  ]
  return parts.filter((part) => part !== null && part !== '').join(', ') || null
}

function maskedDetails({ name, document, email, phone, birthdate, address }: CustomerDetails) {
  return {
    name: masked('name', name),
    document: masked('document', document),
    email: masked('email', email),
    phone: masked('phone', phone),
    birthdate: masked('birthdate', birthdate),
    address: masked('address', address),
  }
}

function withoutCode({ code: _code, ...voucher }: Voucher): Omit<Voucher, 'code'> {
  return voucher
}
