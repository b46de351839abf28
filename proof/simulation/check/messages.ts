/** Webhooks and mails: each at least once, with an id by which the receiver knows a repeat. */

import type { Running } from '../stage/open-stage.ts'

export function messageWrongs(running: Running): string[] {
  return [...deliveryWrongs(running), ...mailWrongs(running)]
}

function deliveryWrongs({ server, receivers, plan }: Running): string[] {
  const { disk } = server
  if (!plan.parts.deliveries) return []
  const wrongs: string[] = []
  const accepted = new Set<string>()
  const bodies = new Map<string, string>()
  for (const { url, id, body, isAccepted } of receivers.webhooks) {
    if (isAccepted) accepted.add(`${url} ${id}`)
    if ((bodies.get(id) ?? body) !== body) wrongs.push(`the event ${id} has two bodies [outbox]`)
    bodies.set(id, body)
    if (!disk.events.has(id)) wrongs.push(`the message ${id} is no event [outbox]`)
  }
  for (const { event_id, endpoint_id } of disk.deliveries.values()) {
    const { url } = disk.endpoints.get(endpoint_id)!
    if (!accepted.has(`${url} ${event_id}`)) {
      wrongs.push(`the event ${event_id} has not reached ${url} [outbox]`)
    }
  }
  const movements = [...disk.records.values()].filter(
    ({ type_id, external_id, origin }) =>
      type_id === 'GNR' && external_id !== null && origin.startsWith('api:'),
  )
  const ids = new Set([...disk.events.values()].map(({ data }) => (data as { id: string }).id))
  for (const { id } of movements) {
    if (!ids.has(id)) wrongs.push(`the record ${id} has no event [outbox]`)
  }
  return wrongs
}

function mailWrongs({ server, receivers, plan }: Running): string[] {
  const { disk } = server
  if (!plan.parts.mails) return []
  const sent = new Set(receivers.mails)
  const notices = [...disk.messages.keys()]
  const roots = [...disk.jobs.values()].filter(
    ({ root_id, data }) => root_id === null && data.kind !== 'notice',
  )
  const expected = new Set(
    [...notices, ...roots.map(({ id }) => id)].map((id) => `<${id}@cafe.localhost>`),
  )
  const ofNotices = new Set(disk.messages.values())
  return [
    ...[...expected]
      .filter((id) => !sent.has(id))
      .map((id) => `the mail ${id} was never sent [mail]`),
    ...[...sent]
      .filter((id) => !expected.has(id))
      .map((id) => `the mail ${id} is of no job [mail]`),
    ...[...disk.notices.keys()]
      .filter((id) => !ofNotices.has(id))
      .map((id) => `the notice ${id} became no message [mail]`),
  ]
}
