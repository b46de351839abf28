/** The masks of numbers and dates (R4.4). A field keeps its punctuation; the form sends digits only (R4.6). */

import type { MaskitoOptions } from '@maskito/core'

/** ###.###.###-## */
export const cpf: MaskitoOptions = { mask: pattern('###.###.###-##', /\d/) }

/** ##.###.###/####-##. Its first twelve characters may be letters since July 2026 (D10). */
export const cnpj: MaskitoOptions = {
  mask: pattern('##.###.###/####-', /[0-9A-Za-z]/).concat(/\d/, /\d/),
  postprocessors: [({ value, selection }) => ({ value: value.toUpperCase(), selection })],
}

/** (##) #####-####, without the country's 55 and the trunk 0: '+55 (0) 11 98765-4321' → '(11) 98765-4321'. */
export const phone: MaskitoOptions = {
  mask: pattern('(##) #####-####', /\d/),
  preprocessors: [
    ({ elementState: { value, selection }, data }) => {
      const [from, to] = selection
      // Pasted into an empty field, or over the whole value.
      if (digits(value.slice(0, from) + value.slice(to)) === '') {
        return { elementState: { value, selection }, data: leftAlone(data) }
      }
      // Typed at the end: the 12th digit shows that the first two are the country code.
      const whole = national(value + data)
      if (from === value.length && data !== '' && whole !== digits(value + data)) {
        return { elementState: { value: '', selection: [0, 0] }, data: whole }
      }
      return { elementState: { value: leftAlone(value), selection }, data }
    },
  ],
}

/** The national number where `input` has a country code or trunk 0; otherwise `input` unchanged. */
function leftAlone(input: string): string {
  const within = national(input)
  return within === digits(input) ? input : within
}

/**
 * The digits from the area code on. No area code begins with 0. A leading 55 is the country code where eleven digits follow
 * it, or where the rest is no mobile number of area 55.
 */
function national(input: string): string {
  const dialled = digits(input).replace(/^0+/, '')
  return dialled.replace(/^550+|^55(?=\d{11}$)|^55(?=[1-8]\d{9}$)/, '')
}

function digits(input: string): string {
  return input.replaceAll(/\D/g, '')
}

/** #####-### */
export const postal_code: MaskitoOptions = { mask: pattern('#####-###', /\d/) }

/**
 * DD/MM/YYYY; 7/9/1988 becomes 07/09/1988. An invalid date stays as typed, and the rule rejects it: a corrected date could be
 * the wrong birthday.
 */
export const date: MaskitoOptions = {
  mask: pattern('##/##/####', /\d/),
  preprocessors: [
    ({ elementState: { value, selection }, data }) => {
      // A separator typed after one digit ends the day or the month.
      const short = /^[/.\- ]$/.test(data) && oneDigitAtEnd.exec(value)
      if (short && selection[0] === value.length) {
        const padded = `${value.slice(0, -1)}0${short[0]}`
        return {
          elementState: { value: padded, selection: [padded.length, padded.length] },
          data: '/',
        }
      }
      return { elementState: { value: wholeDate(value), selection }, data: wholeDate(data) }
    },
  ],
}

/** Reads a date as a browser fills it in, 1990-12-31, or as people write it, 7/9/1988. Other text stays unchanged. */
function wholeDate(input: string): string {
  return input
    .replace(isoDate, '$3/$2/$1')
    .replace(shortDate, (_, day: string, month: string, year: string) =>
      [day.padStart(2, '0'), month.padStart(2, '0'), year].join('/'),
    )
}

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/
const shortDate = /^\s*(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})\s*$/
/** A single digit of a day, or of a month after its day: '7', '07/9'. */
const oneDigitAtEnd = /(?<=^|^\d\d\/)[1-9]$/

function pattern(text: string, character: RegExp): (string | RegExp)[] {
  return Array.from(text, (place) => (place === '#' ? character : place))
}
