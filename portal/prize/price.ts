/**
 * The two limits of a price filter as typed: points, or reais and centavos if the company speaks of money first (R4.4, D7).
 */

import * as z from 'zod/mini'

import type { Company } from '#contract/company.ts'
import { maxPrizeValue } from '#contract/prize.ts'
import { speaksOfPoints } from '#contract/value/display.ts'
import { priceLines } from '#portal/points/amount.ts'
import { prizeText } from '#portal/text/prize.ts'

import type { Filters } from './view.ts'

/** At most nine digits: every price below max_prize_value. Empty: no limit. */
const whole = /^\d{0,9}$/
/** '9', '9,9', '9,90', '9.90', '1.250,00', with or without 'R$'. Empty: no limit. */
const money = /^((R\$)?\s*(\d{1,9}|\d{1,3}(\.\d{3}){1,2})([,.]\d{1,2})?)?$/

/** The filter form's schema, for points or for money. */
export function priceForm(display: Display) {
  const inPoints = speaksOfPoints(display)
  const End = z
    .string()
    .check(
      z.trim(),
      inPoints
        ? z.regex(whole, { error: prizeText.notWhole })
        : z.regex(money, { error: prizeText.notMoney }),
    )
  return z
    .object({ min_value: End, max_value: End, order: z.string() })
    .check(
      z.refine(
        ({ min_value, max_value }) =>
          min_value === '' || max_value === '' || unitsOf(min_value) <= unitsOf(max_value),
        { path: ['max_value'], error: prizeText.toBelowFrom },
      ),
    )
}

/** The typed number in hundredths, so that no centavo passes through a fraction: '9,9' → 990, '1.250' → 125000. */
function unitsOf(typed: string): number {
  const [, integer = '', decimals = ''] = /^(.*?)(?:[,.](\d{1,2}))?$/.exec(typed) ?? []
  return Number(`${integer.replaceAll(/\D/g, '')}${decimals.padEnd(2, '0')}`)
}

type Display = Parameters<typeof priceLines>[1]

export function unitOf(company: Pick<Company, 'display_mode' | 'hide_points' | 'hide_cashback'>) {
  return speaksOfPoints(company) ? prizeText.pointsUnit : prizeText.moneyUnit
}

/**
 * In points, '5' → 5. In money, '5' → the points of the lowest price ≥ R$ 5,00 (`min`) or of the highest ≤ R$ 5,00 (`max`).
 * '' → undefined. Never more than the highest possible price.
 */
export function pointsOf(typed: string, end: 'min' | 'max', display: Display): number | undefined {
  if (typed === '') return undefined
  const hundredths = unitsOf(typed)
  if (speaksOfPoints(display)) return hundredths / 100
  const { points_per_real } = display
  // A price is rounded down to the centavo: floor(points × 100 / points_per_real).
  const points =
    end === 'min'
      ? Math.ceil((hundredths * points_per_real) / 100)
      : Math.ceil(((hundredths + 1) * points_per_real) / 100) - 1
  return Math.min(points, maxPrizeValue)
}

/** The inverse of `pointsOf`: the text in the field. */
export function typedOf(points: number | undefined, display: Display): string {
  if (points === undefined) return ''
  if (speaksOfPoints(display)) return String(points)
  const centavos = Math.floor((points * 100) / display.points_per_real)
  const decimals = String(centavos % 100).padStart(2, '0')
  return `${Math.floor(centavos / 100)}${decimals === '00' ? '' : `,${decimals}`}`
}

/** 'de 10 pontos a 200 pontos'; null without limits. */
export function priceRange({ min_value, max_value }: Filters, display: Display): string | null {
  const [from, to] = [min_value, max_value].map((points) =>
    points === undefined ? null : priceLines(points, display)[0],
  )
  if (from && to) return prizeText.fromTo(from, to)
  if (from) return prizeText.from(from)
  return to ? prizeText.to(to) : null
}
