/** One line of a file: its values, or why it is refused. Nothing here reads the database. */

import {
  importAnswers,
  type ImportColumn,
  type ImportRefusal,
  maxImportAmount,
  maxImportExternalId,
} from '#contract/console/import.ts'
import { Name } from '#contract/customer.ts'
import { Email, PunctuatedPhone } from '#contract/person/contact.ts'
import { PunctuatedDocument } from '#contract/person/document.ts'
import { fromBrazilianDate, isBirthdate, isCalendarDate } from '#contract/value/date.ts'
import { text } from '#contract/value/text.ts'

/** A person's own data; a column that the file lacks is null. */
export type ImportedPerson = {
  name: string | null
  birthdate: string | null
  opt_in_marketing: boolean | null
}

/** Points, centavos and the last day in the company's time zone. */
export type ImportedBalance = {
  amount: number
  value: number
  expires_on: string | null
  external_id: string
}

export type ReadLine = {
  line: number
  document: string
  email: string | null
  phone: string | null
  person: ImportedPerson
  /** Null: the line brings a person alone. */
  balance: ImportedBalance | null
}

export type RefusedLine = {
  line: number
  field: ImportColumn | null
  refusal: ImportRefusal
  other_line: number | null
}

export type Rules = {
  /** The company's local day. */
  today: string
  points_per_real: number
}

/** Stops the reading of a line at its first mistake. */
class Mistake extends Error {
  readonly field: ImportColumn | null
  readonly refusal: ImportRefusal

  constructor(field: ImportColumn | null, refusal: ImportRefusal) {
    const limit = Error.stackTraceLimit
    // A file may have a million mistakes, and a stack takes longer than the rest of a line.
    Error.stackTraceLimit = 0
    super(refusal)
    Error.stackTraceLimit = limit
    this.field = field
    this.refusal = refusal
  }
}

type Cells = Partial<Record<ImportColumn, string>>

/** Reads a record of the file. Null: the line is empty. */
export function readLine(
  line: number,
  columns: ImportColumn[],
  record: string[],
  rules: Rules,
): ReadLine | RefusedLine | null {
  if (record.every((cell) => cell.trim() === '')) return null
  try {
    return valuesOf(line, cellsOf(columns, record), rules)
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    return { line, field: error.field, refusal: error.refusal, other_line: null }
  }
}

export function isRefused(line: ReadLine | RefusedLine): line is RefusedLine {
  return 'refusal' in line
}

/** The cells by column. Only empty cells may follow the last column. */
function cellsOf(columns: ImportColumn[], record: string[]): Cells {
  const surplus = record.slice(columns.length).some((cell) => cell.trim() !== '')
  if (record.length < columns.length || surplus) throw new Mistake(null, 'field_count')
  return Object.fromEntries(columns.map((column, at) => [column, record[at]!.trim()]))
}

function valuesOf(line: number, cells: Cells, rules: Rules): ReadLine {
  const { document: written = '', email = '', phone = '', name = '' } = cells
  if (written === '') throw new Mistake('document', 'document_missing')
  return {
    line,
    document: checked(PunctuatedDocument.safeParse(written), 'document', 'document_invalid'),
    email: email === '' ? null : checked(Email.safeParse(email), 'email', 'email_invalid'),
    phone:
      phone === '' ? null : checked(PunctuatedPhone.safeParse(phone), 'phone', 'phone_invalid'),
    person: {
      name: name === '' ? null : checked(Name.safeParse(name), 'name', 'name_invalid'),
      birthdate: birthdateOf(cells.birthdate ?? '', rules.today),
      opt_in_marketing: answerOf(cells.opt_in_marketing ?? ''),
    },
    balance: balanceOf(cells, rules),
  }
}

function checked<Value>(
  parsed: { success: true; data: Value } | { success: false },
  field: ImportColumn,
  refusal: ImportRefusal,
): Value {
  if (!parsed.success) throw new Mistake(field, refusal)
  return parsed.data
}

