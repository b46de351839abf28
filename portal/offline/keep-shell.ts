import { serviceWorkerAddress } from '#ui/trusted.ts'

/**
 * Registers the service worker that caches the portal (service-worker.ts). A newer worker takes over only after a page load,
 * because a fresh page has no typed input. It replaces the cached files, not the open page: new screens come with the next
 * page load.
 */
export async function keepShell(): Promise<void> {
  // The DOM library's type does not know Trusted Types.
  const registration = await navigator.serviceWorker.register(serviceWorkerAddress() as string)
  registration.waiting?.postMessage('take over')
}
