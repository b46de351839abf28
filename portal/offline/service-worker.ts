/**
 * Serves the portal without a connection: its page, scripts and styles, and the company's pictures. Each company is its own
 * origin, so it has its own worker and caches.
 * No personal data is cached here. last-seen.ts keeps that under its session, where logging out deletes it. So the worker
 * caches no answer of the API but the four calls for the company, which are the same for everybody.
 * Our server marks its page `no-store`, because it writes the page for each request. A worker's cache ignores that header.
 * The worker caches one page, /loading, which contains the company and no personal data.
 */

import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'
import type { PushPayload } from '#contract/notification.ts'

type Shell = {
  /** Identifies this build. */
  version: string
  /** The script that this build's page loads. */
  entry: string
  files: string[]
  /** The path of a page without a painted screen. Without a connection the worker answers every path with this page. */
  page: string
}
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
type Pushed = Extendable & { data: { json: () => PushPayload } | null }
type Clicked = Extendable & { notification: { data: { path: string }; close: () => void } }
type OpenPage = { focus: () => Promise<OpenPage>; navigate: (url: string) => Promise<unknown> }
/** The part of https://w3c.github.io/ServiceWorker/ that we use; TypeScript keeps it in a separate library. */
type Worker = {
  location: Location
  registration: {
    navigationPreload?: { enable: () => Promise<void> }
    showNotification: (title: string, options: object) => Promise<void>
    pushManager: PushManager
  }
  /** Firefox and Safari have `cookieStore` since 2025. */
  cookieStore?: { get: (name: string) => Promise<{ value: string } | null> }
  clients: {
    claim: () => Promise<void>
    matchAll: (which: { type: 'window' }) => Promise<OpenPage[]>
    openWindow: (url: string) => Promise<unknown>
  }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (
      type: 'install' | 'activate' | 'pushsubscriptionchange',
      listener: (event: Extendable) => void,
    ): void
    (type: 'message', listener: (event: MessageEvent) => void): void
    (type: 'fetch', listener: (event: Fetching) => void): void
    (type: 'push', listener: (event: Pushed) => void): void
    (type: 'notificationclick', listener: (event: Clicked) => void): void
  }
}
declare const self: Worker
/** The build replaces this name by the shell (vite.config.ts). */
declare const __SHELL__: Shell

const { version, entry, files, page: emptyPage } = __SHELL__
const shellPrefix = 'shell-'
const shellCache = `${shellPrefix}${version}`
const pictureCache = 'pictures'
const companyCache = 'company'

/** A plain file host serves the page under the second name. */
const pagePaths = [emptyPage, '/index.html']
/** After 24 h the cached page is fetched again when another page loads, because a company may change its colours. */
const maxPageAge_ms = 86_400_000
/** Stored pictures. They share the browser's quota with the shell, so the oldest are deleted first. */
const maxPictures = 120
/**
 * With a weak signal a request may never be answered. After this time the device counts as offline (decision 036), as in
 * last-seen.ts. The value is not imported: a shared module becomes a chunk, which a classic worker cannot load.
 */
const maxSilence_ms = 4_000
const apiUrl: string = import.meta.env['VITE_API_URL'] ?? '/api'

self.addEventListener('install', (event) => event.waitUntil(keepShell()))
self.addEventListener('activate', (event) => event.waitUntil(begin()))
// A newer worker waits until a page says that it has just loaded. It never reloads a page.
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting()
})
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})
self.addEventListener('push', (event) => {
  // Only the server can encrypt a push for this browser, so its data need no check. A push without data is ignored.
  if (event.data) event.waitUntil(showPush(event.data.json()))
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPush()))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})

/** Shows a push. A repeat has the same tag, so it replaces the first one silently. */
function showPush({ title, body, path, tag }: PushPayload): Promise<void> {
  return self.registration.showNotification(title, { body, tag, data: { path }, lang: 'pt-BR' })
}

/**
 * The browser has ended its subscription, as it may at any time. Subscribes again if this session has pushes on this device, and
 * sends the subscription to the server. If that fails, the portal's next visit does it (renew-push.ts).
 */
async function renewPush(): Promise<void> {
  // As sessionCookie of contract/session.ts says. A worker cannot load a shared module.
  const cookie = self.location.protocol === 'https:' ? '__Host-token' : 'token'
  const token = (await self.cookieStore?.get(cookie))?.value
  if (!token) return
  const [company] = await read<'GET /company/get-company-by-domain/{hostname}'>(
    `/company/get-company-by-domain/${self.location.hostname}`,
    {},
  )
  const headers = { 'company-id': company!.company_id, authorization: `Bearer ${token}` }
  const { push } = await read<'GET /notification/preferences'>('/notification/preferences', headers)
  if (!push?.is_subscribed) return
  const made = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: push.public_key,
  })
  await fetch(`${apiUrl}/notification/subscription`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(made),
  })
}