function birthdateOf(cell: string, today: string): string | null {
  if (cell === '') return null
  const date = fromBrazilianDate(cell)
  if (isBirthdate(date, { first: today, last: today })) return date
  throw new Mistake('birthdate', 'birthdate_invalid')
}

function answerOf(cell: string): boolean | null {
  if (cell === '') return null
  const answer = importAnswers.get(cell.normalize('NFC').toLowerCase())
  if (answer === undefined) throw new Mistake('opt_in_marketing', 'opt_in_invalid')
  return answer
}

const ExternalId = text(1, maxImportExternalId)

/** The balance of a line; null: no points. A value alone is turned into points by the company's points_per_real. */
function balanceOf(
  { points = '', value = '', expires_at = '', external_id = '' }: Cells,
  { today, points_per_real }: Rules,
): ImportedBalance | null {
  const centavos = value === '' ? null : centavosOf(value)
  const amount = points === '' ? exactShare(centavos ?? 0, points_per_real, 100) : pointsOf(points)
  if (amount === 0 && (centavos ?? 0) > 0) throw new Mistake('points', 'points_missing')
  const expires_on = expiryOf(expires_at, today)
  if (amount === 0) return null
  const worth = centavos ?? exactShare(amount, 100, points_per_real)
  if (amount > maxImportAmount) {
    throw new Mistake(points === '' ? 'value' : 'points', 'points_too_large')
  }
  if (worth > maxImportAmount)
    throw new Mistake(value === '' ? 'points' : 'value', 'value_too_large')
  if (external_id === '') throw new Mistake('external_id', 'external_id_missing')
  const id = checked(ExternalId.safeParse(external_id), 'external_id', 'external_id_invalid')
  return { amount, value: worth, expires_on, external_id: id }
}

/** floor(number × factor ÷ divisor), exact: no floating-point number is near a balance (D1). */
function exactShare(number: number, factor: number, divisor: number): number {
  return Number((BigInt(number) * BigInt(factor)) / BigInt(divisor))
}

/** Digits of the largest number that is read. More are above every limit. */
const maxDigits = 12

/** '1250', '1.250' and '1250,00' are 1250. */
function pointsOf(cell: string): number {
  if (/^[-−(]/.test(cell)) throw new Mistake('points', 'points_negative')
  const [, digits] = /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,0+)?$/.exec(cell) ?? []
  if (digits === undefined) throw new Mistake('points', 'points_invalid')
  return numberOf(digits.replaceAll('.', ''), ['points', 'points_too_large'])
}

/** '1234,56', '1.234,56', 'R$ 1.234,56' and '1234.56' are 123456 centavos; '1.234' is R$ 1.234,00. */
function centavosOf(cell: string): number {
  const bare = cell.replace(/^(-?)\s*R\$\s*/i, '$1').replaceAll(/\s/g, '')
  if (/^[-−(]/.test(bare)) throw new Mistake('value', 'value_negative')
  const [, whole, comma, plain, point] =
    /^(?:(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?|(\d+)\.(\d{1,2}))$/.exec(bare) ?? []
  const reais = whole ?? plain
  if (reais === undefined) throw new Mistake('value', 'value_invalid')
  const centavos = `${reais.replaceAll('.', '')}${(comma ?? point ?? '').padEnd(2, '0')}`
  return numberOf(centavos, ['value', 'value_too_large'])
}

function numberOf(digits: string, tooLarge: [ImportColumn, ImportRefusal]): number {
  const bare = digits.replace(/^0+(?=\d)/, '')
  if (bare.length > maxDigits) throw new Mistake(...tooLarge)
  return Number(bare)
}

/** The last year that a date may have, so that a typing error gives no balance without end. */
const lastDay = '2199-12-31'

function expiryOf(cell: string, today: string): string | null {
  if (cell === '') return null
  const date = fromBrazilianDate(cell)
  if (!isCalendarDate(date) || date > lastDay) throw new Mistake('expires_at', 'expires_at_invalid')
  if (date < today) throw new Mistake('expires_at', 'expires_at_past')
  return date
}
