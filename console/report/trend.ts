/** The change of a figure in words. */

import { reportText } from '#console/text/report.ts'

const percents = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'always',
})

/** The change as a percentage, in a sentence. Without a figure before there is no percentage. */
export function trendText(current: number, previous: number): string {
  const share = shareText(current, previous)
  if (share === null) return reportText.trend.none
  return current === previous ? reportText.trend.same : reportText.trend.change(share)
}

/** '+12%'; null: there was nothing before. */
export function shareText(current: number, previous: number): string | null {
  return previous === 0 ? null : percents.format((current - previous) / Math.abs(previous))
}
