import type { FastifyRequest } from 'fastify'

import { ApiError } from '#api/http/api-error.ts'

/**
 * Throws `bad_request` for headers that HTTP forbids (RFC 9112, 3.2) or that this server cannot satisfy (RFC 9110, 10.1.1):
 * - not exactly one Host. If there are two, Node uses the first and a proxy may use the last, so they would disagree about the
 *   company of the request. Only an HTTP/1.0 request may lack a Host.
 * - an Expect other than 100-continue. Node has already answered 100-continue.
 */
export async function refuseBadHeaders({ raw }: FastifyRequest): Promise<void> {
  const { rawHeaders, headers, httpVersion } = raw
  // `headers` holds only the first of several Hosts.
  const hosts = rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.toLowerCase() === 'host',
  ).length
  const isHostRight = hosts === 1 || (hosts === 0 && httpVersion === '1.0')
  const canExpect = /^(\s*100-continue\s*(,|$))*$/i.test(headers.expect ?? '')
  if (!isHostRight || !canExpect) throw new ApiError('bad_request')
}
