import { ApiError } from '#api/http/api-error.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/**
 * A customer who signed in without a document (Google, phone) and now gives a pre-registered one takes that record over with
 * its points (D3). The person moves to the record, because ledger records are never rewritten. Returns the customer's id from
 * now on. Throws `used_document` when the person has a ledger already.
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
         where company_id = ${company_id} and document = ${document} and login_type = 'PRE'`,
  )
  if (!waiting) return customer_id
  // Lock the balance before the customer: the engine holds a balance when a foreign key of its records locks the customer.
  const emptied = await row(
    connection,
    sql`delete from balance
         where company_id = ${company_id} and customer_id = ${customer_id} and sequence = 0
        returning customer_id`,
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
  for (const statement of [
    // Sign-ins first: this waits for a concurrent admission, whose session is then visible.
    sql`update account set customer_id = ${waiting.id} where company_id = ${company_id} and customer_id = ${customer_id}`,
    sql`update session set customer_id = ${waiting.id} where company_id = ${company_id} and customer_id = ${customer_id}`,
    sql`update mailed_token set customer_id = ${waiting.id} where company_id = ${company_id} and customer_id = ${customer_id}`,
    sql`delete from integration_token where company_id = ${company_id} and customer_id = ${customer_id}`,
    // Rows of a customer without points: nothing to move.
    sql`delete from level_change where company_id = ${company_id} and customer_id = ${customer_id}`,
    sql`delete from customer_level where company_id = ${company_id} and customer_id = ${customer_id}`,
    sql`update consent set customer_id = ${waiting.id} where company_id = ${company_id} and customer_id = ${customer_id}`,
    sql`update notification set customer_id = ${waiting.id} where company_id = ${company_id} and customer_id = ${customer_id}`,
    sql`update prize_favorite set customer_id = ${waiting.id} where company_id = ${company_id} and customer_id = ${customer_id}`,
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
               lacks_contact = person.lacks_contact
          from person
         where customer.company_id = ${company_id} and customer.id = ${waiting.id}`,
  )
  return waiting.id
}
