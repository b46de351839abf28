/** Finds customers for a staff member (D15). The searched text is personal, so it is neither logged nor part of an address. */

import { ApiError } from '#api/http/api-error.ts'
import { readIdentifier } from '#api/session/identifier.ts'
import { searchForm } from '#contract/console/audit.ts'
import {
  type CustomerSearch,
  type FoundCustomer,
  type FoundCustomers,
  incompleteNumber,
  maxFound,
  maxSearchedWords,
  minSearchedWord,
  shortSearch,
} from '#contract/console/desk.ts'
import { masked } from '#contract/person/personal-value.ts'
import { type Database, rows, sql } from '#database/sql.ts'

type Row = FoundCustomer & { found: number }

/**
 * The customers with this CPF, CNPJ, phone or email, or else those whose names have words that begin with the searched ones. Throws
 * `validation` for an incomplete number and for words that are too short.
 */
export async function searchCustomers(
  database: Database,
  company_id: string,
  { text, page, per_page }: CustomerSearch,
): Promise<FoundCustomers> {
  const { email, document, phone } = readIdentifier(text)
  const offset = (page - 1) * per_page
  const isNumber = /\d/.test(text) && (document !== null || phone !== null)
  if (email !== null || isNumber) {
    const found = await rows<Row>(
      database,
      sql`select *
            from customers_reached(${company_id}, ${document}, ${phone}, ${email}, ${per_page}, ${offset})`,
    )
    return shown(found)
  }
  const found = await rows<Row>(
    database,
    sql`select *
          from customers_named(
                 ${company_id}, ${wordsOf(text)}, ${maxFound}, ${per_page}, ${offset})`,
  )
  return shown(found)
}

/** The words of a name in the form of the index. Throws `validation` if none is long enough. */
function wordsOf(text: string): string[] {
  const words = searchForm(text)
    .split(/[^a-z0-9]+/)
    .filter(({ length }) => length >= minSearchedWord)
  if (words.length === 0 || !words.some((word) => /[a-z]/.test(word))) {
    const message = /\d/.test(text) ? incompleteNumber : shortSearch
    throw new ApiError('validation', { fields: { text: [message] } })
  }
  return words.slice(0, maxSearchedWords)
}

function shown(found: Row[]): FoundCustomers {
  const count = found[0]?.found ?? 0
  return {
    customers: found.map(({ id, name, document, phone, email, is_registered }) => ({
      id,
      name: masked('name', name),
      document: masked('document', document),
      phone: masked('phone', phone),
      email: masked('email', email),
      is_registered,
    })),
    total: Math.min(count, maxFound),
    is_cut: count > maxFound,
  }
}
