/** Moves a company of the demo to the other worker while tills sell. */

import { blockOf } from '../../docs/blocks.ts'
import { longestStretch_ms } from '../../scripts/citus/load.ts'
import type { DrillRecord } from '../evidence/record.ts'
import type { Cluster } from './cluster.ts'
import { type Demo, typed, verifyEach } from './demo.ts'
import { audit } from './distribute.ts'

/** Sales a second, over all companies. */
const rate = 200
const goal_ms = 2_000

export async function moveCompany(
  record: DrillRecord,
  cluster: Cluster,
  demo: Demo,
): Promise<void> {
  record.chapter(`A company moves while tills send ${rate} sales a second`)
  const tills = await demo.tills()
  // A company with a neighbour, so that both workers have companies afterwards.
  const mover = tills.find(({ worker }, at) =>
    tills.slice(at + 1).some((till) => till.worker === worker),
  )!
  const target = cluster.workers.find(({ address }) => address !== mover.worker)!.address
  const command = blockOf('docs/citus-guide.md: npm run company -- move', [
    [' cafe ', ` ${mover.slug} `],
    ['10.0.0.2:5432', target],
  ])
  const load = demo.sell(tills, rate)
  await record.step(command, () => typed(command, demo.variables)).finally(load.stop)
  const sales = await load.ended()
  for (const line of load.report()) record.note(line)
  const unexpected = sales.filter(({ status }) => status !== 201 && status !== 503)
  record.verify(unexpected.length === 0, 'Each sale was answered with 201 or 503.', unexpected)
  const refused = sales.filter(({ status }) => status === 503)
  record.verify(
    refused.every(({ retry_after }) => retry_after !== undefined),
    'Each 503 had Retry-After.',
    refused,
  )
  const [own, others] = [true, false].map((isOwn) =>
    sales.filter(({ company }) => (company === mover) === isOwn),
  ) as [typeof sales, typeof sales]
  const longest_ms = Math.round(longestStretch_ms(own))
  record.note(
    `The longest stretch of 503 of the moved company was ${longest_ms} ms${verdict(longest_ms <= goal_ms, `at most ${goal_ms} ms`)}.`,
  )
  const elsewhere = others.filter(({ status }) => status === 503).length
  record.note(`The other companies got ${elsewhere} times 503${verdict(elsewhere === 0, 'none')}.`)
  await verifyEach(record, demo, sales)
  await audit(record, demo.variables)
}

function verdict(isMet: boolean, goal: string): string {
  return ` (${isMet ? 'goal' : 'MISSED, goal'}: ${goal})`
}
