/** The promises of a schedule, checked at its end: what the clients know, against what the disk has. */

import type { Running } from '../stage/open-stage.ts'
import { clientWrongs } from './clients.ts'
import { intentionWrongs, ledgerWrongs } from './ledger.ts'
import { messageWrongs } from './messages.ts'

/** One sentence for each broken promise. `[I5]` names the invariant (docs/requirements.md). */
export function wrongsOf(running: Running): string[] {
  const { server } = running
  const { disk, locks } = server
  const stranded = [...disk.keys.values()].filter(
    ({ error, result }) => error === null && result === null,
  )
  return [
    ...[...server.unknown].map((message) => `the model fails: ${message}`),
    ...disk.violations.map((text) => `${text} [I9]`),
    ...stranded.map(({ owner }) => `the key ${owner} has no outcome [I7]`),
    ...(server.openTransactions() === 0
      ? locks.held().map((name) => `the lock ${name} is held by nobody [I7]`)
      : []),
    ...ledgerWrongs(disk),
    ...intentionWrongs(disk),
    ...clientWrongs(running),
    ...messageWrongs(running),
  ]
}
