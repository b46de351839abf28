import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'

import Pdf from 'pdfkit'

import { toBrazilianDate } from '#contract/date.ts'
import { formatInteger, formatMoney } from '#contract/money.ts'
import type { PointsEntry, Statement } from '#contract/points.ts'
import { maxStatementLines, statementWords } from '#contract/statement.ts'

import {
  dayOf,
  kindOf,
  placeOf,
  timeOf,
  type StatementBalances,
  type StatementContent,
  type StatementOwner,
} from './statement-words.ts'

/** Points of 1/72 inch, on A4. */
const margin = 48
const width = 595.28 - 2 * margin
const rowHeight = 30
const lastRowY = 841.89 - margin - 40

const ink = '#1a1a1e'
const soft = '#5c5c66'
const lineColour = '#d9d9de'

type Column = { name: string; x: number; width: number; right?: true }

/** Draws with the standard PDF fonts, which need no embedding and have all Portuguese letters. */
export async function statementPdf(
  { owner, period, now, lines }: StatementContent,
  { opening, closing }: StatementBalances,
): Promise<ReadableStream<Uint8Array>> {
  const document = new Pdf({
    size: 'A4',
    margin,
    // Page numbers are written at the end, so buffer the pages.
    bufferPages: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: {
      Title: `${statementWords.title} · ${owner.program_name}`,
      Author: owner.name,
      CreationDate: now,
    },
  })
  drawHeading(document, owner, period, now)
  drawBalance(document, owner, opening)
  const columns = columnsFor(owner)
  drawColumns(document, columns)
  let count = 0
  for await (const line of lines) {
    if (count === maxStatementLines.pdf) {
      drawNote(document, statementWords.cut(formatInteger(maxStatementLines.pdf)))
      break
    }
    count += 1
    // Yield between lines, so that a long file does not delay other requests.
    if (count % 100 === 0) await breathe()
    if (document.y + rowHeight > lastRowY) {
      document.addPage()
      drawColumns(document, columns)
    }
    drawLine(document, columns, line, owner)
  }
  if (count === 0) drawNote(document, statementWords.nothing)
  if (document.y + 60 > lastRowY) document.addPage()
  drawBalance(document, owner, closing)
  drawPageNumbers(document)
  document.end()
  return Readable.toWeb(document) as ReadableStream<Uint8Array>
}

type Document = PDFKit.PDFDocument

function drawHeading(
  document: Document,
  owner: StatementOwner,
  { from, to }: StatementContent['period'],
  now: Date,
): void {
  const day = toBrazilianDate(dayOf(now.toISOString(), owner))
  const who = [owner.customer_name, maskedDocument(owner.document)].filter(Boolean).join(' · ')
  document.rect(0, 0, 595.28, 8).fill(owner.primary_color)
  document.font('Helvetica-Bold').fontSize(20).fillColor(ink)
  document.text(statementWords.title, margin, margin)
  document.font('Helvetica').fontSize(11).fillColor(soft)
  document.text(printable(`${owner.program_name} · ${owner.name}`))
  document.moveDown(0.8).fillColor(ink)
  document.text(printable(who))
  document.text(statementWords.period(toBrazilianDate(from), toBrazilianDate(to)))
  document.fillColor(soft).text(statementWords.issued(`${day} ${timeOf(now.toISOString(), owner)}`))
  document.moveDown(1)
}

/** The balance in a box of its own. */
function drawBalance(document: Document, owner: StatementOwner, balance: Statement): void {
  const top = document.y
  document.roundedRect(margin, top, width, 34, 6).fill('#f4f4f6')
  document.font('Helvetica').fontSize(10).fillColor(soft)
  document.text(statementWords.opening(toBrazilianDate(balance.at)), margin + 12, top + 12)
  document.font('Helvetica-Bold').fillColor(ink)
  const { amount_balance, value_balance } = balance
  document.text(
    figures(amount_balance, value_balance, owner, '').join('  ·  '),
    margin + 12,
    top + 12,
    {
      width: width - 24,
      align: 'right',
    },
  )
  document.x = margin
  document.y = top + 46
}

