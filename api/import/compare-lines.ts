/** Compares the lines of a part with one another, with earlier lines of the file, and with what the company has. */

import type { ImportColumn, ImportRefusal } from '#contract/console/import.ts'
import { type Database, rows, sql } from '#database/sql.ts'
import { importedId, shownNumber } from '#engine/command.ts'

import type { ImportedBalance, ImportedPerson, ReadLine, RefusedLine } from './read-line.ts'

/** A line of the file, and the person whom it describes: null if an earlier line or the programme has the person. */
export type AcceptedLine = ReadLine & { isNewCustomer: boolean; isFirst: boolean }

export type Compared = {
  accepted: AcceptedLine[]
  refused: RefusedLine[]
  /** Lines whose external_id was imported before, with the same balance. */
  known: number
}

type EarlierLine = {
  line: number
  document: string
  email: string | null
  phone: string | null
  person: ImportedPerson | null
  external_id: string | null
}
type Owner = { document: string | null; email: string | null; phone: string | null }

/** The facts that the lines of a part are compared with. Later lines of the part are compared with its earlier ones, too. */
type Facts = {
  /** external_id → its line. */
  externalIds: Map<string, number>
  /** document → its first line, with the person's data; '' without any. `data` null: the programme has the person. */
  persons: Map<string, { line: number; data: string | null }>
  /** Contact → the line of the new customer who has it. */
  emails: Map<string, number>
  phones: Map<string, number>
  /** The documents and contacts of the programme's customers. */
  customers: Set<string | null>
  usedEmails: Set<string | null>
  usedPhones: Set<string | null>
  /** external_id → the balance that was imported with it. */
  balances: Map<string, StoredBalance>
}

export async function compareLines(
  database: Database,
  company_id: string,
  import_id: string,
  lines: ReadLine[],
): Promise<Compared> {
  const facts = await factsOf(database, company_id, import_id, lines)
  const compared: Compared = { accepted: [], refused: [], known: 0 }
  for (const one of lines) {
    const { line } = one
    const refuse = (field: ImportColumn | null, refusal: ImportRefusal, other_line?: number) =>
      compared.refused.push({ line, field, refusal, other_line: other_line ?? null })
    const mistake = mistakeOf(one, facts)
    if (mistake === 'known') compared.known += 1
    else if (mistake) refuse(mistake.field, mistake.refusal, mistake.other_line)
    else compared.accepted.push(noted(one, facts))
  }
  return compared
}

type Mistaken = { field: ImportColumn | null; refusal: ImportRefusal; other_line?: number }

/** Why the line is refused; 'known': its balance was imported before; undefined: it is accepted. */
function mistakeOf(one: ReadLine, facts: Facts): Mistaken | 'known' | undefined {
  const { balance, document } = one
  const repeated = balance && facts.externalIds.get(balance.external_id)
  if (repeated) {
    return { field: 'external_id', refusal: 'external_id_repeated', other_line: repeated }
  }
  const stored = balance && facts.balances.get(balance.external_id)
  if (balance && stored) {
    return isSame(balance, stored) ? 'known' : { field: 'external_id', refusal: 'external_id_used' }
  }
  const first = facts.persons.get(document)
  if (first && !balance) {
    return { field: 'document', refusal: 'person_repeated', other_line: first.line }
  }
  const data = dataOf(one)
  if (first && first.data !== null && data !== null && first.data !== data) {
    return { field: 'document', refusal: 'person_differs', other_line: first.line }
  }
  if (first || facts.customers.has(document)) return undefined
  return contactMistake(one, facts)
}

type StoredBalance = Omit<ImportedBalance, 'external_id'>
/** Null: the line brings a person alone. */
type LineBalance = { amount: number | null; value: number | null; expires_on: string | null }

/** Whether a line brings the balance that was imported with its external_id. */
export function isSame(one: LineBalance, other: StoredBalance): boolean {
  return (
    one.amount === other.amount && one.value === other.value && one.expires_on === other.expires_on
  )
}

