/** Erases a customer (D16): deletes all personal data and keeps the ledger without a name. */

import type { SealedDatabase } from '#api/context/context.ts'
import { isMerged } from '#api/credential/sign-in.ts'
import { evidenceOf, isProven, prove } from '#api/customer/evidence.ts'
import { formerKeys } from '#api/customer/former.ts'
import { lockBalances } from '#api/customer/lock-balances.ts'
import { ApiError } from '#api/http/api-error.ts'
import { endOpenIntention } from '#api/intention/end-open.ts'
import { dropMails } from '#api/mail/drop-mails.ts'
import { emitEvent } from '#api/webhook/emit.ts'
import type { Erasure, ErasurePreview, Forfeit } from '#contract/privacy.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

/** Of a job, per company: after so many statements that reached their time limit, 45 s, its other customers wait for the next run. */
export const maxTimeouts = 3

type Person = { company_id: string; customer_id: string; now: Date }
type Caller = Person & { token_hash: Buffer; address: string }

/** The points and vouchers that an erasure would forfeit now, and whether it requires the password. */
export async function erasurePreview(
  { database }: Pick<SealedDatabase, 'database'>,
  caller: Omit<Caller, 'address'>,
): Promise<ErasurePreview> {
  const [forfeits, { password_hash, is_fresh }] = await Promise.all([
    forfeitOf(database, caller),
    evidenceOf(database, caller),
  ])
  return { forfeits, asks_password: password_hash !== null, is_sign_in_fresh: is_fresh }
}

/**
 * Erases the signed-in customer. A session may be stolen, so the password or a fresh sign-in is required. Throws
 * `password_required`, `wrong_password`, `sign_in_again`, `forfeit_changed` or `too_many_requests`, and then changes nothing.
 */
export async function leave(
  context: SealedDatabase,
  { current_password, forfeits }: Erasure,
  caller: Caller,
): Promise<void> {
  const { database } = context
  // Hash before any lock is taken, because hashing takes about 20 ms and sales wait for the lock.
  const evidence = await evidenceOf(database, caller)
  const proof = await prove(database, caller, evidence, 'either', current_password)
  await transaction(database, async (connection) => {
    const person = await lockedPerson(connection, caller)
    const { customer_id } = await sessionOwner(connection, caller)
    // A sign-out or an earlier call ended the session, or the record was merged into another one.
    if (!person || customer_id !== caller.customer_id) throw new ApiError('unauthenticated')
    // A concurrent change of the password was committed between the two reads.
    if (!isProven(proof, person.password_hash, 'either')) throw new ApiError('wrong_password')
    refuseOtherForfeit(await forfeitOf(connection, caller), forfeits)
    await erase(context, connection, caller, person)
  })
}

type Decision = {
  /** Whether the customer must still be erased, decided under the locks. */
  isDue?: (connection: Database, stored: Stored) => Promise<boolean>
  /** Runs in the same transaction. */
  andThen?: (connection: Database, forfeited: Forfeit) => Promise<void>
}

/**
 * Erases a customer by the decision of an operator or a deadline, with the accounts that were merged into this one. False: no customer was
 * erased, because there is none with this id, it is not due, or the account itself was merged into another one.
 */
export async function eraseCustomer(
  context: SealedDatabase,
  person: Person,
  { isDue, andThen }: Decision,
): Promise<boolean> {
  return transaction(context.database, async (connection) => {
    const stored = await lockedPerson(connection, person)
    if (!stored) return false
    // Read under the lock of the balance, which a merge takes too.
    if (await isMerged(connection, person.company_id, person.customer_id)) return false
    if (isDue && !(await isDue(connection, stored))) return false
    const forfeited = await forfeitOf(connection, person)
    await erase(context, connection, person, stored)
    await andThen?.(connection, forfeited)
    return true
  })
}

async function sessionOwner(
  connection: Database,
  { company_id, token_hash, now }: Caller,
): Promise<{ customer_id: string | undefined }> {
  const found = await row<{ customer_id: string }>(
    connection,
    sql`select customer_id from session_of(${company_id}, ${token_hash}, ${now})`,
  )
  return { customer_id: found?.customer_id }
}

