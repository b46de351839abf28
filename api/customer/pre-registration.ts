import { refuseBlocked } from '#api/credential/sign-in.ts'
import { ApiError } from '#api/http/api-error.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/**
 * A customer who signed in without a document (Google, phone) and now gives a pre-registered one takes that record over with
 * its points (D3). The person moves to the record, because ledger records are never rewritten. Returns the customer's id from
 * now on. Throws `used_document` when the person has a ledger already, and `customer_blocked` for a record that the staff has blocked.
 */
export async function takePreRegistrationOver(
  connection: Database,
  company_id: string,
  customer_id: string,
  document: string,
): Promise<string> {
  const waiting = await row<{ id: string }>(
    connection,
    sql`select id
          from customer
         where company_id = ${company_id} and document = ${document} and login_type = 'PRE'
           and merged_into(company_id, id) is null`,
  )
  if (!waiting) return customer_id
  // Lock the balance before the customer: the engine holds a balance when a foreign key of its records locks the customer.
  const emptied = await row(
    connection,
    sql`select where drop_empty_balance(${company_id}, ${customer_id})`,
  )
  const locked = await row(
    connection,
    sql`select id
          from customer
         where company_id = ${company_id} and id = ${waiting.id} and login_type = 'PRE'
           for update`,
  )
  // No row: another person has taken the record over concurrently.
  if (!emptied || !locked) throw new ApiError('used_document')
  await refuseBlocked(connection, company_id, waiting.id)
  for (const statement of [
    // Sign-ins first: this waits for a concurrent admission, whose session is then visible.
    sql`select move_sign_ins(${company_id}, ${customer_id}, ${waiting.id})`,
    sql`select drop_integration_token(${company_id}, ${customer_id})`,
    // The person has no points, so these rows need not be moved.
    sql`select drop_levels(${company_id}, ${customer_id})`,
    sql`select move_consents(${company_id}, ${customer_id}, ${waiting.id})`,
    sql`select move_notifications(${company_id}, ${customer_id}, ${waiting.id})`,
    sql`select move_favorites(${company_id}, ${customer_id}, ${waiting.id})`,
  ]) {
    await rows(connection, statement)
  }
  await rows(
    connection,
    sql`with person as (
          delete from customer where company_id = ${company_id} and id = ${customer_id} returning *)
        update customer
           set name = person.name, email = person.email, phone = person.phone, birthdate = person.birthdate,
               login_type = person.login_type, password_hash = person.password_hash,
               email_verified_at = person.email_verified_at, phone_verified_at = person.phone_verified_at,
               opt_in = person.opt_in, opt_in_marketing = person.opt_in_marketing, sex = person.sex,
               address_street = person.address_street, address_district = person.address_district,
               address_city = person.address_city, address_state = person.address_state,
               address_postal_code = person.address_postal_code,
               address_complement = person.address_complement, address_number = person.address_number,
               lacks_contact = person.lacks_contact,
               registered_at = coalesce(person.registered_at, person.created_at)
          from person
         where customer.company_id = ${company_id} and customer.id = ${waiting.id}`,
  )
  return waiting.id
}