/** An answer of the API. Throws for an error code, so that nothing is renewed. */
async function read<Key extends EndpointKey>(
  path: string,
  headers: Record<string, string>,
): Promise<ResponseOf<Key>> {
  const response = await fetch(apiUrl + path, { headers })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

/** Shows the path in an open page of the portal, or in a new one. Never leaves this origin. */
async function openPage(path: string): Promise<void> {
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin) return
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (open) await (await open.focus()).navigate(url.href)
  else await self.clients.openWindow(url.href)
}

async function keepShell(): Promise<void> {
  const cache = await caches.open(shellCache)
  await Promise.all([cache.addAll(files), keepPage(cache)])
}

/** Throws if no page belongs to this build: another build's page would request scripts that are not cached. */
async function keepPage(cache: Cache): Promise<void> {
  for (const path of pagePaths) {
    const response = await fetch(path, { credentials: 'omit', cache: 'no-store' })
    if (response.ok && (await response.clone().text()).includes(entry)) {
      return cache.put(pagePaths[0]!, response)
    }
  }
  throw new Error('there is no page of this build')
}

/** Keeps the previous shell: open pages of that build may still request chunks. */
async function begin(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(shellPrefix))
  const old = shells.filter((name) => name !== shellCache).slice(0, -1)
  await Promise.all(old.map((name) => caches.delete(name)))
  // The browser requests the page while the worker starts, so that the worker adds no delay.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** The response; undefined leaves the request to the browser, as for every write and every personal read. */
function answerTo(event: Fetching): Promise<Response> | undefined {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET') return undefined
  if (tellsCompany.test(pathname)) return companyRead(event.request)
  if (origin !== self.location.origin || /^\/((api|_demo)\/|(live|ready)$)/.test(pathname))
    return undefined
  if (mode === 'navigate') return page(event)
  if (pathname.startsWith('/assets/')) return cacheFirst(event.request, shellCache)
  if (/^\/(images|icons)\//.test(pathname)) return picture(event)
  return undefined
}

/** R1.1: the four calls for the company, by path. The portal makes them where a plain file host serves it. */
const tellsCompany =
  /\/(company\/get-company-by-domain\/[^/]+|company\/[0-9a-f-]{36}(\/settings)?|level)$/

async function page(event: Fetching): Promise<Response> {
  const network = fromNetwork(event)
  try {
    const response = await Promise.race([network, tooLate()])
    event.waitUntil(freshenPage())
    return response
  } catch {
    // Without a cached page the network's answer or error is all there is.
    return (await (await caches.open(shellCache)).match(pagePaths[0]!)) ?? network
  }
}

async function fromNetwork(event: Fetching): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request)
}

function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the network does not answer')), maxSilence_ms)
  })
}

async function freshenPage(): Promise<void> {
  const cache = await caches.open(shellCache)
  const cached = await cache.match(pagePaths[0]!)
  const age_ms = Date.now() - Date.parse(cached?.headers.get('date') ?? '')
  // If the server has a newer build, the worker of that build caches the page.
  if (!(age_ms < maxPageAge_ms)) await keepPage(cache).catch(() => undefined)
}

/** Serves from the cache first: files named by their content never change. */
async function cacheFirst(request: Request, cacheName: string): Promise<Response> {
  const cached = await caches.match(request)
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok) await (await caches.open(cacheName)).put(request, response.clone())
  return response
}

async function picture(event: Fetching): Promise<Response> {
  const response = await cacheFirst(event.request, pictureCache)
  event.waitUntil(dropPictures())
  return response
}

/** Deletes the oldest pictures beyond `maxPictures`. */
async function dropPictures(): Promise<void> {
  const cache = await caches.open(pictureCache)
  const pictures = await cache.keys()
  const surplus = pictures.slice(0, Math.max(0, pictures.length - maxPictures))
  await Promise.all(surplus.map((one) => cache.delete(one)))
}

async function companyRead(request: Request): Promise<Response> {
  const cache = await caches.open(companyCache)
  const network = keptAnswer(cache, request)
  try {
    return await Promise.race([network, tooLate()])
  } catch {
    // Without a cached answer the network's answer or error is all there is.
    return (await cache.match(request)) ?? network
  }
}

/** The server's answer, cached for the next time, even if it came too late for this one. */
async function keptAnswer(cache: Cache, request: Request): Promise<Response> {
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}
