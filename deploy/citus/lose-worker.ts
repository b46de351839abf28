/** Kills a worker while tills sell, and starts it again. */

import { setTimeout as sleep } from 'node:timers/promises'

import type { DrillRecord } from '../evidence/record.ts'
import type { Cluster } from './cluster.ts'
import { type Demo, type Sale, verifyEach } from './demo.ts'
import { audit } from './distribute.ts'

/** Sales a second, over all companies. */
const rate = 100
const before_ms = 5_000
const away_ms = 20_000
const after_ms = 10_000

export async function loseWorker(record: DrillRecord, cluster: Cluster, demo: Demo): Promise<void> {
  record.chapter(`A worker is lost while tills send ${rate} sales a second, and comes back`)
  const tills = await demo.tills()
  const lost = cluster.workers.find(({ address }) =>
    tills.some(({ worker }) => worker === address),
  )!
  const isLost = ({ company }: Sale) => company.worker === lost.address
  const load = demo.sell(tills, rate)
  await sleep(before_ms)
  await lost.kill()
  const killed_ms = performance.now()
  await sleep(away_ms)
  await lost.start()
  const back_ms = performance.now()
  await sleep(after_ms)
  load.stop()
  const sales = await load.ended()
  record.note(
    `kill -9 of ${lost.address}, which accepts connections again ${seconds(back_ms - killed_ms)} later.`,
  )
  for (const line of load.report()) record.note(line)

  const others = sales.filter((sale) => !isLost(sale))
  record.verify(
    others.length > 0 && others.every(({ status }) => status === 201),
    `Each of the ${others.length} sales of the companies on the other worker was answered with 201.`,
    others.filter(({ status }) => status !== 201).slice(0, 3),
  )
  const meanwhile = sales.filter(
    (sale) => isLost(sale) && sale.sent_ms > killed_ms && sale.answered_ms < back_ms,
  )
  record.verify(
    meanwhile.length > 0 &&
      meanwhile.every(({ status, retry_after }) => status === 503 && retry_after !== undefined),
    `Each of the ${meanwhile.length} sales of its companies meanwhile was answered with 503 and Retry-After.`,
    meanwhile.filter(({ status }) => status !== 503).slice(0, 3),
  )
  const own = sales.filter(isLost).toSorted((a, b) => a.sent_ms - b.sent_ms)
  const lastRefused = own.findLast(({ status }) => status !== 201)!
  const late_ms = Math.max(0, lastRefused.answered_ms - back_ms)
  record.note(`The last refusal came ${seconds(late_ms)} after it accepted connections again.`)
  await verifyEach(record, demo, sales)
  await audit(record, demo.variables)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
