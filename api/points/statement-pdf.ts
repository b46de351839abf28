import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'

import Pdf from 'pdfkit'

import { maskedDocument } from '#contract/person/document.ts'
import type { PointsEntry, Statement } from '#contract/points.ts'
import { maxStatementLines, statementWords } from '#contract/statement/statement.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { showsPurchases, speaksOfPoints } from '#contract/value/display.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'

import { printable } from './printable.ts'
import { logoBox, type StatementLogo } from './statement-logo.ts'
import { lineWidth, type Paper, paper, preparePaper } from './statement-paper.ts'
import { openTable } from './statement-table.ts'
import {
  dayOf,
  timeOf,
  type StatementBalances,
  type StatementContent,
  type StatementOwner,
} from './statement-words.ts'

const { margin } = paper

type Totals = { received: Sum; spent: Sum }
type Sum = { amount: number; value: number }

/**
 * Draws the lines with the standard PDF fonts, which need no embedding and have all Portuguese letters; title and totals with the
 * company's font. The totals count every line, the table has the newest.
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
  const look = await preparePaper(document, owner)
  const { newest, count, totals } = await readLines(lines)
  drawHeading(document, { owner, period, now, logo }, look)
  if (showsPurchases(owner)) {
    const { opening: balanceAt, received, spent } = statementWords
    drawTotals(document, owner, look, [
      { label: balanceAt(toBrazilianDate(opening.at)), ...balanceOf(opening), sign: '' },
      { label: received, ...totals.received, sign: '+' },
      { label: spent, ...totals.spent, sign: '-' },
      { label: balanceAt(toBrazilianDate(closing.at)), ...balanceOf(closing), sign: '' },
    ])
  }
  const notes = [opening, closing].flatMap((balance) => besideBalance(balance, owner))
  if (notes.length > 0) drawNote(document, notes.join('\n'), look)
  const drawLine = openTable(document, owner, look)
  for (const [at, line] of newest.entries()) {
    // Yield between lines, so that a long file does not delay other requests.
    if (at % 100 === 99) await breathe()
    drawLine(line)
  }
  if (count === 0) drawNote(document, statementWords.nothing, look)
  if (count > newest.length) {
    drawNote(document, statementWords.cutNewest(formatInteger(newest.length)), look)
  }
  drawFeet(document, `${owner.program_name} · ${periodOf(period)}`, look)
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

type Heading = Pick<StatementContent, 'owner' | 'period' | 'now'> & { logo: StatementLogo | null }

function drawHeading(
  document: Document,
  { owner, period, now, logo }: Heading,
  { colours, titleFont }: Paper,
): void {
  const day = toBrazilianDate(dayOf(now.toISOString(), owner))
  document.rect(0, 0, paper.width, 8).fill(colours.brand)
  if (logo) drawLogo(document, logo)
  // A long name wraps beside the logo.
  const beside = { width: lineWidth - logoBox.width - 24 }
  document.font(titleFont).fontSize(22).fillColor(colours.ink)
  document.text(statementWords.title, margin, margin, beside)
  document.moveDown(0.1).font('Helvetica').fontSize(10).fillColor(colours.soft)
  document.text(printable(`${owner.program_name} · ${owner.name}`), beside)
  document.moveDown(0.9)
  if (owner.customer_name !== null) {
    document.font('Helvetica-Bold').fontSize(11).fillColor(colours.ink)
    document.text(printable(owner.customer_name), beside)
  }
  document.font('Helvetica').fontSize(10).fillColor(colours.ink)
  if (owner.document !== null) {
    const kind = owner.document.length === 11 ? 'CPF' : 'CNPJ'
    document.text(`${kind} ${maskedDocument(owner.document)}`, beside)
  }
  document.text(periodOf(period), beside)
  document.fillColor(colours.soft)
  document.text(statementWords.issued(`${day} ${timeOf(now.toISOString(), owner)}`), beside)
  document.moveDown(1.2)
}

function drawLogo(document: Document, { png, plate }: StatementLogo): void {
  const x = margin + lineWidth - logoBox.width
  const edge = 6
  if (plate) {
    document
      .roundedRect(x - edge, margin - edge, logoBox.width + 2 * edge, logoBox.height + 2 * edge, 6)
      .fill(plate)
  }
  document.image(png, x, margin, logoBox)
}

/** Draws the sums side by side in a box, in points or money as the company chose (D7). The last is the balance to remember. */
function drawTotals(
  document: Document,
  owner: StatementOwner,
  { colours, radius, titleFont }: Paper,
  totals: (Sum & { label: string; sign: string })[],
): void {
  const top = document.y
  const height = speaksOfPoints(owner) && !owner.hide_cashback ? 60 : 48
  document.roundedRect(margin, top, lineWidth, height, radius).fill(colours.ground)
  const each = (lineWidth - 20) / totals.length
  for (const [at, { label, amount, value, sign }] of totals.entries()) {
    const x = margin + 14 + at * each
    const cell = { width: each - 12, height: 16, ellipsis: true }
    const isNothing = amount === 0 && value === 0
    const [first = '', second = ''] = figures(amount, value, owner, isNothing ? '' : sign)
    document.font('Helvetica').fontSize(8).fillColor(colours.soft)
    document.text(label, x, top + 11, cell)
    document.font(titleFont).fillColor(at === totals.length - 1 ? colours.brandText : colours.ink)
    const size = fittingSize(document, first, cell.width)
    document.fontSize(size).text(first, x, top + 24 + (maxFigureSize - size) / 2, cell)
    document.font('Helvetica').fontSize(8).fillColor(colours.soft)
    document.text(second, x, top + 42, cell)
  }
  document.x = margin
  document.y = top + height + 14
}

