/** Sends the two kinds of answers that Fastify does not send by itself: event streams, and answers with an ETag. */

import { hash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { EventWriter } from '#contract/intention.ts'

/** Writes an event stream on the raw connection, because a Fastify stream takes twice the memory. */
export function writeEvents(reply: FastifyReply, write: EventWriter): FastifyReply {
  reply.hijack()
  reply.request.leave?.()
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  if (reply.request.method === 'HEAD') reply.raw.end()
  else write(reply.raw)
  return reply
}

/**
 * Sends `body`, which is JSON, with its ETag. If the request's If-None-Match names that tag, the caller has the current
 * body, and the answer is 304 without a body (RFC 9110).
 */
export function sendTagged(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: string,
): FastifyReply {
  const opaqueTag = `"${hash('sha256', body, 'buffer').subarray(0, 16).toString('base64url')}"`
  // Weak, because a proxy may compress the body on its way.
  reply.header('etag', `W/${opaqueTag}`)
  if (namesTag(headers['if-none-match'], opaqueTag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Weak comparison: W/"a" is "a". `*` is any tag. */
function namesTag(ifNoneMatch: string | undefined, opaqueTag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.some((tag) => tag === opaqueTag || tag === '*')
}
