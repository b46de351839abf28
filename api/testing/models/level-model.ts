/** The rules of D6 in plain objects, for one customer. Levels are compared with this model, which is independent of the SQL. */

import { localDate } from '#contract/value/date.ts'

/** Levels that a history of a few weeks reaches and loses. */
export const chain = [
  { name: 'A', trigger_amount: 0, multiplier: 1 },
  { name: 'B', trigger_amount: 100, multiplier: 1.1 },
  { name: 'C', trigger_amount: 250, multiplier: 1.25 },
  { name: 'D', trigger_amount: 600, multiplier: 2 },
]
export const timeZones = ['America/Sao_Paulo', 'America/New_York', 'Asia/Tokyo', 'Africa/Abidjan']

export type Programme =
  | { levels_system: 'LOOKBACK'; update_lookback: number; time_zone: string }
  | { levels_system: 'RENOVATION'; renovation_interval: number; time_zone: string }

type Purchase = {
  day: string
  amount: number
  value: number
  returned: number
  taken: number
  accumulationNumber: number
  cycleNumber: number
}

/** The level of one customer. Counts days one by one, and stores only the figures that D6 names. */
export function modelOf(programme: Programme, registered: Date) {
  const reached = (amount: number) =>
    chain.findLast(({ trigger_amount }) => trigger_amount <= amount)!
  const earned: Purchase[] = []
  let today = localDate(registered, programme.time_zone)
  // The state of RENOVATION. LOOKBACK needs `earned` and `today` only.
  let hasBegun = false
  let [accumulated, cycle, standing] = [0, 0, 0]
  /** The present accumulation and the present cycle, by number. Each restart increases its number. */
  let [accumulationNumber, cycleNumber] = [0, 0]
  /** The number of the cycle whose points keep the current level. */
  let standingNumber = -1
  let [cycle_day, ends_on] = [0, '']

  function beginCycle(): void {
    if (programme.levels_system !== 'RENOVATION') return
    hasBegun = true
    cycle = 0
    cycleNumber += 1
    cycle_day = Number(today.slice(8))
    ends_on = monthsAfter(today, cycle_day, programme.renovation_interval)
  }
  function level() {
    if (programme.levels_system === 'RENOVATION') return reached(Math.max(standing, accumulated))
    return reached(inWindow(programme.update_lookback))
  }
  function inWindow(days: number): number {
    const first = daysAfter(today, 1 - days)
    return earned
      .filter(({ day }) => day >= first)
      .reduce((sum, { amount, taken }) => sum + amount - taken, 0)
  }

  return {
    level,
    accumulated: () =>
      programme.levels_system === 'LOOKBACK' ? inWindow(programme.update_lookback) : accumulated,
    /** Settles the level. The first settlement begins a cycle. Later ones change nothing: `passTo` applies the effects of time. */
    settled: () => void (hasBegun || beginCycle()),
    /** Earns points. `value`: the centavos of the purchase, which a return needs. */
    earn(amount: number, value: number = Math.max(1, amount * 100)): void {
      if (!hasBegun) beginCycle()
      const before = level()
      const purchase = { day: today, amount, value, returned: 0, taken: 0 }
      earned.push({ ...purchase, accumulationNumber, cycleNumber })
      accumulated += amount
      cycle += amount
      if (level().trigger_amount > before.trigger_amount) beginCycle()
    },
    /** Returns a part of a purchase. Its share of the earning, rounded over all returns, no longer counts. */
    giveBack(at: number, returned: number): void {
      const purchase = earned[at]!
      purchase.returned += returned
      const takenPoints = Math.floor((purchase.amount * purchase.returned) / purchase.value + 0.5)
      const more = takenPoints - purchase.taken
      purchase.taken = takenPoints
      if (purchase.accumulationNumber === accumulationNumber) accumulated -= more
      if (purchase.cycleNumber === cycleNumber) cycle -= more
      if (purchase.cycleNumber === standingNumber) standing -= more
    },
    /** Centavos of a purchase that are not returned yet. */
    left: (at: number) => earned[at]!.value - earned[at]!.returned,
    passTo(now: Date): void {
      const day = localDate(now, programme.time_zone)
      while (today < day) {
        today = daysAfter(today, 1)
        if (programme.levels_system !== 'RENOVATION' || today !== ends_on) continue
        standing = cycle
        standingNumber = cycleNumber
        accumulated = 0
        cycle = 0
        accumulationNumber += 1
        cycleNumber += 1
        ends_on = monthsAfter(today, cycle_day, programme.renovation_interval)
      }
    },
  }
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function monthsAfter(day: string, wanted: number, months: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(wanted, last)))
    .toISOString()
    .slice(0, 10)
}
