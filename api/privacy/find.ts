import { readIdentifier } from '#api/session/identifier.ts'
import { masked } from '#contract/person/personal-value.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** A customer as an operator sees them: enough to tell two apart. */
export type FoundCustomer = {
  id: string
  name: string | null
  document: string | null
  email: string | null
  phone: string | null
  created_at: string
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The customers with this id, CPF, CNPJ, email or phone, including pre-registered ones. A merged account stands for the account into
 * which it was merged.
 */
export async function findCustomers(
  database: Database,
  company_id: string,
  identifier: string,
): Promise<FoundCustomer[]> {
  const id = idPattern.test(identifier) ? identifier : null
  const { document, phone, email } = id
    ? { document: null, phone: null, email: null }
    : readIdentifier(identifier)
  const found = await rows<FoundCustomer>(
    database,
    sql`select person.id, person.name, person.document, person.email, person.phone, person.created_at
          from (select ${id}::uuid as id
                 union
                select customer.id
                  from customers_with(${company_id}, ${document}, ${phone}, ${email}) customer) named
         cross join lateral (
               select coalesce(merged_into(${company_id}, named.id), named.id) as id) staying
         cross join lateral person_of(${company_id}, staying.id) person
         group by person.id, person.name, person.document, person.email, person.phone, person.created_at
         order by person.created_at`,
  )
  return found.map((one) => ({
    ...one,
    name: masked('name', one.name),
    document: masked('document', one.document),
    email: masked('email', one.email),
    phone: masked('phone', one.phone),
  }))
}

/** The kind of an identifier, for the row of an operator's action. */
export function kindOfName(identifier: string): 'id' | 'email' | 'number' {
  if (idPattern.test(identifier)) return 'id'
  return identifier.includes('@') ? 'email' : 'number'
}
