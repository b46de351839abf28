/** Amounts as a cashier types them: the digits fill the field from the right, as on a card machine. '4290' is R$ 42,90. */

import { formatMoney, maxPurchaseValue } from '#contract/value/money.ts'

/** Digits beyond the largest purchase are ignored, so that a stuck key makes no amount. */
const maxDigits = String(maxPurchaseValue).length + 1

export function centavosOf(text: string): number {
  return Number(text.replaceAll(/\D/g, '').slice(0, maxDigits))
}

/** '42,90'; '' for nothing. */
export function typedMoney(text: string): string {
  const centavos = centavosOf(text)
  return /\d/.test(text) ? formatMoney(centavos).replace(/^R\$\s/, '') : ''
}

/** Points as typed: '1.200' is 1200. */
export function pointsOf(text: string): number {
  return Number(text.replaceAll(/\D/g, '').slice(0, 15))
}
