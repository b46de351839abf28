/**
 * After the faults: a change of a customer's intention must reach a phone through its open stream, at the latest with the next heartbeat
 * of 25 s. The poll of a real phone would hide a stream that is open and says nothing.
 */

import type { Phone } from '../client/phone.ts'
import type { Running } from '../stage/open-stage.ts'

/** A heartbeat and the time of its read. */
const limit_ms = 27_000
/** A phone that lost its stream opens another one within 90 s. */
const connect_ms = 100_000
/** A node ends a stream whose read meets a connection that fell silent during the faults. Each such connection ends one. */
const maxTries = 5
const events = 50_000

export async function probeStreams(running: Running): Promise<string[]> {
  // Longer than a heartbeat: a phone is not told of a request that is over.
  running.plan.facts.intention_minutes = 1
  const wrongs: string[] = []
  for (const phone of running.phones) {
    const wrong = await wrongOf(running, phone)
    if (wrong) wrongs.push(`the phone of ${phone.person.id} ${wrong} [stream]`)
  }
  return wrongs
}

async function wrongOf(running: Running, phone: Phone): Promise<string | undefined> {
  const { timeline, network } = running
  const streams = () =>
    [...network.streams].filter(
      ({ caller, isSilent }) => caller === `Bearer ${phone.person.token}` && !isSilent,
    )
  for (let tries = 0; tries < maxTries; tries += 1) {
    await timeline.run(() => streams().length > 0, { ms: connect_ms, events })
    const open = streams()
    if (open.length === 0) return 'gets no stream'
    const id = await openIntention(running, phone)
    // A customer with a debt has no points to hold.
    if (id === undefined) return undefined
    await timeline.run(() => phone.latest()?.id === id, { ms: limit_ms, events })
    if (phone.latest()?.id === id) return undefined
    if (open.some((stream) => network.streams.has(stream))) return `was not told of ${id} in 27 s`
  }
  return `lost ${maxTries} streams after the faults`
}

/** A till's request for a point. Returns its id; undefined if it is refused. */
async function openIntention(
  { timeline, network, plan, server }: Running,
  { person }: Phone,
): Promise<string | undefined> {
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
  return id()
}
