/** What a schedule consists of: all of it follows from the seed. */

import { type Faults, newFaults } from '../database/fault.ts'
import { epoch_ms } from '../database/server.ts'
import { type Facts, newFacts } from '../disk/facts.ts'
import type { Parts } from '../node/node.ts'
import type { Chance } from '../time/chance.ts'

export type Plan = {
  facts: Facts
  faults: Faults
  parts: Parts
  nodes: number
  /** Webhook endpoints of each company. */
  endpoints: number
  /** How many clients of each kind. */
  tills: number
  portals: number
  counters: number
  phones: number
  /** The acts of clients, each at its instant. */
  acts: number
  /** At how many instants the acts begin; 0: each at its own. */
  bursts: number
  /** The longest way of a request or an answer without a fault, in ms. */
  travel_ms: number
  /** ms in which the acts begin. Faults occur in this time only. */
  span_ms: number
  /** Centavos of a purchase that each customer has made before. */
  firstPurchase: number
  /** Attempts of a mail's job. */
  retry_limit: number
}

export function newPlan(chance: Chance): Plan {
  const parts = { deliveries: chance.is(0.3), mails: chance.is(0.2), streams: chance.is(0.3) }
  const facts = newFacts(chance, {
    companies: chance.is(0.2) ? 2 : 1,
    people: 1 + chance.below(3),
  })
  if (parts.mails && chance.is(0.3)) facts.quiet_until_ms = epoch_ms + chance.within(1_000, 15_000)
  return {
    facts,
    faults: newFaults(chance),
    parts,
    nodes: 1 + chance.below(3),
    endpoints: parts.deliveries ? 1 + chance.below(2) : 0,
    tills: 1 + chance.below(2),
    portals: chance.below(3),
    counters: chance.below(2),
    phones: parts.streams ? 1 + chance.below(2) : 0,
    acts: 5 + chance.below(chance.is(0.8) ? 6 : 36),
    bursts: chance.is(0.4) ? 1 + chance.below(3) : 0,
    travel_ms: chance.one([1, 20]),
    span_ms: chance.one([500, 5_000, 20_000]),
    firstPurchase: chance.one([500, 6_000]),
    retry_limit: chance.is(0.3) ? 1 : 24,
  }
}
