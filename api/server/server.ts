/** The HTTP server below the routes: limits on sockets, the headers of each answer, one log line a request, the stop. */

import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import { ApiError } from '#api/http/api-error.ts'
import { type ErrorCode, errorCodes } from '#contract/error.ts'

import { answerHeaders } from './answer-headers.ts'
import {
  type ConnectionLimits,
  connectionLimits,
  endConnection,
  limitConnections,
  limitPipelining,
} from './connections.ts'
import { answerError, errorBody } from './error-answer.ts'
import { readJsonStrictly } from './json-body.ts'
import { refuseBadHeaders } from './request-headers.ts'
import { logRequests } from './request-log.ts'

/** Bytes of a body. The longest form is a tenth of this. */
const maxBody_bytes = 100_000

/** How long calls in progress have when the process stops. One statement may take 15 s. */
const maxClose_ms = 20_000

export function openServer(
  { log, trustedProxies }: { log: Logger; trustedProxies: string[] },
  changedLimits: Partial<ConnectionLimits> = {},
): FastifyInstance {
  const limits = { ...connectionLimits, ...changedLimits }
  const app = Fastify({
    // Fastify's log lines would quote URLs and errors. The hooks below log from an allow-list instead.
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    bodyLimit: maxBody_bytes,
    // Node's own limits are minutes (T20). The check runs five times within the shortest of them.
    requestTimeout: limits.request_ms,
    connectionTimeout: limits.stall_ms,

    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: limits.headers_ms,
      connectionsCheckingInterval: limits.headers_ms / 5,
      maxHeaderSize: 16_384,
      // Node's own answer to a missing Host has no body, and so has its answer to an Expect. `refuseBadHeaders` answers instead.
      requireHostHeader: false,
    },
    // While closing, serve calls: Fastify's own 503 has neither the catalogue's body nor a Retry-After.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = '/' }) => routablePath(url),
    // A path that no router can decode. No hook runs for it.
    frameworkErrors: (_error, request, reply) => {
      beginAnswer(request, reply)
      void answerError(reply, new ApiError('bad_request'))
    },
    clientErrorHandler: ({ code }, socket) => {
      if (!socket.writable) return
      const error = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'timeout' : 'bad_request'
      endConnection(socket, rawAnswer(error), limits.linger_ms)
    },
  })
  readJsonStrictly(app)
  const flushWarnings = limitConnections(app.server, limits, { trustedProxies, log })
  app.addHook('onClose', async () => flushWarnings())
  // Without a listener Node answers an Expect other than 100-continue itself.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  limitPipelining(app, limits)
  app.addHook('onRequest', (request, reply, done) => {
    beginAnswer(request, reply)
    done()
  })
  app.addHook('onRequest', refuseBadHeaders)
  logRequests(app, log)

  // Browsers open connections in advance. Node does not count them as idle before their first request, so a close would
  // wait a minute for them.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), maxClose_ms).unref()
  })
  return app
}

/** Listens with room for connections that come while the process is busy. Returns the address with the port. */
export function listenOn(
  app: FastifyInstance,
  address: { port: number; host: string },
): Promise<string> {
  return app.listen({ ...address, backlog: connectionLimits.backlog })
}

/** Sets the headers that every answer has. */
function beginAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  // On the raw answer, so that a page's own headers, which helmet writes there too, replace them.
  for (const [name, value] of answerHeaders) reply.raw.setHeader(name, value)
}

/**
 * No router can decode '/store/%E0%A4%A'. Outside the API each '%' of such a path becomes itself, so that a person sees the
 * portal's page for an unknown address. Below /api/ it is answered `bad_request`.
 */
function routablePath(url: string): string {
  const path = url.split('?')[0]!
  if (path.startsWith('/api/')) return url
  try {
    decodeURI(path)
    return url
  } catch {
    // The path cannot be decoded.
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** A raw HTTP answer for a malformed or late request, which has no Fastify reply. */
function rawAnswer(code: ErrorCode): string {
  const { status } = errorCodes[code]
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'connection: close',
    ...answerHeaders.map(([name, value]) => `${name}: ${value}`),
    '',
    JSON.stringify(errorBody(code)),
  ].join('\r\n')
}
