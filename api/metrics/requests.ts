import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** The buckets of durations. 99 % of reads should take at most 0.2 s, of spends 0.4 s. A call ends after 22 s at the latest. */
const durations_s = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 1, 2.5, 5, 10, 22]

/** Counts the answers of the routes that are added after this call. */
export function countRequests(registry: Registry, app: FastifyInstance): void {
  const registers = [registry]
  const requests = new Counter({
    name: 'fiel_http_requests_total',
    help: 'Answers by method, route pattern (none: no such route) and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'fiel_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer, without streams.',
    labelNames: ['method', 'route'],
    buckets: durations_s,
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    requests.inc({ method, route, status: reply.statusCode })
    // Leave streams out of the durations: a stream lasts as long as its portal is open.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    if (!isStream) durations.observe({ method, route }, reply.elapsedTime / 1_000)
    done()
  })
}
