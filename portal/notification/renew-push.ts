/** Repairs the push subscription of this device. Loaded at each visit if this login has subscribed here. */

import { write } from '#portal/client/write.ts'
import { cacheOf } from '#portal/offline/session-cache.ts'
import { keepPushEndpoint, keptPushEndpoint } from '#portal/storage/push-endpoint.ts'
import { sessionKey } from '#portal/storage/session.ts'

import { noticePreferences } from './queries.ts'
import { subscription } from './subscribe.ts'

/**
 * Subscribes again when the browser has ended or replaced the subscription that the server knows. The service worker cannot
 * always do it at that moment: the session's cookie or the connection may be missing.
 */
export async function renewPush(): Promise<void> {
  const session = sessionKey()
  if (session === undefined || Notification.permission !== 'granted') return
  const cache = cacheOf(session)
  const { pushManager } = await navigator.serviceWorker.ready
  const current = await pushManager.getSubscription()
  if (current?.endpoint === keptPushEndpoint(session)) return
  const { push } = await cache.fetchQuery(noticePreferences)
  const body = push && (await subscription(push.public_key))
  // Another customer may have signed in since, without subscribing.
  if (!body || sessionKey() !== session) return
  await write(cache, 'POST /notification/subscription', { body })
  keepPushEndpoint(session, body.endpoint)
}
