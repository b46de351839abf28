import { query } from '#portal/client/query.ts'

/** R12.2: each token works once and for 60 s, so it is requested on demand and never cached. */
export const integrationToken = {
  ...query('GET /customer/generate-integration-token'),
  gcTime: 0,
  staleTime: Infinity,
  throwOnError: true,
}
