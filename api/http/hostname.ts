import type { FastifyRequest } from 'fastify'

/** The request's host name, without its port and without the trailing dot of a fully qualified name. */
export function hostname(request: FastifyRequest): string {
  return request.host.replace(/\.?(:\d+)?$/, '').toLowerCase()
}
