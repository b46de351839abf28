import { query } from '#portal/client/query.ts'

/** R12.2: good once and for a minute, so each is asked for when it is wanted, and none is kept. */
export const integrationToken = {
  ...query('GET /customer/generate-integration-token'),
  gcTime: 0,
  staleTime: Infinity,
  throwOnError: true,
}
