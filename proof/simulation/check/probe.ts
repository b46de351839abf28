/**
 * After the faults: a change of a customer's intention must reach a phone through its open stream, at the latest with the next heartbeat
 * of 25 s. The poll of a real phone would hide a stream that is open and says nothing.
 */

import type { Running } from '../stage/open-stage.ts'

/** A heartbeat and the time of its read. */
const limit_ms = 27_000
/** A phone that lost its stream opens another one within 90 s. */
const connect_ms = 100_000

export async function probeStreams(running: Running): Promise<string[]> {
  const { timeline, network, phones, plan, server } = running
  const wrongs: string[] = []
  // Longer than a heartbeat: a phone is not told of a request that is over.
  plan.facts.intention_minutes = 1
  for (const phone of phones) {
    const { person } = phone
    const streams = () =>
      [...network.streams].filter(
        ({ caller, isSilent }) => caller === `Bearer ${person.token}` && !isSilent,
      )
    const events = 50_000
    await timeline.run(() => streams().length > 0, { ms: connect_ms, events })
    if (streams().length === 0) {
      wrongs.push(`the phone of ${person.id} gets no stream [stream]`)
      continue
    }
    const key = plan.facts.keys.find(({ company_id }) => company_id === person.company_id)!
    const { context } = network.nodes[0]!
    const name = timeline.chance.uuid()
    void context.engine.apply(
      person.company_id,
      {
        verb: 'open',
        key_hash: `\\x${key.hash}`,
        scope: 'points',
        address: null,
        document: person.document,
        purchase_value: 5_000,
        points_amount: 1,
        external_id: name,
        subsidiary_name: plan.facts.shop,
        subsidiary_key: plan.facts.shop,
        fingerprint: `\\x${name.replaceAll('-', '')}`,
      },
      context.clock(),
    )
    const id = () => server.disk.externals.get(`intention ${name}`)
    await timeline.run(() => id() !== undefined, { ms: 5_000, events })
    // A customer with a debt has no points to hold.
    if (id() === undefined) continue
    await timeline.run(() => phone.latest()?.id === id(), { ms: limit_ms, events })
    if (phone.latest()?.id !== id()) {
      wrongs.push(`the phone of ${person.id} was not told of ${id()} in 27 s [stream]`)
    }
  }
  return wrongs
}
