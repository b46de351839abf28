/** The content of a pass, the same for both wallets. */

import { companyById } from '#api/company/lookup.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import { voucher } from '#api/voucher/vouchers.ts'
import type { Company } from '#contract/company.ts'
import type { ErrorCode } from '#contract/error.ts'
import type { reasonsNotToTake, Voucher } from '#contract/voucher.ts'
import { row, sql } from '#database/sql.ts'

/** `voucher_id` null: the card of the customer. */
export type PassOwner = { company_id: string; customer_id: string; voucher_id: string | null }

export type MemberPass = {
  kind: 'member'
  id: string
  /** Null: the customer has no name. */
  name: string | null
  /** The local day of the registration. */
  since: string
}

export type VoucherPass = {
  kind: 'voucher'
  id: string
  code: string
  prize: Voucher['prize']
  /** The last local day, and the instant at which it ends; null: no end. */
  validity: { expires_at: string; ends_at: string } | null
}

export type Pass = MemberPass | VoucherPass

/**
 * The pass with its company. Throws `not_found`, or the error code of a voucher that cannot be withdrawn. A link
 * outlives the session, so the customer may have been erased, and the company may have closed.
 */
export async function passOf(
  context: SealedDatabase,
  owner: PassOwner,
  now: Date,
): Promise<{ pass: Pass; company: Company; issuer_id: string }> {
  const { company_id, customer_id, voucher_id } = owner
  const found = await companyById(context.database, company_id)
  if (!found || found.company.blocked_at || found.company.maintenance) {
    throw new ApiError('not_found')
  }
  const pass =
    voucher_id === null
      ? await memberPass(context, company_id, customer_id)
      : await voucherPass(context, { company_id, customer_id, voucher_id, now })
  // The issuer_id is read for Google passes only.
  return { pass, company: found.company, issuer_id: found.wallet?.google?.issuer_id ?? '' }
}

async function memberPass(
  { database }: SealedDatabase,
  company_id: string,
  customer_id: string,
): Promise<MemberPass> {
  const person = await row<{ name: string | null; since: string }>(
    database,
    sql`select person.name, (person.created_at at time zone zone)::date as since
          from person_of(${company_id}, ${customer_id}) person
         cross join time_zone_of(${company_id}) zone
         where not is_erased(${company_id}, ${customer_id})`,
  )
  if (!person) throw new ApiError('not_found')
  return { kind: 'member', id: customer_id, ...person }
}

async function voucherPass(
  { database, secret }: SealedDatabase,
  owner: PassOwner & { voucher_id: string; now: Date },
): Promise<VoucherPass> {
  const found = await voucher(database, voucherCodes(secret), owner, owner.voucher_id)
  if (!found) throw new ApiError('not_found')
  const { id, code, prize, state, expires_at } = found
  if (state !== 'TO_WITHDRAW') throw new ApiError(reasons[state])
  if (expires_at === null) return { kind: 'voucher', id, code, prize, validity: null }
  const end = await row<{ ends_at: string }>(
    database,
    sql`select (${expires_at}::date + 1)::timestamp at time zone time_zone_of(${owner.company_id}) - interval '1 second' as ends_at`,
  )
  return { kind: 'voucher', id, code, prize, validity: { expires_at, ends_at: end!.ends_at } }
}

const reasons = {
  WITHDRAWN: 'voucher_withdrawn',
  EXPIRED: 'voucher_expired',
  CANCELLED: 'voucher_cancelled',
} as const satisfies Record<
  Exclude<Voucher['state'], 'TO_WITHDRAW'>,
  ErrorCode & (typeof reasonsNotToTake)[number]
>
