/** The customers and the balances of one batch. */

import type { ImportColumn, ImportRefusal } from '#contract/console/import.ts'
import { type Database, rows, sql } from '#database/sql.ts'
import { applyEach } from '#engine/apply.ts'
import { importedId } from '#engine/command.ts'

import type { ImportedPerson, RefusedLine } from './read-line.ts'

export type Of = { company_id: string; now: Date }

/** A waiting line, as the table has it. */
export type WaitingLine = {
  line: number
  document: string
  email: string | null
  phone: string | null
  person: ImportedPerson | null
  amount: number | null
  value: number | null
  expires_on: string | null
  external_id: string | null
}

/**
 * Pre-registers the persons whom the programme does not have, with unconfirmed contacts. `missing`: the documents that no customer has
 * afterwards: another customer took the email or phone since the check. `added`: the documents of the new customers.
 */
export async function addCustomers(
  connection: Database,
  { company_id, now }: Of,
  lines: WaitingLine[],
): Promise<{ added: Set<string>; missing: Set<string> }> {
  const documents = [...new Set(lines.map(({ document }) => document))]
  const before = await customersOf(connection, company_id, documents)
  const persons = documents
    .filter((document) => !before.has(document))
    .map((document) => {
      const own = lines.filter((line) => line.document === document)
      const { email = null, phone = null, person } = own.find((line) => line.person) ?? {}
      return { document, email, phone, ...person }
    })
  if (persons.length === 0) return { added: new Set(), missing: new Set() }
  const added = await rows<{ document: string; customer_id: string }>(
    connection,
    sql`select document, customer_id from add_imported(${company_id}, ${JSON.stringify(persons)}, ${now})`,
  )
  const idOf = new Map(added.map(({ document, customer_id }) => [document, customer_id]))
  const consenting = persons
    .filter((person) => person.opt_in_marketing)
    .flatMap(({ document }) => idOf.get(document) ?? [])
  if (consenting.length > 0) {
    await rows(
      connection,
      sql`select add_imported_consents(${company_id}, ${consenting}::uuid[], ${now})`,
    )
  }
  const left = persons.map(({ document }) => document).filter((document) => !idOf.has(document))
  // Another transaction may have added the document itself meanwhile.
  const present = left.length === 0 ? new Set() : await customersOf(connection, company_id, left)
  return {
    added: new Set(idOf.keys()),
    missing: new Set(left.filter((document) => !present.has(document))),
  }
}

async function customersOf(
  connection: Database,
  company_id: string,
  documents: string[],
): Promise<Set<string>> {
  const found = await rows<{ document: string }>(
    connection,
    sql`select document from owners_of_contacts(${company_id}, ${documents}::text[], '{}', '{}')`,
  )
  return new Set(found.map(({ document }) => document))
}

/** A concurrent import has brought a balance for which this batch has added a customer: a new run of the batch adds none. */
export class ImportedMeanwhile extends Error {}

type Credits = {
  done: number[]
  refused: RefusedLine[]
  known: number
  applied: number
  amount: number
  value: number
}

/**
 * Credits the balances through the engine. A call has one command for each customer, so the second balance of a customer goes into a
 * second call. A line whose customer is locked stays as it is. Throws ImportedMeanwhile.
 */
export async function creditLines(
  connection: Database,
  { company_id, now, added }: Of & { added: Set<string> },
  import_id: string,
  lines: WaitingLine[],
): Promise<Credits> {
  const credits: Credits = { done: [], refused: [], known: 0, applied: 0, amount: 0, value: 0 }
  for (const round of roundsOf(lines.filter(({ amount }) => amount !== null))) {
    const commands = round.map(({ document, amount, value, expires_on, external_id }) => ({
      verb: 'import' as const,
      import_id,
      document,
      amount: amount!,
      value: value!,
      expires_on,
      external_id: importedId(external_id!),
    }))
    const outcomes = await applyEach(connection, company_id, commands, now)
    for (const [at, { error, result }] of outcomes.entries()) {
      const { line, document } = round[at]!
      if (error === 'busy' || error === 'later') continue
      const isOther =
        error === null ? result.source_id !== import_id : error === 'idempotency_mismatch'
      if (isOther && added.has(document)) throw new ImportedMeanwhile()
      if (error !== null) credits.refused.push(refusalOf(line, error))
      else {
        credits.done.push(line)
        if (!isOther) {
          credits.applied += 1
          credits.amount += result.amount
          credits.value += result.value
        } else credits.known += 1
      }
    }
  }
  return credits
}

/** The lines in rounds: the first of each document, then the second of each, and so on. */
function roundsOf(lines: WaitingLine[]): WaitingLine[][] {
  const rounds: WaitingLine[][] = []
  for (const own of Map.groupBy(lines, ({ document }) => document).values()) {
    for (const [at, line] of own.entries()) (rounds[at] ??= []).push(line)
  }
  return rounds
}

function refusalOf(line: number, error: string): RefusedLine {
  if (error === 'idempotency_mismatch') {
    return refusedAs(line, 'external_id', 'external_id_used')
  }
  if (error === 'bad_request') {
    return refusedAs(line, 'expires_at', 'expires_at_past')
  }
  throw new Error(`the engine answered ${error} to an import`)
}

export function refusedAs(
  line: number,
  field: ImportColumn | null,
  refusal: ImportRefusal,
): RefusedLine {
  return { line, field, refusal, other_line: null }
}
