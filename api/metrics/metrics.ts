/**
 * The figures of one node for Prometheus (D20). Labels are route patterns, verbs, states and names of queues. None is a
 * company, a customer, a path or an id. So the number of series is bounded and nothing personal leaves.
 */

import type { FastifyInstance } from 'fastify'
import type { PgBoss } from 'pg-boss'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

import type { IntentionStreams } from '#api/intention/stream.ts'
import type { Shedding } from '#api/server/shedding.ts'
import { release } from '#database/schema-files.ts'
import type { Database } from '#database/sql.ts'
import type { EngineObserver } from '#engine/apply.ts'

import { openBacklog } from './backlog.ts'
import { engineObserver } from './engine.ts'
import { gauge } from './gauge.ts'
import { measureNode } from './node.ts'
import { countRequests } from './requests.ts'

/** The parts of a node that exist before its app. */
export type NodeState = {
  boss: Pick<PgBoss, 'getQueues'>
  eventLoopDelay_ms: () => number
  isDraining: () => boolean
}

/** The parts of an app that are read at each scrape. */
type Node = {
  app: FastifyInstance
  database: Database
  clock: () => Date
  shedding: Shedding
  streams: IntentionStreams
}

export type Metrics = {
  engine: EngineObserver
  /** Call it before the first route is added, because its hook counts only routes that are added later. */
  countRequests: (app: FastifyInstance) => void
  measureNode: (node: Node) => void
  /** Everything in Prometheus' text format. */
  scrape: () => Promise<{ type: string; text: string }>
}

/** The metrics of one app. prom-client's global registry is not used, because tests start many apps in one process. */
export function createMetrics({ boss, eventLoopDelay_ms, isDraining }: NodeState): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'fiel_build_info',
    help: '1, with the release of this node.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: release }, 1)
  gauge(registry, 'fiel_draining', '1 from SIGTERM on, while /ready is 503.', () =>
    Number(isDraining()),
  )
  gauge(
    registry,
    'fiel_event_loop_delay_seconds',
    'How late timers fire: the figure by which load is shed.',
    () => eventLoopDelay_ms() / 1_000,
  )
  let readBacklog: () => Promise<void> = async () => undefined
  return {
    engine: engineObserver(registry),
    countRequests: (app) => countRequests(registry, app),
    measureNode: ({ database, clock, ...node }) => {
      measureNode(registry, { database, ...node })
      readBacklog = openBacklog(registry, { database, clock, boss })
    },
    scrape: async () => {
      await readBacklog()
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
