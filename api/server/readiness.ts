/** `/live` and `/ready`, for load balancers and supervisors (D20). They are of the node, not of a company: any Host may ask. */

import type { FastifyInstance } from 'fastify'
import pg from 'pg'

import {
  type AppliedFile,
  appliedFilesQuery,
  releaseFiles,
  schemaMismatch,
} from '#database/schema-files.ts'
import { type Database, isContention, isDatabaseAway } from '#database/sql.ts'

import { healthProbe } from './health.ts'

type Readiness = 'ok' | 'draining' | 'unavailable' | 'schema'

/**
 * `/live` answers 200 while the process lives. A supervisor restarts a node that does not answer. The path `/live` does not
 * ask the database, because a restart of the node would not bring the database back. The path `/ready` answers 200 while
 * the node can serve, and 503 otherwise. A load balancer then takes the node out.
 *
 * While the node drains, each answer ends its connection.
 */
export function nodeStateRoutes(
  app: FastifyInstance,
  { database, isDraining }: { database: Database; isDraining: () => boolean },
): void {
  // Otherwise a proxy may send a POST on a kept connection just when the node closes it. The proxy must not repeat a POST.
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done()
  })
  const readiness = readinessOf(database)
  const schema = { hide: true }
  app.get('/live', { schema }, async () => ({ status: 'ok' }))
  app.get('/ready', { schema }, async (_request, reply) => {
    const status = isDraining() ? 'draining' : await readiness()
    return reply.code(status === 'ok' ? 200 : 503).send({ status })
  })
}

function readinessOf(database: Database): () => Promise<Readiness> {
  const probe = healthProbe<AppliedFile>(database, appliedFilesQuery)
  let files: ReturnType<typeof releaseFiles> | undefined
  return async () => {
    try {
      const applied = await probe()
      files ??= releaseFiles()
      return schemaMismatch(await files, applied, { allowsNewer: true }) ? 'schema' : 'ok'
    } catch (error) {
      if (isDatabaseAway(error) || isContention(error)) return 'unavailable'
      // The database answers, but a table or a right that this release needs is missing.
      if (error instanceof pg.DatabaseError) return 'schema'
      throw error
    }
  }
}
