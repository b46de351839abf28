import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  addDays,
  age,
  Birthdate,
  birthdateMessage,
  dateInput,
  daysBetween,
  fromBrazilianDate,
  isBirthdate,
  isCalendarDate,
  localDate,
  toBrazilianDate,
  todayAnywhere,
  todayIn,
} from './date.ts'

const dates = fc
  .date({ min: new Date('1800-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10))

test('a date is written DD/MM/YYYY and sent as YYYY-MM-DD, converted both ways [R4.6]', () => {
  expect(fromBrazilianDate('31/12/1990')).toBe('1990-12-31')
  fc.assert(fc.property(dates, (date) => fromBrazilianDate(toBrazilianDate(date)) === date))
})

test('a date in another form is left unchanged, so that the rule refuses it [R4.6]', () => {
  expect(fromBrazilianDate('31/12/90')).toBe('31/12/90')
  expect(Birthdate.safeParse(fromBrazilianDate('31/12/90')).success).toBe(false)
})

test('every date of the calendar is accepted, and a day that its month lacks is refused [R5.4]', () => {
  fc.assert(fc.property(dates, isCalendarDate))
  for (const none of [
    '2027-02-29',
    '2027-04-31',
    '2027-13-01',
    '2027-00-10',
    '2027-1-1',
    '',
    '99999-01-01',
  ]) {
    expect(isCalendarDate(none)).toBe(false)
  }
})

test('a birthdate is neither in the future nor more than 120 years ago [R5.4]', () => {
  const today = { first: '2026-11-22', last: '2026-11-22' }
  const isOne = (date: string) => isBirthdate(date, today)
  expect(isOne('2026-11-22')).toBe(true)
  expect(isOne('2026-11-23')).toBe(false)
  expect(isOne('1906-11-22')).toBe(true)
  expect(isOne('1906-11-21')).toBe(false)
  expect(isOne('1906-11-31')).toBe(false)
  const leapDay = { first: '2028-02-29', last: '2028-02-29' }
  expect(isBirthdate('1908-02-29', leapDay)).toBe(true)
  expect(isBirthdate('1908-02-28', leapDay)).toBe(false)
  expect(Birthdate.safeParse(localDate(new Date())).success).toBe(true)
  expect(Birthdate.safeParse(addDays(localDate(new Date()), 2)).success).toBe(false)
  expect(Birthdate.safeParse('1900-01-01').success).toBe(false)
  expect(Birthdate.safeParse(null).error?.issues[0]?.message).toBe(birthdateMessage)
  expect(birthdateMessage).toBe('Insira uma data de nascimento válida')
})

test('age grows on the birthday, and on 1 March for a birthdate of 29 February [R4.7]', () => {
  expect(age('1990-12-31', '2020-12-30')).toBe(29)
  expect(age('1990-12-31', '2020-12-31')).toBe(30)
  expect(age('2000-02-29', '2018-02-28')).toBe(17)
  expect(age('2000-02-29', '2018-03-01')).toBe(18)
})

test('an instant has the date of its time zone: 01:00 UTC is the day before in São Paulo [D1]', () => {
  expect(localDate(new Date('2026-11-21T01:00:00Z'))).toBe('2026-11-20')
  expect(localDate(new Date('2026-11-21T01:00:00Z'), 'Europe/Lisbon')).toBe('2026-11-21')
})

test('today is one date in a given time zone, and up to two dates if the zone is unknown [D1]', () => {
  const now = new Date('2026-11-22T11:30:00Z')
  expect(todayIn('America/Sao_Paulo', now)).toEqual({ first: '2026-11-22', last: '2026-11-22' })
  expect(todayIn('Pacific/Kiritimati', now)).toEqual({ first: '2026-11-23', last: '2026-11-23' })
  expect(todayIn('Pacific/Pago_Pago', now)).toEqual({ first: '2026-11-22', last: '2026-11-22' })
  const { first, last } = todayAnywhere()
  expect(first < last).toBe(true)
})

test('days are counted on the calendar, over months, years and leap days [R7.2]', () => {
  expect(daysBetween('2026-11-20', '2026-11-20')).toBe(0)
  expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1)
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(daysBetween('2026-11-20', '2026-11-19')).toBe(-1)
  fc.assert(
    fc.property(
      dates,
      fc.integer({ min: -20_000, max: 20_000 }),
      (date, days) => daysBetween(date, addDays(date, days)) === days,
    ),
  )
})

test.each([
  [undefined, 'Este campo é obrigatório'],
  ['', 'Este campo é obrigatório'],
  ['20/11/26', 'Formato inválido'],
  ['2026-1-1', 'Formato inválido'],
  ['2027-02-29', 'Data inválida'],
  // R5.4: more than 100 years before today.
  ['1926-11-21', 'Data inválida'],
  ['1926-11-22', 'A data deve ser maior que 01/01/2026'],
  ['2025-12-31', 'A data deve ser maior que 01/01/2026'],
  ['2027-01-01', 'A data deve ser menor que 31/12/2026'],
  ['2026-01-01', null],
  ['2026-12-31', null],
])('a typed date %s gets the message %s [R5.11]', (date, sentence) => {
  const today = { first: '2026-11-22', last: '2026-11-22' }
  const rule = dateInput(
    () => today,
    () => ({ min: '2026-01-01', max: '2026-12-31' }),
  )
  expect(rule.safeParse(date).error?.issues[0]?.message ?? null).toBe(sentence)
})
