import type { FastifyInstance } from 'fastify'

import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'

/** The endpoints of the contract that the app serves, in the contract's order. */
export function servedKeys(app: FastifyInstance): EndpointKey[] {
  return (Object.keys(endpoints) as EndpointKey[]).filter((key) => {
    const [method, path] = key.split(' ') as ['GET', string]
    return app.hasRoute({ method, url: `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}` })
  })
}
