import type { Balance } from '#contract/customer.ts'

/**
 * The balance after spending `points`; null when it does not suffice. The money goes down in proportion, rounded down. The
 * server decides which lots pay, and so the last centavo (D4).
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