/** Points and money that a balance does not count, so that the sums of the box add up. One line or none. */
function besideBalance(balance: Statement, owner: StatementOwner): string[] {
  if (!showsPurchases(owner)) return []
  const { at, pending_amount, pending_value, held_amount, held_value } = balance
  const parts = (
    [
      ['pending', pending_amount, pending_value],
      ['held', held_amount, held_value],
      ['deficit', balance.deficit_amount, balance.deficit_value],
    ] as const
  )
    .filter(([, amount, value]) => amount !== 0 || value !== 0)
    .map(([kind, amount, value]) => statementWords[kind](figures(amount, value, owner, '')[0]!))
  return parts.length === 0 ? [] : [statementWords.beside(toBrazilianDate(at), parts)]
}

/** The size of the totals in pt, beside labels of 8 pt. A figure that is too long for its place becomes smaller. */
const maxFigureSize = 13

/** The largest font size at which the figure fits into `width`: '15.656.375 pontos' is too long for its place in a wide font. */
function fittingSize(document: Document, figure: string, width: number): number {
  const wanted = document.fontSize(maxFigureSize).widthOfString(figure)
  // One pt less than the width, because sizes are rounded.
  return Math.min(maxFigureSize, (maxFigureSize * (width - 1)) / wanted)
}

function drawNote(document: Document, note: string, { colours }: Paper): void {
  document.font('Helvetica').fontSize(9).fillColor(colours.soft)
  document.text(note, margin, document.y, { width: lineWidth })
  document.moveDown(1)
}

/** Draws the subject and the page number at the foot of each page. */
function drawFeet(document: Document, subject: string, { colours }: Paper): void {
  const { count } = document.bufferedPageRange()
  const y = paper.height - margin + 8
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    // Below the margin, where text would otherwise start a new page.
    document.page.margins.bottom = 0
    document.font('Helvetica').fontSize(8).fillColor(colours.soft)
    const foot = { width: lineWidth - 90, height: 10, ellipsis: true }
    document.text(printable(subject), margin, y, foot)
    const number = { width: lineWidth, align: 'right' } as const
    document.text(statementWords.page(page + 1, count), margin, y, number)
  }
}

/** The lines of an amount: points, then money in POINTS; else money alone (D7). Empty when the company hides both. */
function figures(amount: number, value: number, owner: StatementOwner, sign: string): string[] {
  return [
    speaksOfPoints(owner) && `${sign}${statementWords.points(amount)}`,
    !owner.hide_cashback && `${sign}${formatMoney(value)}`,
  ].filter((figure) => figure !== false)
}
