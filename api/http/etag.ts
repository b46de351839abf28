/** Conditional reads: an answer that has not changed since the caller read it is a 304 without a body (RFC 9110). */

import { hash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends `body`, JSON, with its ETag; or 304, where the request's If-None-Match names that tag. */
export function sendTagged(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: string,
): FastifyReply {
  const opaque_tag = `"${hash('sha256', body, 'buffer').subarray(0, 16).toString('base64url')}"`
  // Weak, because a proxy may compress the body on its way.
  reply.header('etag', `W/${opaque_tag}`)
  if (namesTag(headers['if-none-match'], opaque_tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Weak comparison: W/"a" is "a". `*` is any tag. */
function namesTag(if_none_match: string | undefined, opaque_tag: string): boolean {
  const named = (if_none_match ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return named.includes(opaque_tag) || named.includes('*')
}
