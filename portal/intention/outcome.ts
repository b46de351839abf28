/** The sentences of an intention's end (D5). */

import type { Intention } from '#contract/intention.ts'
import type { Display } from '#contract/value/display.ts'
import { formatMoney } from '#contract/value/money.ts'
import { amountWords } from '#portal/points/amount.ts'
import { intentionText } from '#portal/text/intention.ts'

type Ended = Pick<Intention, 'status' | 'subsidiary_name' | 'captured' | 'cancelled_by'>
type UncapturedEnd = keyof typeof intentionText.ended

export function outcomeTitle({ status, captured }: Ended): string {
  return captured ? intentionText.captured : intentionText.ended[status as UncapturedEnd]
}

/** The used amount, or the reason why none was used, and the saving unless the company hides money. */
export function outcomeSentence(
  { status, subsidiary_name, captured, cancelled_by }: Ended,
  company: Display,
): string {
  if (cancelled_by === 'wrong_codes') return intentionText.wrong_codes
  if (!captured) return intentionText.endedText[status as UncapturedEnd](subsidiary_name)
  const { points_amount, points_value } = captured
  const amount = amountWords(points_amount, points_value, company)
  const used = intentionText.capturedText(amount, subsidiary_name)
  if (company.hide_cashback) return used
  return `${used} ${intentionText.saved(formatMoney(points_value))}`
}
