/**
 * Subscribes this browser to pushes. The module is loaded when the person presses the button, and when a subscription is
 * renewed.
 */

import type { PushSubscription } from '#contract/notification.ts'
import { keepShell } from '#portal/offline/keep-shell.ts'

/** ms for the service worker to start: it caches the portal first. */
const maxWait_ms = 20_000

/** The subscription; null if the person refused or closed the question. Throws if the browser cannot subscribe. */
export async function subscription(publicKey: string): Promise<PushSubscription | null> {
  // Ask first, because browsers allow the question only directly after a press.
  if ((await Notification.requestPermission()) !== 'granted') return null
  await keepShell()
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, tooLate()])
  const existing = await pushManager.getSubscription()
  // If the existing subscription has another VAPID key, end it: the server has a new key, or the portal moved to another
  // server.
  if (existing && keyOf(existing) !== publicKey) await existing.unsubscribe()
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  return made.toJSON() as PushSubscription
}

function keyOf({ options }: globalThis.PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the service worker did not start')), maxWait_ms)
  })
}
