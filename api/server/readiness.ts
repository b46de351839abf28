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
 * `/live` is 200 while the process answers: a supervisor restarts a node that does not. It asks no database, because a restart
 * brings no database back. The answer of `/ready` is 200 while the node can serve, and 503 otherwise. A load
 * balancer then takes the node out.
 *
 * While the node drains, each answer ends its connection.
 */
export function nodeStateRoutes(
  app: FastifyInstance,
  { database, isDraining }: { database: Database; isDraining: () => boolean },
): void {
  // A proxy would send a POST on an idle connection that the node closes at that moment, and may not repeat it.
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
      // The database answers, but not as this release needs it: table or right is missing.
      if (error instanceof pg.DatabaseError) return 'schema'
      throw error
    }
  }
}
