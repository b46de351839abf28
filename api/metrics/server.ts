/**
 * `GET /metrics` on a port of its own, as Prometheus' exporters do. On the public port, which serves the companies' host names,
 * the figures would need one more secret. They would also be out of reach when that port's connections are used up.
 */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Logger } from 'pino'

import { causeOf } from '#api/log/cause.ts'

import type { Metrics } from './metrics.ts'

export type MetricsServer = { url: string; close: () => Promise<void> }

/** Throws an Error of one sentence when the port cannot be had. */
export async function openMetricsServer(
  { scrape }: Pick<Metrics, 'scrape'>,
  { port, host, log }: { port: number; host: string; log: Logger },
): Promise<MetricsServer> {
  async function answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('cache-control', 'no-store')
    if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404).end()
      return
    }
    try {
      const { type, text } = await scrape()
      response.writeHead(200, { 'content-type': type }).end(text)
    } catch (error) {
      log.error(causeOf(error), 'metrics')
      response.writeHead(500).end()
    }
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`METRICS_PORT ${port} of ${host} cannot be used (${error.code}).`, {
      cause: error,
    })
  })
  const { address, family, port: listening } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${listening}/metrics`,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
