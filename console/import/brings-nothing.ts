import type { ImportDetail } from '#contract/console/import.ts'

/** Whether the file is read and neither a customer nor a balance of it is new. */
export function bringsNothing({ state, accepted, known, applied, new_customers }: ImportDetail) {
  if (state === 'CHECKED') return accepted === 0
  return state === 'APPLIED' && applied === 0 && known > 0 && new_customers === 0
}
