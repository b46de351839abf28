import { reportText } from '#console/text/report.ts'

/** '2026-10' → '10/2026'; null: no month of expiry. */
export function monthText(month: string | null): string {
  return month === null ? reportText.never : month.split('-').toReversed().join('/')
}
