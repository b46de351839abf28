import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'

import type { IntentionStreams } from '#api/intention/stream.ts'
import type { Shedding } from '#api/server/shedding.ts'
import { batchSchedulerOf } from '#database/batch-scheduler.ts'
import type { Database } from '#database/sql.ts'

import { gauge } from './gauge.ts'

type Node = {
  app: FastifyInstance
  database: Database
  shedding: Pick<Shedding, 'load'>
  streams: Pick<IntentionStreams, 'count'>
}

/** Figures that a node has at hand: they are read at each scrape and cost nothing in between. */
export function measureNode(registry: Registry, { app, database, shedding, streams }: Node): void {
  if (database instanceof pg.Pool) measurePool(registry, database)
  measureShedding(registry, shedding)
  gauge(
    registry,
    'fiel_batch_oldest_seconds',
    'Age of the oldest batch that waits for the database. Above 5 s /ready is 503.',
    () => batchSchedulerOf(database).longest_ms() / 1_000,
  )
  gauge(registry, 'fiel_streams_open', 'Open streams of authorisations.', streams.count)
  registry.registerMetric(
    new Gauge({
      name: 'fiel_connections_open',
      help: 'Open connections of clients and proxies.',
      registers: [],
      async collect() {
        const count = Promise.withResolvers<number>()
        app.server.getConnections((error, open) => {
          if (error) count.reject(error)
          else count.resolve(open)
        })
        this.set(await count.promise)
      },
    }),
  )
}

function measurePool(registry: Registry, pool: pg.Pool): void {
  registry.registerMetric(
    new Gauge({
      name: 'fiel_pool_connections',
      help: 'Connections to the database by state.',
      labelNames: ['state'],
      registers: [],
      collect() {
        this.set({ state: 'idle' }, pool.idleCount)
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      },
    }),
  )
  gauge(
    registry,
    'fiel_pool_max_connections',
    'The most that the pool opens.',
    () => pool.options.max,
  )
  gauge(
    registry,
    'fiel_pool_waiting',
    'Statements that wait for a connection of a full pool.',
    () => pool.waitingCount,
  )
}

function measureShedding(registry: Registry, shedding: Pick<Shedding, 'load'>): void {
  registry.registerMetric(
    new Gauge({
      name: 'fiel_requests_in_progress',
      help: 'Calls that wait for their answers, by class of shedding.',
      labelNames: ['class'],
      registers: [],
      collect() {
        for (const [name, count] of Object.entries(shedding.load().inProgress)) {
          this.set({ class: name }, count)
        }
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'fiel_requests_shed_total',
      help: 'Calls that were refused because of overload, by class.',
      labelNames: ['class'],
      registers: [],
      collect() {
        this.reset()
        for (const [name, count] of Object.entries(shedding.load().refused)) {
          this.inc({ class: name }, count)
        }
      },
    }),
  )
}
