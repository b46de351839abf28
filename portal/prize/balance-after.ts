import type { Balance } from '#contract/customer.ts'

/**
 * A balance once so many points are spent; null where it does not reach. Its money goes down in proportion, rounded down:
 * which lots pay, and so the last centavo, is the server's to decide (D4).
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
    // The product of two such figures may be beyond what a number holds exactly.
    value_balance: Number((BigInt(value_balance) * BigInt(rest)) / BigInt(amount_balance)),
  }
}
