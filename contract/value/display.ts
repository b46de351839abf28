/** How a company shows points and money (R1.7, R1.8, D7). */

export const displayModes = ['POINTS', 'CASH', 'PERCENTAGE'] as const

export type Display = {
  display_mode: (typeof displayModes)[number]
  hide_points: boolean
  hide_cashback: boolean
}

/** In centavos: after an amount of R$ 2,00 or more the verb is plural. */
const minPlural = 200

/** Whether an amount names points first. Otherwise the company's texts speak of money only. */
export function speaksOfPoints({ display_mode, hide_points, hide_cashback }: Display): boolean {
  return !hide_points && (hide_cashback || display_mode === 'POINTS')
}

/** Whether a purchase's value is shown. It is not cashback, so hide_cashback alone does not hide it (D7, D13). */
export function showsPurchases({ hide_points, hide_cashback }: Display): boolean {
  return !(hide_points && hide_cashback)
}

/** Whether a verb after the amount is singular: one point, less than R$ 2,00, or no amount at all. */
export function isSingular(points: number, centavos: number, display: Display): boolean {
  if (!showsPurchases(display)) return true
  return speaksOfPoints(display) ? points === 1 : centavos < minPlural
}
