/** The lines of a PDF statement, newest first, in a table whose head each page repeats. */

import type { PointsEntry } from '#contract/points.ts'
import { entryKind } from '#contract/statement/entry-kind.ts'
import { statementWords } from '#contract/statement/statement.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { showsPurchases, speaksOfPoints } from '#contract/value/display.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'

import { printable } from './printable.ts'
import { lineWidth, type Paper, paper } from './statement-paper.ts'
import { dayOf, placeOf, type StatementOwner, timeOf } from './statement-words.ts'

/** pt: two lines of text, and the rule below them. */
const rowHeight = 26
const lastRowY = paper.height - paper.margin - 6

type Cells = [first: string, second: string]
type Column = {
  name: string
  x: number
  width: number
  isFigure: boolean
  cells: (line: PointsEntry) => Cells
}

/** Returns the function that draws one more line. */
export function openTable(
  document: PDFKit.PDFDocument,
  owner: StatementOwner,
  look: Paper,
): (line: PointsEntry) => void {
  const columns = columnsFor(owner)
  drawColumns(document, columns, look)
  return (line) => {
    if (document.y + rowHeight > lastRowY) {
      document.addPage()
      document.rect(0, 0, paper.width, 3).fill(look.colours.brand)
      drawColumns(document, columns, look)
    }
    drawLine(document, columns, line, look)
  }
}

/** The columns that the company shows (D7). A purchase's value is not cashback (D13). */
function columnsFor(owner: StatementOwner): Column[] {
  const { columns } = statementWords
  const date = {
    name: columns.date,
    width: 76,
    isFigure: false,
    cells: ({ created_at }: PointsEntry): Cells => [
      toBrazilianDate(dayOf(created_at, owner)),
      timeOf(created_at, owner),
    ],
  }
  const figures = figureColumns(owner)
  const usedWidth = [date, ...figures].reduce((sum, column) => sum + column.width, 0)
  const kind = {
    name: columns.kind,
    width: lineWidth - usedWidth,
    isFigure: false,
    cells: (line: PointsEntry) => kindCells(line, owner),
  }
  let x: number = paper.margin
  return [date, kind, ...figures].map((column) => {
    const placed = { ...column, x }
    x += column.width
    return placed
  })
}

/** Each cell contains the currency, so the column's head does not repeat it. */
function figureColumns(owner: StatementOwner): Omit<Column, 'x'>[] {
  const { columns, paperColumns } = statementWords
  const figure = (name: string, width: number, write: (line: PointsEntry) => string) => ({
    name,
    width,
    isFigure: true,
    cells: (line: PointsEntry): Cells => [write(line), ''],
  })
  return [
    showsPurchases(owner) &&
      figure(paperColumns.purchase, 84, ({ purchase_value }) =>
        purchase_value === null ? '' : formatMoney(purchase_value),
      ),
    speaksOfPoints(owner) &&
      figure(columns.points, 72, ({ points_amount }) => signed(points_amount, formatInteger)),
    !owner.hide_cashback &&
      figure(paperColumns.value, 84, ({ points_value }) => signed(points_value, formatMoney)),
  ].filter((column) => column !== false)
}

function kindCells(line: PointsEntry, owner: StatementOwner): Cells {
  const kind = entryKind(line, owner)
  const place = placeOf(line)
  const title = place || kind
  return [line.is_cancelled ? `${title} (${statementWords.cancelled})` : title, place ? kind : '']
}

function drawColumns(document: PDFKit.PDFDocument, columns: Column[], { colours }: Paper): void {
  const top = document.y
  document.font('Helvetica-Bold').fontSize(8.5).fillColor(colours.soft)
  for (const column of columns) {
    document.text(column.name, column.x, top, options(column))
  }
  rule(document, top + 14, colours.edge)
  document.y = top + 20
}

function drawLine(
  document: PDFKit.PDFDocument,
  columns: Column[],
  line: PointsEntry,
  { colours }: Paper,
): void {
  const top = document.y
  for (const column of columns) {
    const [first, second] = column.cells(line)
    document.font('Helvetica').fontSize(9.5)
    // A cancelled line counts for nothing.
    document.fillColor(line.is_cancelled ? colours.soft : colours.ink)
    document.text(printable(first), column.x, top, options(column))
    if (second) {
      document.fontSize(8).fillColor(colours.soft)
      document.text(printable(second), column.x, top + 10.5, options(column))
    }
  }
  rule(document, top + rowHeight - 5, colours.line)
  document.y = top + rowHeight
}

/** One line; longer text ends with an ellipsis. Figures end at the column's edge, texts before it. */
function options({ width, isFigure }: Column): PDFKit.Mixins.TextOptions {
  const shown = { height: 12, ellipsis: true }
  return isFigure ? { ...shown, width, align: 'right' } : { ...shown, width: width - 8 }
}

function rule(document: PDFKit.PDFDocument, y: number, colour: string): void {
  document
    .moveTo(paper.margin, y)
    .lineTo(paper.margin + lineWidth, y)
    .lineWidth(0.5)
    .stroke(colour)
}

function signed(number: number, write: (number: number) => string): string {
  return `${number > 0 ? '+' : number < 0 ? '-' : ''}${write(Math.abs(number))}`
}
