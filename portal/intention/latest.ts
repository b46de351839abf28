/** Chooses the later of two states of an intention: a poll, the stream and an answer may overtake each other. */

import type { Intention } from '#contract/intention.ts'

/** D5: the order of an intention's states. All four ends are final. */
const steps: Record<Intention['status'], number> = {
  PENDING: 0,
  AUTHORIZED: 1,
  CAPTURED: 2,
  DECLINED: 2,
  CANCELLED: 2,
  EXPIRED: 2,
}

export function isOpen({ status }: Intention): boolean {
  return steps[status] < steps.CAPTURED
}

/** A customer has one open intention at a time, so another id means a newer or an older intention. */
export function later(current: Intention | null, next: Intention): Intention {
  if (current === null) return next
  if (current.id === next.id) return steps[next.status] > steps[current.status] ? next : current
  return next.created_at > current.created_at ? next : current
}
