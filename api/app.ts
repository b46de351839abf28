/** The composition: one line a slice. */

import { randomUUID } from 'node:crypto'

import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Pool } from 'pg'
import { pino } from 'pino'
import * as z from 'zod/mini'
import pt from 'zod/v4/locales/pt.js'

import { companyRoutes } from './company/routes.ts'
import { customerRoutes } from './customer/routes.ts'
import { healthRoute } from './http/health.ts'
import { openApi } from './http/openapi.ts'
import { portalFiles } from './http/portal-files.ts'
import { answerRefusal, errorAnswerer, refusalBody, Refused } from './http/refused.ts'
import { createRoute } from './http/route.ts'
import { levelRoutes } from './level/routes.ts'
import { pointsRoutes } from './points/routes.ts'
import { sessionRoutes } from './session/routes.ts'

export type Context = {
  database: Pool
  /** The only source of the present: tests move it. */
  clock: () => Date
  /** A build of the portal to serve; null: the API alone. */
  portal_folder: string | null
  log_level: 'debug' | 'info' | 'silent'
  /** Where log lines go; standard output unless told. */
  log_stream?: { write(line: string): void }
}

/** Bytes of a body. The longest that a person can fill in is a tenth of it. */
const max_body_bytes = 100_000

export async function createApp(context: Context): Promise<FastifyInstance> {
  // What a rule does not say in its own words, zod says in Portuguese.
  z.config(pt())
  const log = createLog(context)

  const app = Fastify({
    // Fastify's own lines would quote addresses and errors: ours are written below, from an allow-list.
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: max_body_bytes,
    // Slow clients hold a socket no longer than this; Node's own limits are minutes (trust.md, "Slow clients").
    requestTimeout: 20_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (_error, _request, reply) =>
      void answerRefusal(reply, new Refused('bad_request')),
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(malformed_request_answer)
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorAnswerer(log))
  app.setNotFoundHandler((_request, reply) => answerRefusal(reply, new Refused('not_found')))
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    // Polls would drown the log: what went well is for debugging.
    const level = reply.statusCode < 400 ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) {
      log[level]({
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      })
    }
    done()
  })

  await openApi(app)
  await app.register(async (slices) => {
    const route = createRoute(slices, context)
    healthRoute(route, context)
    companyRoutes(route, context)
    levelRoutes(route, context)
    sessionRoutes(route, context)
    customerRoutes(route, context)
    pointsRoutes(route, context)
  })
  await portalFiles(app, context)
  return app
}

function createLog({ log_level, log_stream }: Context) {
  const options = { level: log_level, base: null }
  return log_stream ? pino(options, log_stream) : pino(options)
}

/** For bytes that are not HTTP, where there is no reply to speak through. */
const malformed_request_answer = [
  'HTTP/1.1 400 Bad Request',
  'content-type: application/json; charset=utf-8',
  'connection: close',
  '',
  JSON.stringify(refusalBody('bad_request')),
].join('\r\n')
