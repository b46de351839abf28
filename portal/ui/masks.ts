/** How a number is written (R4.4). The value keeps its punctuation; what is sent does not (R4.6). */

import { type MaskitoOptions } from '@maskito/core'
import { maskitoDateOptionsGenerator } from '@maskito/kit'

/** ###.###.###-## */
export const cpf: MaskitoOptions = { mask: pattern('###.###.###-##', /\d/) }

/** ##.###.###/####-##, whose first twelve may be letters since July 2026 (D10). */
export const cnpj: MaskitoOptions = {
  mask: pattern('##.###.###/####-', /[0-9A-Za-z]/).concat(/\d/, /\d/),
  postprocessors: [({ value, selection }) => ({ value: value.toUpperCase(), selection })],
}

/** DD/MM/YYYY */
export const date: MaskitoOptions = maskitoDateOptionsGenerator({
  mode: 'dd/mm/yyyy',
  separator: '/',
})

function pattern(text: string, character: RegExp): (string | RegExp)[] {
  return Array.from(text, (place) => (place === '#' ? character : place))
}
