/** A customer's record for a staff member: masked data, balance, level, vouchers and history (D15). */

import { isKnownCustomer, knownProfile, type PersonalValues } from '#api/customer/customer.ts'
import { ApiError } from '#api/http/api-error.ts'
import { history } from '#api/points/history.ts'
import { vouchersWithoutCodes } from '#api/voucher/vouchers.ts'
import {
  type CustomerDetails,
  type CustomerHistory,
  type CustomerRecord,
  recordVouchers,
} from '#contract/console/desk.ts'
import { masked } from '#contract/person/personal-value.ts'
import { type Database, row, sql } from '#database/sql.ts'

type Reader = { company_id: string; customer_id: string; now: Date }

/** Throws `not_found` for an unknown, foreign or erased customer. */
export async function customerRecord(database: Database, reader: Reader): Promise<CustomerRecord> {
  const { company_id, customer_id, now } = reader
  const profile = await knownProfile(database, company_id, customer_id, now)
  if (!profile) throw new ApiError('not_found')
  const page = { page: 1, per_page: recordVouchers }
  const { vouchers, total } = await vouchersWithoutCodes(database, reader, page)
  return {
    id: profile.id,
    ...maskedDetails(detailsOf(profile)),
    is_registered: profile.login_type !== 'PRE',
    has_confirmed_email: profile.emailVerified,
    created_at: new Date(profile.created_at).toISOString(),
    last_seen_on: profile.last_seen_on,
    balance: profile.balance,
    level: profile.level_infos?.level?.name ?? null,
    vouchers,
    voucher_count: total,
    block: await blockOf(database, reader),
  }
}

async function blockOf(
  database: Database,
  { company_id, customer_id }: Reader,
): Promise<CustomerRecord['block']> {
  const block = await row<NonNullable<CustomerRecord['block']>>(
    database,
    sql`select reason, staff_name(${company_id}, staff_id) as blocked_by, blocked_at
          from block_of(${company_id}, ${customer_id})`,
  )
  return block ?? null
}

/** A page of the customer's history, as the customer sees it (R7.3). Throws `not_found`. */
export async function customerHistory(
  database: Database,
  reader: Reader,
  page: { before?: number | undefined; per_page: number },
): Promise<CustomerHistory> {
  const { company_id, customer_id, now } = reader
  const isKnown = await isKnownCustomer(database, company_id, customer_id)
  if (!isKnown) throw new ApiError('not_found')
  return history(database, company_id, customer_id, page, now)
}

/** The personal values in full. */
export function detailsOf(values: PersonalValues): CustomerDetails {
  const { name, document, email, phone, birthdate } = values
  return { name, document, email, phone, birthdate, address: addressOf(values) }
}

function addressOf(values: PersonalValues): string | null {
  const parts = [
    values.address_street,
    values.address_number,
    values.address_complement,
    values.address_district,
    values.address_city,
    values.address_state,
    values.address_postal_code,
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
