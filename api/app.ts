/** The composition: one line a slice. */

import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'

import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import pt from 'zod/v4/locales/pt.js'

import { type Refusal, refusals } from '#contract/refusal.ts'

import { addressRoutes } from './address/routes.ts'
import { companyFiles } from './company/files.ts'
import { companyRoutes } from './company/routes.ts'
import { consentRoutes } from './consent/routes.ts'
import type { Context } from './context.ts'
import { customerRoutes } from './customer/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { healthRoute } from './http/health.ts'
import { openApi } from './http/openapi.ts'
import { portalFiles } from './http/portal-files.ts'
import { answerRefusal, errorAnswerer, refusalBody, Refused } from './http/refused.ts'
import { createRoute } from './http/route.ts'
import { intentionRoutes } from './intention/routes.ts'
import { intentionStreams } from './intention/stream.ts'
import { levelRoutes } from './level/routes.ts'
import { demoMailbox } from './mail/demo-mailbox.ts'
import { notificationRoutes } from './notification/routes.ts'
import { demoTill } from './partner/demo-till.ts'
import { partnerRoutes } from './partner/routes.ts'
import { pointsRoutes } from './points/routes.ts'
import { prizeRoutes } from './prize/routes.ts'
import { promotionRoutes } from './promotion/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { voucherRoutes } from './voucher/routes.ts'

/** Bytes of a body. The longest that a person can fill in is a tenth of it. */
const max_body_bytes = 100_000

/** What is under way when the process is told to stop has so long to end; its statements may take 15 s themselves. */
const max_close_ms = 20_000

export async function createApp(context: Context): Promise<FastifyInstance> {
  // What a rule does not say in its own words, zod says in Portuguese.
  z.config(pt())
  const { log, trusted_proxies } = context

  const app = Fastify({
    // Fastify's own lines would quote addresses and errors: ours are written below, from an allow-list.
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: trusted_proxies.length > 0 && trusted_proxies,
    bodyLimit: max_body_bytes,
    // Slow clients hold a socket no longer than this; Node's own limits are minutes (trust.md, "Slow clients").
    requestTimeout: 20_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (_error, _request, reply) =>
      void answerRefusal(reply, new Refused('bad_request')),
    clientErrorHandler: ({ code }, socket) => {
      if (!socket.writable) return
      socket.end(rawAnswer(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'timeout' : 'bad_request'))
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

  // A browser opens connections in advance. A close would wait for those a minute: no request came, so they are not idle.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), max_close_ms).unref()
  })

  await openApi(app)
  await app.register(async (slices) => {
    crossOrigin(slices, context)
    const route = createRoute(slices, context)
    healthRoute(route, context)
    companyRoutes(route, context)
    levelRoutes(route, context)
    sessionRoutes(route, context)
    consentRoutes(route, context)
    addressRoutes(route, context)
    customerRoutes(route, context)
    dashboardRoutes(route, context)
    pointsRoutes(route, context)
    notificationRoutes(route, context)
    prizeRoutes(route, context)
    voucherRoutes(route, context)
    promotionRoutes(route, context)
    const streams = intentionStreams(context)
    slices.addHook('preClose', streams.close)
    intentionRoutes(route, context, streams)
    partnerRoutes(route, context)
  })
  if (context.demo_mailbox) demoMailbox(app, context.demo_mailbox)
  if (context.demo_tills) demoTill(app, context, context.demo_tills)
  companyFiles(app, context)
  await portalFiles(app, context)
  return app
}

/** For bytes that are no request, or not in time, where there is no reply to speak through. */
function rawAnswer(refusal: Refusal): string {
  const { status } = refusals[refusal]
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'connection: close',
    '',
    JSON.stringify(refusalBody(refusal)),
  ].join('\r\n')
}
