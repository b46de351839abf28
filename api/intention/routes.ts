import type { Context } from '#api/context.ts'
import type { Route } from '#api/http/route.ts'

import { confirm, customerReads, decline, intentionReader } from './customer.ts'
import type { IntentionStreams } from './stream.ts'
import { cancel, intentionCapturer, intentionOpener, tillReads } from './till.ts'

export function intentionRoutes(
  route: Route,
  { database, secret }: Context,
  streams: IntentionStreams,
): void {
  const open = intentionOpener(database)
  const capture = intentionCapturer(database, secret)
  const pending = intentionReader(database, secret)

  route.withCredential('POST /partner/points/intention', ({ credential, body, now, claim }) =>
    open({ credential, wish: body, now }, claim),
  )
  route('GET /partner/points/intention/{id}', ({ params, ...caller }) =>
    tillReads(database, caller, params.id),
  )
  route.withCredential(
    'POST /partner/points/intention/{id}/capture',
    ({ credential, params, body, now, claim }) =>
      capture({ credential, id: params.id, capture: body, now }, claim),
  )
  route('DELETE /partner/points/intention/{id}', ({ params, ...caller }) =>
    cancel(database, caller, params.id),
  )

  route.withCredential('GET /points/intention', ({ credential, now }) =>
    pending({ ...credential, now }),
  )
  route('GET /points/intention/stream', async ({ header, ...caller }) => {
    header('content-type', 'text/event-stream')
    // nginx would gather it.
    header('x-accel-buffering', 'no')
    return streams.open(caller)
  })
  route('GET /points/intention/{id}', ({ params, ...caller }) =>
    customerReads(database, secret, caller, params.id),
  )
  route('POST /points/intention/{id}/confirm', ({ params, ...caller }) =>
    confirm(database, secret, caller, params.id),
  )
  route('DELETE /points/intention/{id}', ({ params, ...caller }) =>
    decline(database, caller, params.id),
  )
}
