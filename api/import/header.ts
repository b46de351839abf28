/** The header of a file: which column holds what. */

import {
  type ImportColumn,
  importColumnNames,
  importColumns,
  type ImportFailure,
} from '#contract/console/import.ts'

export type Header =
  | { failure: null; columns: ImportColumn[] }
  | { failure: ImportFailure; column: string | null }

/** Characters of a column's name that a sentence repeats. */
const maxShown = 40

/** Reads the first record. A name counts without case, accents and punctuation: 'Data de Nascimento' is birthdate. */
export function readHeader(cells: string[]): Header {
  // A spreadsheet may end each line with empty cells. They have no name and must stay empty.
  const named = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
  if (named.length === 0) return { failure: 'empty', column: null }
  // Name no cell unless the line is certainly a header: a customer's line has personal data, which the audit log would keep.
  const isHeader = named.some((cell) => columnOf(cell)) && !named.some(isValue)
  if (!isHeader) return { failure: 'no_header', column: null }
  if (!named.some((cell) => columnOf(cell) === 'document')) {
    return { failure: 'no_document', column: null }
  }
  const columns: ImportColumn[] = []
  for (const cell of named) {
    const column = columnOf(cell)
    if (!column) return { failure: 'unknown_column', column: shown(cell) }
    if (columns.includes(column)) return { failure: 'repeated_column', column: shown(cell) }
    columns.push(column)
  }
  const bringsBalances = columns.includes('points') || columns.includes('value')
  if (bringsBalances && !columns.includes('external_id')) {
    return { failure: 'no_external_id', column: null }
  }
  return { failure: null, columns }
}

function columnOf(cell: string): ImportColumn | undefined {
  const written = plain(cell)
  return importColumnNames.find((name) => {
    const others: readonly string[] = importColumns[name]
    return plain(name) === written || others.includes(written)
  })
}

/** Digits of the shortest value that may be of a person: a date. */
const minValueDigits = 6

/** Whether a cell is rather a value than a name: an email, a document, a phone or a date. */
function isValue(cell: string): boolean {
  return cell.includes('@') || cell.replaceAll(/\D/g, '').length >= minValueDigits
}

/** 'Saldo_de Pontos ' → 'saldo de pontos'. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}

function shown(cell: string): string {
  return cell
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxShown)
}
