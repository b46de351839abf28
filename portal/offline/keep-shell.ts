import { serviceWorkerAddress } from '#ui/trusted.ts'

/**
 * Sets the worker to keep the portal (service-worker.ts). One of a newer build waits until now: a page that has just
 * come has nothing typed in it. It changes what is kept and not what is shown; new screens come with the next page.
 */
export async function keepShell(): Promise<void> {
  // The type is the library's, which knows no Trusted Types.
  const registration = await navigator.serviceWorker.register(serviceWorkerAddress() as string)
  registration.waiting?.postMessage('take over')
}
