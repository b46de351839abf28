/** Sends answers with an ETag. */

import { hash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

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