/** A contact that another person of the file or of the programme has. */
function contactMistake({ email, phone }: ReadLine, facts: Facts): Mistaken | undefined {
  const emailLine = facts.emails.get(email ?? '')
  if (emailLine) return { field: 'email', refusal: 'email_repeated', other_line: emailLine }
  if (email !== null && facts.usedEmails.has(email)) {
    return { field: 'email', refusal: 'email_used' }
  }
  const phoneLine = facts.phones.get(phone ?? '')
  if (phoneLine) return { field: 'phone', refusal: 'phone_repeated', other_line: phoneLine }
  if (phone !== null && facts.usedPhones.has(phone)) {
    return { field: 'phone', refusal: 'phone_used' }
  }
  return undefined
}

/** The accepted line. Notes its facts for the lines that follow. */
function noted(one: ReadLine, facts: Facts): AcceptedLine {
  const { line, document, email, phone, balance } = one
  const isFirst = !facts.persons.has(document)
  const isNewCustomer = isFirst && !facts.customers.has(document)
  if (balance) facts.externalIds.set(balance.external_id, line)
  if (isFirst)
    facts.persons.set(document, { line, data: isNewCustomer ? (dataOf(one) ?? '') : null })
  if (isNewCustomer && email !== null) facts.emails.set(email, line)
  if (isNewCustomer && phone !== null) facts.phones.set(phone, line)
  return { ...one, isFirst, isNewCustomer }
}

/** The personal data of a line in one form; null: it has none. */
function dataOf({ email, phone, person }: Pick<ReadLine, 'email' | 'phone' | 'person'>) {
  const { name, birthdate, opt_in_marketing } = person
  const values = [email, phone, name, birthdate, opt_in_marketing]
  return values.every((value) => value === null) ? null : JSON.stringify(values)
}

async function factsOf(
  database: Database,
  company_id: string,
  import_id: string,
  lines: ReadLine[],
): Promise<Facts> {
  const present = <Value>(values: (Value | null | undefined)[]) => [
    ...new Set(values.filter((value) => value !== null && value !== undefined)),
  ]
  const documents = present(lines.map(({ document }) => document))
  const emails = present(lines.map(({ email }) => email))
  const phones = present(lines.map(({ phone }) => phone))
  const ids = present(lines.map(({ balance }) => balance?.external_id))
  const of = { documents, emails, phones, ids }
  const earlier = await earlierLines(database, company_id, import_id, of)
  const owners = await rows<Owner>(
    database,
    sql`select document, email, phone
          from owners_of_contacts(${company_id}, ${documents}::text[], ${emails}::text[], ${phones}::text[])`,
  )
  const byLine = earlier.toSorted((one, other) => other.line - one.line)
  const linesOf = (key: 'email' | 'phone' | 'external_id') =>
    new Map(byLine.flatMap((one) => (one[key] === null ? [] : [[one[key], one.line]])))
  return {
    externalIds: linesOf('external_id'),
    persons: new Map(
      byLine.map(({ document, line, email, phone, person }) => [
        document,
        { line, data: person && (dataOf({ email, phone, person }) ?? '') },
      ]),
    ),
    emails: linesOf('email'),
    phones: linesOf('phone'),
    customers: new Set(owners.map(({ document }) => document)),
    usedEmails: new Set(owners.map(({ email }) => email)),
    usedPhones: new Set(owners.map(({ phone }) => phone)),
    balances: await storedBalances(database, company_id, ids),
  }
}

/** The balances that were imported with these numbers of a file, by their numbers. */
export async function storedBalances(
  database: Database,
  company_id: string,
  external_ids: string[],
): Promise<Map<string, StoredBalance>> {
  const balances = await rows<ImportedBalance>(
    database,
    sql`select external_id, amount, value, expires_on
          from imported_balances(${company_id}, ${external_ids.map(importedId)}::text[])`,
  )
  return new Map(
    balances.map(({ external_id, ...balance }) => [shownNumber('import', external_id)!, balance]),
  )
}

/** The accepted lines of earlier parts that have one of these keys; a line with several of them may come twice. */
function earlierLines(
  database: Database,
  company_id: string,
  import_id: string,
  of: { documents: string[]; emails: string[]; phones: string[]; ids: string[] },
): Promise<EarlierLine[]> {
  return rows(
    database,
    sql`select line, document, email, phone, person, external_id
          from earlier_lines(${company_id}, ${import_id}, ${of.documents}::text[], ${of.emails}::text[], ${of.phones}::text[],
                             ${of.ids}::text[])`,
  )
}
