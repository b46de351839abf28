import { recover } from './replay-back.ts'
import { add, change, draw, type Draw, partOfValue, passTo, sumOf } from './replay-lots.ts'
import { type HoldStep, pay, type ReplayHold, type State } from './replay-state.ts'

export function stepsOf(holds: ReplayHold[]): Map<number, HoldStep[]> {
  const steps = new Map<number, HoldStep[]>()
  function put(after: number, step: HoldStep): void {
    const stepsAfter = steps.get(after)
    if (stepsAfter) stepsAfter.push(step)
    else steps.set(after, [step])
  }
  for (const hold of holds) {
    put(hold.opened_after, { step: hold.opened_step, hold, opens: true })
    if (hold.ended_after !== null && hold.captured_record_id === null) {
      put(hold.ended_after, { step: hold.ended_step ?? 0, hold, opens: false })
    }
  }
  return steps
}

/** Opens and ends the holds that were opened or ended right after the record of sequence `after`. */
export function playHolds(state: State, after: number): void {
  const steps = state.hold_steps.get(after) ?? []
  for (const { hold, opens } of steps.toSorted((one, other) => one.step - other.step)) {
    if (opens) {
      passTo(state.lots, hold.opened_on)
      const draws = draw(state.lots, hold.amount, hold.opened_on)
      for (const { lot, amount, value } of draws)
        change(state.lots, { lot, amount: -amount, value: -value })
      state.holds.set(hold.id, draws)
      add(state.held, sumOf(draws))
    } else {
      passTo(state.lots, hold.ended_on ?? state.lots.today)
      endHold(state, hold, 0)
    }
  }
}

/**
 * Ends a hold and puts all its draws back into their lots. Returns the draws of its first `spent` points, which the caller takes
 * from the lots again. A recovery takes its part of the other points first. Then the other points pay the deficit.
 */
export function endHold(state: State, { id, opened_after }: ReplayHold, spent: number): Draw[] {
  const draws = state.holds.get(id) ?? []
  const total = sumOf(draws)
  add(state.held, { amount: -total.amount, value: -total.value })
  state.holds.delete(id)
  let missing = spent
  return draws.flatMap((draw) => {
    const { lot, amount, value } = draw
    const part = Math.min(missing, amount)
    const partValue = part > 0 ? partOfValue(value, part, amount) : 0
    missing -= part
    change(state.lots, draw)
    const free = { lot, amount: amount - part, value: value - partValue }
    const paid = pay(state, recover(state, opened_after, free))
    if (paid) {
      change(state.lots, { lot, amount: -paid.amount, value: -paid.value })
      state.paid_by_holds.push({ hold: id, ...paid })
    }
    return part > 0 ? [{ lot, amount: part, value: partValue }] : []
  })
}
