/** Calendar dates: 'YYYY-MM-DD' strings, compared as text, never as instants. */

import * as z from 'zod/mini'

import { dateFormat } from './date-format.ts'

export const defaultTimeZone = 'America/Sao_Paulo'

/** The calendar date that `instant` falls on in an IANA time zone. */
export function localDate(instant: Date, time_zone: string = defaultTimeZone): string {
  return isoDate(time_zone).format(instant)
}

/** Swedish writes dates as ISO 8601 does. */
const isoDate = dateFormat('sv-SE')

/** '14:05', by the clocks of an IANA time zone. */
export function localTime(instant: Date, time_zone: string): string {
  return shortTime(time_zone).format(instant)
}

const shortTime = dateFormat('pt-BR', { timeStyle: 'short' })

/** "Today", for a rule about dates: one day where the company's time zone is known, two where it is not. */
export type Today = { first: string; last: string }

/** Today in an IANA time zone. */
export function todayIn(time_zone: string, now: Date): Today {
  const date = localDate(now, time_zone)
  return { first: date, last: date }
}

/**
 * The first and the last date that is today somewhere on Earth. A schema of the API does not know the company's time zone, so it
 * refuses only dates that are wrong in every zone. The handler knows the company and refuses the others.
 */
export function todayAnywhere(): Today {
  const now = new Date()
  return { first: localDate(now, 'Etc/GMT+12'), last: localDate(now, 'Pacific/Kiritimati') }
}

/** '2026-11-22' and 100 → '1926-11-22'. 29 February stays '-02-29' in a common year: the result is only compared as text. */
function yearsBefore(date: string, years: number): string {
  return `${String(Number(date.slice(0, 4)) - years).padStart(4, '0')}${date.slice(4)}`
}

/** Whether the calendar has the date. False for 2027-02-29. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/** No programme is older. PostgreSQL rejects the year 0. */
const firstDate = '1900-01-01'

/** A date in a company file: YYYY-MM-DD, from 1900-01-01. */
export const CalendarDate = z.string().check(
  z.refine((date) => isCalendarDate(date) && date >= firstDate, {
    error: 'Use uma data que exista, como 2027-02-28',
  }),
)

/** '31/12/1990' → '1990-12-31' (R4.6). Other text is returned unchanged, and the schema then rejects it. */
export function fromBrazilianDate(input: string): string {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(input.trim()) ?? []
  return day ? `${year}-${month}-${day}` : input
}

/** '1990-12-31' → '31/12/1990'. */
export function toBrazilianDate(date: string): string {
  return date.split('-').toReversed().join('/')
}

/** Completed years on `today`. A birthday on 29 February counts on 1 March in a common year. */
export function age(birthdate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return today.slice(5) < birthdate.slice(5) ? years - 1 : years
}

export const birthdateMessage = 'Insira uma data de nascimento válida'
/** A greater age is a typing error. */
const maxBirthdateYears = 120

/** R5.4: a real date, not in the future, at most 120 years ago. */
export function isBirthdate(date: string, { first, last }: Today): boolean {
  return isCalendarDate(date) && date <= last && date >= yearsBefore(first, maxBirthdateYears)
}

/** YYYY-MM-DD. Code that knows the company checks `isBirthdate` again with the company's local day. */
export const Birthdate = z
  .string({ error: birthdateMessage })
  .check(z.refine((date) => isBirthdate(date, todayAnywhere()), { error: birthdateMessage }))

/** Days from `from` to another calendar date; negative if that date is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** 2026-12-31 and 1: 2027-01-01. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** R5.11, word for word. */
const requiredDateMessage = 'Este campo é obrigatório'
const dateFormatMessage = 'Formato inválido'
const dateMessage = 'Data inválida'

/** R5.11: the message for a date before the first allowed one. */
export function afterMessage(min: string): string {
  return `A data deve ser maior que ${toBrazilianDate(min)}`
}

/** R5.11: the message for a date after the last allowed one. */
export function beforeMessage(max: string): string {
  return `A data deve ser menor que ${toBrazilianDate(max)}`
}

/** R5.4: the message for a date that cannot be a birthdate. */
const maxDateYears = 100

type DateBounds = { min?: string; max?: string }

/**
 * R5.4, R5.11: the schema of a typed date. It accepts YYYY-MM-DD, at most 100 years before `today`, from `min` to `max`, both
 * included. `today` and `bounds` are functions, because the server evaluates them anew in each request. The first rule that
 * fails gives the only message.
 */
export function dateInput(today: () => Today, bounds: () => DateBounds = () => ({})) {
  return z.string({ error: requiredDateMessage }).check((context) => {
    const message = brokenDateRule(context.value, today(), bounds())
    if (message !== null) {
      context.issues.push({ code: 'custom', message, input: context.value })
    }
  })
}

function brokenDateRule(date: string, today: Today, { min, max }: DateBounds): string | null {
  if (date === '') return requiredDateMessage
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return dateFormatMessage
  if (!isCalendarDate(date)) return dateMessage
  if (date < yearsBefore(today.first, maxDateYears)) return dateMessage
  if (min !== undefined && date < min) return afterMessage(min)
  return max !== undefined && date > max ? beforeMessage(max) : null
}
