import type { ImportDetail } from '#contract/console/import.ts'

type Counts = Pick<ImportDetail, 'state' | 'balances' | 'applied' | 'new_customers'>

/** Whether the file is read and neither a customer nor a balance of it is new. Its other accepted lines change nothing. */
export function bringsNothing({ state, balances, applied, new_customers }: Counts): boolean {
  if (new_customers > 0) return false
  return (state === 'CHECKED' && balances === 0) || (state === 'APPLIED' && applied === 0)
}
