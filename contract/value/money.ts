/** Points and centavos are integers, from the database to the screen (D1). */

import * as z from 'zod/mini'

/** The largest purchase that a till may send: R$ 1 million. Sums of millions of such sales stay below 2^53 and exact. */
export const maxPurchaseValue = 100_000_000

/** An integer number of centavos, as balances and purchases travel. */
export const Centavos = z.int()

/** An integer number of points. */
export const Points = z.int()

/** 125090 → 'R$ 1.250,90' (R7.4). It splits the digits as text, because a division by 100 could round. */
export function formatMoney(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  const sign = centavos < 0 ? '-' : ''
  // U+00A0: the amount never breaks away from its symbol.
  return `${sign}R$\u00a0${groupThousands(digits.slice(0, -2))},${digits.slice(-2)}`
}

/** 1250 → '1.250'. */
export function formatInteger(number: number): string {
  return `${number < 0 ? '-' : ''}${groupThousands(String(Math.abs(number)))}`
}

/** 1, 'item', 'itens' → '1 item'; 1200 → '1.200 itens'. */
export function counted(count: number, one: string, many: string): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '.')
}