/** Columns, without those that the company hides (D7). */
function columnsFor(owner: StatementOwner): Column[] {
  const { columns } = statementWords
  const shown: Omit<Column, 'x'>[] = [
    { name: columns.date, width: 82 },
    { name: columns.kind, width: owner.hide_cashback || owner.hide_points ? 245 : 205 },
    ...(owner.hide_cashback ? [] : [{ name: columns.purchase, width: 72, right: true as const }]),
    ...(owner.hide_points ? [] : [{ name: columns.points, width: 70, right: true as const }]),
    ...(owner.hide_cashback && !owner.hide_points
      ? []
      : [{ name: columns.value, width: 70, right: true as const }]),
  ]
  let x = margin
  return shown.map((column) => {
    const placed = { ...column, x }
    x += column.width
    return placed
  })
}

function drawColumns(document: Document, columns: Column[]): void {
  const top = document.y
  document.font('Helvetica-Bold').fontSize(9).fillColor(soft)
  for (const column of columns) {
    document.text(column.name, column.x, top, options(column))
  }
  rule(document, top + 16)
  document.y = top + 22
}

function drawLine(
  document: Document,
  columns: Column[],
  line: PointsEntry,
  owner: StatementOwner,
): void {
  const top = document.y
  const kind = kindOf(line, owner)
  const place = placeOf(line)
  const title = line.is_cancelled ? `${place || kind} (${statementWords.cancelled})` : place || kind
  const cells: Record<string, [first: string, second: string]> = {
    [statementWords.columns.date]: [
      toBrazilianDate(dayOf(line.created_at, owner)),
      timeOf(line.created_at, owner),
    ],
    [statementWords.columns.kind]: [title, place ? kind : ''],
    [statementWords.columns.purchase]: [
      line.purchase_value === null ? '' : formatMoney(line.purchase_value),
      '',
    ],
    [statementWords.columns.points]: [signed(line.points_amount, formatInteger), ''],
    [statementWords.columns.value]: [signed(line.points_value, formatMoney), ''],
  }
  for (const column of columns) {
    const [first, second] = cells[column.name]!
    document.font('Helvetica').fontSize(10).fillColor(ink)
    document.text(printable(first), column.x, top, options(column))
    if (second) {
      document.fontSize(8).fillColor(soft)
      document.text(printable(second), column.x, top + 12, options(column))
    }
  }
  rule(document, top + rowHeight - 7)
  document.y = top + rowHeight
}

function drawNote(document: Document, note: string): void {
  document.font('Helvetica').fontSize(10).fillColor(soft)
  document.text(note, margin, document.y + 4)
  document.moveDown(1)
}

function drawPageNumbers(document: Document): void {
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    // Below the margin, where text would otherwise start a new page.
    document.page.margins.bottom = 0
    document.font('Helvetica').fontSize(8).fillColor(soft)
    document.text(statementWords.page(page + 1, count), margin, 841.89 - margin + 8, {
      width,
      align: 'right',
    })
  }
}

function options({ width, right }: Column): PDFKit.Mixins.TextOptions {
  // One line; longer text ends with an ellipsis.
  return { width: width - 8, height: 12, ellipsis: true, ...(right && { align: 'right' }) }
}

function rule(document: Document, y: number): void {
  document
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.5)
    .stroke(lineColour)
}

function figures(
  amount: number,
  value: number,
  { display_mode, hide_points, hide_cashback }: StatementOwner,
  sign: string,
): string[] {
  const points = `${sign}${statementWords.points(amount)}`
  const money = `${sign}${formatMoney(value)}`
  if (hide_points) return [money]
  if (hide_cashback) return [points]
  return display_mode === 'POINTS' ? [points, money] : [money, points]
}

function signed(number: number, write: (number: number) => string): string {
  return `${number > 0 ? '+' : number < 0 ? '-' : ''}${write(Math.abs(number))}`
}

/** ***.456.789-**: enough for owners to recognise their own. */
function maskedDocument(document: string | null): string | null {
  if (document === null) return null
  return document.length === 11
    ? `CPF ***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`
    : `CNPJ **.${document.slice(2, 5)}.${document.slice(5, 8)}/****-**`
}

/** The standard fonts have Western European letters. All other characters become a question mark. */
function printable(text: string): string {
  return text.replaceAll(
    /[^\u0020-\u007E\u00A0-\u00FF\u2013\u2014\u2018-\u201D\u2022\u20AC]/gu,
    '?',
  )
}
