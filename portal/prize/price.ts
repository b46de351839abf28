/** The two ends of a price, as they are typed: points, or whole reais where a company speaks of money first (R4.4, D7). */

import * as z from 'zod/mini'

import type { Company } from '#contract/company.ts'
import { priceLines, speaksOfPoints } from '#portal/points/amount.ts'
import { prize_text } from '#portal/text/prize.ts'

import type { Filters } from './view.ts'

/** As many digits as the dearest prize has (contract/prize.ts). Empty: no end. */
const End = z.string().check(z.trim(), z.regex(/^\d{0,9}$/, { error: prize_text.not_whole }))

export const PriceForm = z
  .object({ min_value: End, max_value: End, order: z.string() })
  .check(
    z.refine(
      ({ min_value, max_value }) =>
        min_value === '' || max_value === '' || Number(min_value) <= Number(max_value),
      { path: ['max_value'], error: prize_text.to_below_from },
    ),
  )

type Display = Parameters<typeof priceLines>[1]

export function unitOf(company: Pick<Company, 'display_mode' | 'hide_points' | 'hide_cashback'>) {
  return speaksOfPoints(company) ? prize_text.points_unit : prize_text.money_unit
}

/** '5' → 5 points, or the points of R$ 5. '' → undefined. */
export function pointsOf(typed: string, display: Display): number | undefined {
  if (typed === '') return undefined
  return Number(typed) * pointsPerUnit(display)
}

/** The other way: what stands in the field. */
export function typedOf(points: number | undefined, display: Display): string {
  return points === undefined ? '' : String(Math.floor(points / pointsPerUnit(display)))
}

function pointsPerUnit(display: Display): number {
  return speaksOfPoints(display) ? 1 : display.points_per_real
}

/** 'de 10 pontos a 200 pontos'; null where there is no end. */
export function priceRange({ min_value, max_value }: Filters, display: Display): string | null {
  const [from, to] = [min_value, max_value].map((points) =>
    points === undefined ? null : priceLines(points, display)[0],
  )
  if (from && to) return prize_text.from_to(from, to)
  if (from) return prize_text.from(from)
  return to ? prize_text.to(to) : null
}
