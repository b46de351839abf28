import type { Balance } from '#contract/customer.ts'

/**
 * The balance after spending `points`; null when the balance is too small. The money decreases in proportion and is rounded
 * down. It may be a centavo off, because only the server decides which lots pay (D4).
 */
export function balanceAfter(
  { amount_balance, value_balance }: Balance,
  points: number,
): Balance | null {
  if (points > amount_balance) return null
  if (points === 0) return { amount_balance, value_balance }
  const rest = amount_balance - points
  return {
    amount_balance: rest,
    // The product may exceed Number.MAX_SAFE_INTEGER.
    value_balance: Number((BigInt(value_balance) * BigInt(rest)) / BigInt(amount_balance)),
  }
}
