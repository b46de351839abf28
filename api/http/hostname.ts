import type { FastifyRequest } from 'fastify'

/** A request's: without its port, and without the dot that ends a name in full. */
export function hostname(request: FastifyRequest): string {
  return request.host.replace(/\.?(:\d+)?$/, '').toLowerCase()
}
