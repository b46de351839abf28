/** How a number is written (R4.4). The value keeps its punctuation; what is sent does not (R4.6). */

import type { MaskitoOptions } from '@maskito/core'

/** ###.###.###-## */
export const cpf: MaskitoOptions = { mask: pattern('###.###.###-##', /\d/) }

/** ##.###.###/####-##, whose first twelve may be letters since July 2026 (D10). */
export const cnpj: MaskitoOptions = {
  mask: pattern('##.###.###/####-', /[0-9A-Za-z]/).concat(/\d/, /\d/),
  postprocessors: [({ value, selection }) => ({ value: value.toUpperCase(), selection })],
}

/** (##) #####-####, from which the country's 55 is left out. */
export const phone: MaskitoOptions = {
  mask: pattern('(##) #####-####', /\d/),
  preprocessors: [
    ({ elementState: { value, selection }, data }) => ({
      elementState: { value: value.replace(country_code, ''), selection },
      data: data.replace(country_code, ''),
    }),
  ],
}

/** #####-### */
export const postal_code: MaskitoOptions = { mask: pattern('#####-###', /\d/) }

/** DD/MM/YYYY. What is no date stays as it was typed, for the rule to refuse: a corrected birthday is another's. */
export const date: MaskitoOptions = {
  mask: pattern('##/##/####', /\d/),
  preprocessors: [
    // As a browser fills a birthday in: 1990-12-31.
    ({ elementState, data }) => ({ elementState, data: data.replace(iso_date, '$3/$2/$1') }),
    ({ elementState: { value, selection }, data }) => ({
      elementState: { value: value.replace(iso_date, '$3/$2/$1'), selection },
      data,
    }),
  ],
}

/** Before the eleven digits of a mobile number. */
const country_code = /^\s*\+?55(?=(?:\D*\d){11}\D*$)/
const iso_date = /^(\d{4})-(\d{2})-(\d{2})$/

function pattern(text: string, character: RegExp): (string | RegExp)[] {
  return Array.from(text, (place) => (place === '#' ? character : place))
}
