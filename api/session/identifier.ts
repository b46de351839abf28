/** The identifier that a person types in one field: an email, a CPF or CNPJ, or a phone (D10). */

import { type Database, rows, sql } from '#database/sql.ts'

export type Identifier = {
  /** A form that is the same for every spelling. Attempts on an unknown account are counted under it. */
  canonical: string
  email: string | null
  document: string | null
  /** The phone with its +55; null: the input cannot be a phone. */
  phone: string | null
}

/**
 * Case, spaces and punctuation do not matter. A phone has 11 digits, or 13 that begin with 55 (R5.2). Any longer prefix would
 * give an account more names, and so more guesses. Eleven digits may be a CPF and a phone at once.
 */
export function readIdentifier(input: string): Identifier {
  if (input.includes('@')) {
    const email = input.trim().toLowerCase()
    return { canonical: email, email, document: null, phone: null }
  }
  const bare = input.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  const national = /^(?:55)?(\d{11})$/.exec(bare)?.[1]
  return {
    canonical: national ?? bare,
    email: null,
    document: /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(bare) ? bare : null,
    phone: national === undefined ? null : `+55${national}`,
  }
}

export type Account = { id: string; password_hash: string | null }

/** The customers that the identifier may mean: none, one, or the owner of a CPF and then the owner of an equal phone. */
export async function accountsWith(
  database: Database,
  company_id: string,
  { email, document, phone }: Identifier,
): Promise<Account[]> {
  return rows<Account>(
    database,
    sql`select id, password_hash from accounts_with(${company_id}, ${email}, ${document}, ${phone})`,
  )
}
