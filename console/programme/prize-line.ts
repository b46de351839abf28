/** The line of a prize in the table: its price and stock as text, and whether a search finds it. */

import { programmeText } from '#console/text/programme.ts'
import { searchForm } from '#contract/console/audit.ts'
import type { Draft } from '#contract/programme/draft.ts'
import { formatInteger } from '#contract/value/money.ts'

import { type Doc, textOf } from './document/path.ts'

const words = programmeText.prize

export type Pool = Draft['pools'][number]

/** A wrong price is shown as it was typed. */
export function priceText(value: unknown): string {
  if (value === 0) return words.free
  return typeof value === 'number' ? words.points(formatInteger(value)) : textOf(value)
}

/** The company's own codes that are left, or the stock of codes that Fiel makes. */
export function stockText({ key, stock, codes }: Doc, pools: Pool[]): string {
  if (codes !== 'generated') {
    const pool = pools.find((one) => one.key === key)
    return words.pool((pool?.free ?? 0) + (pool?.added ?? 0))
  }
  return typeof stock === 'number' ? formatInteger(stock) : words.unlimited
}

/** Whether name and category have every word of the search, without case and accents. */
export function matches({ name, category }: Doc, search: string): boolean {
  const text = searchForm(`${textOf(name)} ${textOf(category)}`)
  return searchForm(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
