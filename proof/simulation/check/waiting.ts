/** What is not done yet, although nothing fails any more. */

import type { Running } from '../stage/open-stage.ts'

export function waitingIn({ server, counters, plan, network }: Running): string[] {
  const { disk } = server
  const due = [...disk.deliveries.values()].filter(({ due_ms }) => due_ms !== null)
  const jobs = [...disk.jobs.values()].filter(({ state }) => state !== 'completed')
  const notices = [...disk.notices.values()].filter(
    ({ company_id, id }) => id > (disk.progress.get(company_id) ?? ''),
  )
  const open = [...disk.unended.values()].filter((id) => id !== null)
  const sales = counters.flatMap(({ queue }) =>
    queue.read().filter(({ failure }) => failure === undefined),
  )
  return [
    ...(plan.parts.deliveries
      ? due.map(({ event_id }) => `the delivery of ${event_id} [outbox]`)
      : []),
    ...(plan.parts.mails ? jobs.map(({ id }) => `the job ${id} [mail]`) : []),
    ...(plan.parts.mails ? notices.map(({ id }) => `the notice ${id} [mail]`) : []),
    ...open.map((id) => `the open intention ${id} [I9]`),
    ...sales.map(({ external_id }) => `the sale ${external_id} on a device [queue]`),
    ...(network.nodes.some((node) => !node.isAlive()) ? ['a dead node'] : []),
  ]
}