/** The forfeit: all points, also pending and held ones, and the vouchers that were not withdrawn. */
export async function forfeitOf(
  database: Database,
  { company_id, customer_id, now }: Person,
): Promise<Forfeit> {
  const found = await row<Forfeit>(
    database,
    sql`select current.amount + current.pending_amount + current.held_amount as points_amount,
               current.value + current.pending_value + current.held_value as points_value,
               count_to_withdraw(${company_id}, ${customer_id}, (${now}::timestamptz at time zone zone)::date)
                 as vouchers
          from current_balance(${company_id}, ${customer_id}, ${now}) current
         cross join time_zone_of(${company_id}) zone`,
  )
  return found!
}

function refuseOtherForfeit(now: Forfeit, confirmed: Forfeit): void {
  const { points_amount, points_value, vouchers } = now
  const isSame =
    points_amount === confirmed.points_amount &&
    points_value === confirmed.points_value &&
    vouchers === confirmed.vouchers
  if (!isSame) throw new ApiError('forfeit_changed', { details: { ...now } })
}

type Stored = {
  email: string | null
  document: string | null
  password_hash: string | null
  /** False: the customer is a pre-registration. */
  is_registered: boolean
}

/**
 * Locks the balances first, so that no command of the customer is in progress, and then the row. Accounts that the customer has taken in
 * are erased too; their balances are locked in the order of the ids, as a merge does. Undefined: already erased.
 */
async function lockedPerson(
  connection: Database,
  { company_id, customer_id }: Person,
): Promise<Stored | undefined> {
  const accounts = await accountsOf(connection, company_id, customer_id)
  await lockBalances(connection, company_id, accounts)
  return row<Stored>(
    connection,
    sql`select email, document, password_hash, is_registered
          from lock_person(${company_id}, ${customer_id})`,
  )
}

/** The customer's account first, then those that were merged into it. */
async function accountsOf(
  connection: Database,
  company_id: string,
  customer_id: string,
): Promise<string[]> {
  const found = await row<{ ids: string[] }>(
    connection,
    sql`select accounts_of(${company_id}, ${customer_id}) as ids`,
  )
  return found!.ids
}

async function erase(
  context: SealedDatabase,
  connection: Database,
  person: Person,
  stored: Stored,
): Promise<void> {
  const { company_id, customer_id } = person
  for (const absorbed of (await accountsOf(connection, company_id, customer_id)).slice(1)) {
    const other = await row<Stored>(
      connection,
      sql`select email, document, password_hash, is_registered from lock_person(${company_id}, ${absorbed})`,
    )
    if (other) await eraseAccount(context, connection, { ...person, customer_id: absorbed }, other)
  }
  await eraseAccount(context, connection, person, stored)
}

async function eraseAccount(
  { secret }: SealedDatabase,
  connection: Database,
  { company_id, customer_id, now }: Person,
  { email, document, is_registered }: Stored,
): Promise<void> {
  await rows(connection, sql`select close_balance(${company_id}, ${customer_id})`)
  await endOpenIntention(connection, { company_id, customer_id, now }, 'decline')
  const document_key = is_registered ? formerKeys(secret, company_id, document)?.[0] : null
  for (const statement of [
    sql`select drop_import_lines(${company_id}, ${document})`,
    sql`select drop_sign_ins(${company_id}, ${customer_id}, ${now})`,
    sql`select drop_integration_token(${company_id}, ${customer_id})`,
    sql`select forfeit_vouchers(
          ${company_id}, ${customer_id}, (${now}::timestamptz at time zone zone)::date, ${now})
          from time_zone_of(${company_id}) zone`,
    sql`select drop_outcomes(${company_id}, ${customer_id})`,
    sql`select drop_levels(${company_id}, ${customer_id})`,
    sql`select clear_consents(${company_id}, ${customer_id})`,
    sql`select scramble_intentions(${company_id}, ${customer_id})`,
    sql`select drop_notifications(${company_id}, ${customer_id})`,
    sql`select drop_favorites(${company_id}, ${customer_id})`,
    sql`select drop_announcement(${company_id}, ${customer_id})`,
    sql`select forget_acts(${company_id}, ${customer_id})`,
    sql`select erase_person(${company_id}, ${customer_id}, ${document_key}, ${now})`,
  ]) {
    await rows(connection, statement)
  }
  await dropMails(connection, company_id, { customer_id, email, document })
  await emitEvent(connection, company_id, 'customer.erased', { customer_id }, now)
}
