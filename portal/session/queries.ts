import { api } from '#portal/client/api.ts'
import { queryOptions } from '#portal/client/query.ts'

/** The sessions with their device names. The parser loads while the server answers. */
export const devices = queryOptions({
  queryKey: ['GET /customer/session'],
  queryFn: async () => {
    const [sessions, { deviceName }] = await Promise.all([
      api('GET /customer/session'),
      import('./device.ts'),
    ])
    return sessions.map((session) => ({ ...session, name: deviceName(session.user_agent) }))
  },
})
