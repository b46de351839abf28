import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { confirm, customerReads, decline, intentionReader } from './customer.ts'
import type { IntentionStreams } from './stream.ts'
import { cancel, captureIntention, openIntention, tillReads } from './till.ts'

export function intentionRoutes(route: Route, context: Context, streams: IntentionStreams): void {
  const { database, secret, io } = context
  const pending = intentionReader(database, secret, io)

  route.withCredential('POST /partner/points/intention', ({ body, ...call }) =>
    openIntention(context, { ...call, opening: body }),
  )
  route('GET /partner/points/intention/{id}', ({ params, ...caller }) =>
    tillReads(database, caller, params.id),
  )
  route.withCredential('POST /partner/points/intention/{id}/capture', ({ params, body, ...call }) =>
    captureIntention(context, { ...call, id: params.id, capture: body ?? {} }),
  )
  route('DELETE /partner/points/intention/{id}', ({ params, ...caller }) =>
    cancel(context, caller, params.id),
  )

  route.withCredential('GET /points/intention', ({ credential, now }) =>
    pending({ ...credential, now }),
  )
  route('GET /points/intention/stream', async ({ header, ...caller }) => {
    header('content-type', 'text/event-stream')
    // Without this header nginx buffers the stream.
    header('x-accel-buffering', 'no')
    return streams.open(caller)
  })
  route('GET /points/intention/{id}', ({ params, ...caller }) =>
    customerReads(database, secret, caller, params.id),
  )
  route('POST /points/intention/{id}/confirm', ({ params, ...caller }) =>
    confirm(context, caller, params.id),
  )
  route('DELETE /points/intention/{id}', ({ params, ...caller }) =>
    decline(context, caller, params.id),
  )
}
