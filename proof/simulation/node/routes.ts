/** The product's routes without a web server: the slices register their handlers, and the simulation calls them. */

import type { Context } from '#api/context/context.ts'
import { counterRoutes } from '#api/counter/routes.ts'
import type { Route } from '#api/http/route.ts'
import { intentionRoutes } from '#api/intention/routes.ts'
import type { IntentionStreams } from '#api/intention/stream.ts'
import { pointsRoutes } from '#api/points/routes.ts'
import { runGuarded } from '#api/server/guarded.ts'
import { voucherRoutes } from '#api/voucher/routes.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'

type Run = (call: object, request_id: string) => Promise<unknown>

/** `isIdentified`: the handler gets who calls; the others get a credential, which their statement checks. */
export type Routed = { key: EndpointKey; isIdentified: boolean; run: Run }

/** The endpoints that the clients of a schedule call. */
const used: EndpointKey[] = [
  'POST /partner/points/generate',
  'POST /partner/points/{id}/reverse',
  'POST /partner/points/intention',
  'POST /partner/points/intention/{id}/capture',
  'DELETE /partner/points/intention/{id}',
  'POST /voucher/generate',
  'GET /points/intention',
  'GET /points/intention/stream',
  'GET /points/intention/{id}',
  'POST /points/intention/{id}/confirm',
  'DELETE /points/intention/{id}',
  'POST /admin/counter/sale',
]

const patterns = used.map((key) => {
  const [method, path] = key.split(' ') as [string, string]
  const text = path.replaceAll(/\{\w+\}/g, '([^/]+)')
  return { key, method, path: new RegExp(`^/api${text}$`), hasId: path.includes('{id}') }
})

export type Matched = { routed: Routed; params: { id: string } | undefined }

/** Finds the handler of a request. */
export function routesOf(
  context: Context,
  streams: IntentionStreams,
): (method: string, path: string) => Matched | undefined {
  const routes = new Map<EndpointKey, Routed>()
  const add = (key: EndpointKey, isIdentified: boolean, handler: never, guard?: never) => {
    const run = runGuarded(context.log, key, handler, guard)
    if (used.includes(key)) routes.set(key, { key, isIdentified, run })
  }
  const identified = (key: EndpointKey, handler: never, guard?: never) =>
    add(key, true, handler, guard)
  const withCredential = (key: EndpointKey, handler: never) => add(key, false, handler)
  const route = Object.assign(identified, { withCredential }) as unknown as Route
  pointsRoutes(route, context)
  intentionRoutes(route, context, streams)
  voucherRoutes(route, context)
  counterRoutes(route, context)

  return (method, path) => {
    for (const pattern of patterns) {
      if (pattern.method !== method) continue
      const found = pattern.path.exec(path)
      if (!found) continue
      const params = pattern.hasId ? { id: found[1]! } : undefined
      return { routed: routes.get(pattern.key)!, params }
    }
    return undefined
  }
}
