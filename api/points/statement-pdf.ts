import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'

import Pdf from 'pdfkit'

import type { PointsEntry, Statement } from '#contract/points.ts'
import { maxStatementLines, statementWords } from '#contract/statement.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'

import { logoBox, type StatementLogo } from './statement-logo.ts'
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
const lastRowY = 841.89 - margin - 6

const ink = '#1a1a1e'
const soft = '#5c5c66'
const lineColour = '#d9d9de'
const ground = '#f4f4f6'

type Column = { name: string; x: number; width: number; right?: true }

type Totals = { received: Sum; spent: Sum }
type Sum = { amount: number; value: number }

/**
 * Draws with the standard PDF fonts, which need no embedding and have all Portuguese letters. The totals count every line, the
 * table has the newest.
 */
export async function statementPdf(
  { owner, period, now, lines }: StatementContent,
  { opening, closing, logo }: StatementBalances & { logo: StatementLogo | null },
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
  const { newest, count, totals } = await readLines(lines)
  drawHeading(document, { owner, period, now, logo })
  drawTotals(document, owner, [
    { label: statementWords.opening(toBrazilianDate(opening.at)), ...balanceOf(opening), sign: '' },
    { label: statementWords.received, ...totals.received, sign: '+' },
    { label: statementWords.spent, ...totals.spent, sign: '-' },
    { label: statementWords.opening(toBrazilianDate(closing.at)), ...balanceOf(closing), sign: '' },
  ])
  const columns = columnsFor(owner)
  drawColumns(document, columns)
  for (const [at, line] of newest.entries()) {
    // Yield between lines, so that a long file does not delay other requests.
    if (at % 100 === 99) await breathe()
    if (document.y + rowHeight > lastRowY) {
      document.addPage()
      drawColumns(document, columns)
    }
    drawLine(document, columns, line, owner)
  }
  if (count === 0) drawNote(document, statementWords.nothing)
  if (count > newest.length) {
    drawNote(document, statementWords.cutNewest(formatInteger(newest.length)))
  }
  drawFeet(document, `${owner.program_name} · ${periodOf(period)}`)
  document.end()
  return Readable.toWeb(document) as ReadableStream<Uint8Array>
}

/** The newest lines, newest first, and the totals of all. */
async function readLines(lines: AsyncIterable<PointsEntry>) {
  const max = maxStatementLines.pdf
  const totals: Totals = { received: { amount: 0, value: 0 }, spent: { amount: 0, value: 0 } }
  let read: PointsEntry[] = []
  let count = 0
  for await (const line of lines) {
    count += 1
    const sum = line.points_amount < 0 || line.points_value < 0 ? totals.spent : totals.received
    sum.amount += Math.abs(line.points_amount)
    sum.value += Math.abs(line.points_value)
    read.push(line)
    // Bounds the memory for a period of any length.
    if (read.length === 2 * max) read = read.slice(-max)
  }
  return { newest: read.slice(-max).toReversed(), count, totals }
}

function balanceOf({ amount_balance, value_balance }: Statement): Sum {
  return { amount: amount_balance, value: value_balance }
}

function periodOf({ from, to }: StatementContent['period']): string {
  return statementWords.period(toBrazilianDate(from), toBrazilianDate(to))
}

type Document = PDFKit.PDFDocument

function drawHeading(
  document: Document,
  {
    owner,
    period,
    now,
    logo,
  }: Pick<StatementContent, 'owner' | 'period' | 'now'> & { logo: StatementLogo | null },
): void {
  const day = toBrazilianDate(dayOf(now.toISOString(), owner))
  const who = [owner.customer_name, maskedDocument(owner.document)].filter(Boolean).join(' · ')
  document.rect(0, 0, 595.28, 8).fill(owner.primary_color)
  if (logo) drawLogo(document, logo)
  // A long name wraps beside the logo.
  const beside = { width: width - logoBox.width - 24 }
  document.font('Helvetica-Bold').fontSize(20).fillColor(ink)
  document.text(statementWords.title, margin, margin, beside)
  document.font('Helvetica').fontSize(11).fillColor(soft)
  document.text(printable(`${owner.program_name} · ${owner.name}`), beside)
  document.moveDown(0.8).fillColor(ink)
  document.text(printable(who), beside)
  document.text(periodOf(period), beside)
  document.fillColor(soft).text(statementWords.issued(`${day} ${timeOf(now.toISOString(), owner)}`))
  document.moveDown(1)
}

function drawLogo(document: Document, { png, plate }: StatementLogo): void {
  const x = margin + width - logoBox.width
  const edge = 6
  if (plate) {
    document
      .roundedRect(x - edge, margin - edge, logoBox.width + 2 * edge, logoBox.height + 2 * edge, 6)
      .fill(plate)
  }
  document.image(png, x, margin, logoBox)
}

/** Draws the sums side by side in a box, in points or money as the company chose (D7). */
function drawTotals(
  document: Document,
  owner: StatementOwner,
  totals: (Sum & { label: string; sign: string })[],
): void {
  const top = document.y
  // A company that hides points or money has only one figure.
  const height = owner.hide_points || owner.hide_cashback ? 44 : 56
  document.roundedRect(margin, top, width, height, 6).fill(ground)
  document.rect(margin, top, 3, height).fill(owner.primary_color)
  const each = (width - 16) / totals.length
  for (const [at, { label, amount, value, sign }] of totals.entries()) {
    const x = margin + 14 + at * each
    const cell = { width: each - 8, height: 14, ellipsis: true }
    const isNothing = amount === 0 && value === 0
    const [first = '', second = ''] = figures(amount, value, owner, isNothing ? '' : sign)
    document
      .font('Helvetica')
      .fontSize(8)
      .fillColor(soft)
      .text(label, x, top + 10, cell)
    document
      .font('Helvetica-Bold')
      .fontSize(11)
      .fillColor(ink)
      .text(first, x, top + 23, cell)
    document
      .font('Helvetica')
      .fontSize(8)
      .fillColor(soft)
      .text(second, x, top + 39, cell)
  }
  document.x = margin
  document.y = top + height + 16
}

/** Columns, without those that the company hides (D7). */
function columnsFor(owner: StatementOwner): Column[] {
  const { columns } = statementWords
  const figures: Omit<Column, 'x'>[] = [
    ...(owner.hide_cashback ? [] : [{ name: columns.purchase, width: 76, right: true as const }]),
    ...(owner.hide_points ? [] : [{ name: columns.points, width: 70, right: true as const }]),
    ...(owner.hide_cashback && !owner.hide_points
      ? []
      : [{ name: columns.value, width: 76, right: true as const }]),
  ]
  const date = { name: columns.date, width: 82 }
  const usedWidth = [date, ...figures].reduce((sum, column) => sum + column.width, 0)
  const shown = [date, { name: columns.kind, width: width - usedWidth }, ...figures]
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

/** Draws the subject and the page number at the foot of each page. */
function drawFeet(document: Document, subject: string): void {
  const { count } = document.bufferedPageRange()
  const y = 841.89 - margin + 8
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    // Below the margin, where text would otherwise start a new page.
    document.page.margins.bottom = 0
    document.font('Helvetica').fontSize(8).fillColor(soft)
    document.text(printable(subject), margin, y, { width: width - 90, height: 10, ellipsis: true })
    document.text(statementWords.page(page + 1, count), margin, y, { width, align: 'right' })
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
