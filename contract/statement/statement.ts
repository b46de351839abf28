/** The statement file, a customer's points history of a period (R7.3): its period, limits and texts. */

import * as z from 'zod/mini'

import {
  addDays,
  afterMessage,
  beforeMessage,
  dateInput,
  isCalendarDate,
  type Today,
  todayAnywhere,
} from '#contract/value/date.ts'
import { counted } from '#contract/value/money.ts'

export const statementFormats = ['csv', 'pdf'] as const

/** Maximum days of one file: a leap year. */
const maxStatementDays = 366
/** Maximum lines of one file. A file that was cut says so. */
export const maxStatementLines = { csv: 20_000, pdf: 2_000 } as const

/** GET /points/statement/{format}. */
export const StatementFormat = z.strictObject({ format: z.enum(statementFormats) })
export const StatementPeriod = periodOf(dateInput(todayAnywhere))

/** The schema of a period: at most 366 days, ending on `today` at the latest. The API checks the end by the company's clock. */
export function statementPeriod(today: () => Today) {
  return periodOf(dateInput(today, () => ({ max: today().last })))
}

function periodOf(day: ReturnType<typeof dateInput>) {
  return z.strictObject({ from: day, to: day }).check((context) => {
    const { from, to } = context.value
    // Another rule rejects text that is no date, with its own message.
    if (!isCalendarDate(from) || !isCalendarDate(to)) return
    const first = addDays(to, 1 - maxStatementDays)
    const message = from > to ? beforeMessage(to) : from < first ? afterMessage(first) : null
    if (message !== null) {
      context.issues.push({ code: 'custom', message, input: from, path: ['from'] })
    }
  })
}
export type StatementPeriod = z.output<typeof StatementPeriod>

/** `text/csv` or `application/pdf`: a stream on the server, a Blob on the client. */
export const StatementFile = z.custom<ReadableStream<Uint8Array> | Blob>()

/** The texts of the file. */
export const statementWords = {
  title: 'Extrato',
  period: (from: string, to: string) => `De ${from} a ${to}`,
  issued: (when: string) => `Emitido em ${when}`,
  opening: (date: string) => `Saldo ao fim de ${date}`,
  points: (points: number) => counted(points, 'ponto', 'pontos'),
  nothing: 'Nada aconteceu neste período.',
  /** The note of a CSV that was cut. A CSV begins with the oldest line. */
  cut: (lines: string) => `Este arquivo traz as primeiras ${lines} linhas do período.`,
  /** The note of a PDF that was cut. A PDF begins with the newest line. */
  cutNewest: (lines: string) => `Este arquivo traz as ${lines} linhas mais recentes do período.`,
  /** Points that the balance does not include: pending and held points of the customer, and points that the customer owes. */
  beside: (date: string, parts: string[]) => `Fora do saldo em ${date}: ${parts.join(' · ')}.`,
  pending: (amount: string) => `${amount} a liberar`,
  held: (amount: string) => `${amount} em uso no caixa`,
  deficit: (amount: string) => `${amount} a descontar das próximas compras`,
  received: 'Entrou no período',
  spent: 'Saiu no período',
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  columns: {
    date: 'Data',
    time: 'Hora',
    kind: 'O que aconteceu',
    place: 'Onde',
    purchase: 'Compra (R$)',
    points: 'Pontos',
    value: 'Valor (R$)',
    expires_at: 'Vale até',
    state: 'Situação',
  },
  /** PDF: each cell names the currency. */
  paperColumns: { purchase: 'Compra', value: 'Valor' },
  cancelled: 'Cancelado',
} as const
