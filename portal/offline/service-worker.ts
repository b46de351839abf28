/**
 * The portal without a connection: its page, its scripts and styles, and the company's pictures. Each company is an origin of
 * its own, and so has a worker and caches of its own.
 *
 * Nothing of a person is kept here. What they saw last is kept by last-seen.ts, under their session and with its time,
 * where logging out can forget it. So no answer of the API is kept, save the four calls that tell the company, which are the
 * same for everybody. Our server marks its page `no-store`, because it is written anew for each request; a worker's cache does
 * not heed that, so it is for us to choose, and one page is kept: /loading, which holds the company and nobody's data.
 */

type Shell = {
  /** Of this build, and of no other. */
  version: string
  /** The script that the page of this build loads. */
  entry: string
  files: string[]
  /** The path of a page on which no screen is painted yet: it stands for every path. */
  page: string
}
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
/** The part of https://w3c.github.io/ServiceWorker/ that we use, which TypeScript keeps in a library of its own. */
type Worker = {
  location: Location
  registration: { navigationPreload?: { enable: () => Promise<void> } }
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: Extendable) => void): void
    (type: 'message', listener: (event: MessageEvent) => void): void
    (type: 'fetch', listener: (event: Fetching) => void): void
  }
}
declare const self: Worker
/** Written in by the build (vite.config.ts). */
declare const __SHELL__: Shell

const { version, entry, files, page: empty_page } = __SHELL__
const shell_prefix = 'shell-'
const shell_cache = `${shell_prefix}${version}`
const picture_cache = 'pictures'
const company_cache = 'company'

/** A plain file host knows the page by the second name. */
const page_paths = [empty_page, '/index.html']
/** A company changes its colours; what was kept longer than this is fetched again beside a page that comes. */
const max_page_age_ms = 86_400_000
const max_pictures = 120

self.addEventListener('install', (event) => event.waitUntil(keepShell()))
self.addEventListener('activate', (event) => event.waitUntil(begin()))
// A newer worker waits until a page says that it has just come. No page is ever loaded again because of it.
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting()
})
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})

async function keepShell(): Promise<void> {
  const cache = await caches.open(shell_cache)
  await Promise.all([cache.addAll(files), keepPage(cache)])
}

/** Throws where there is no page of this build: of another it would ask for scripts that are not kept. */
async function keepPage(cache: Cache): Promise<void> {
  for (const path of page_paths) {
    const response = await fetch(path, { credentials: 'omit', cache: 'no-store' })
    if (response.ok && (await response.clone().text()).includes(entry)) {
      return cache.put(page_paths[0]!, response)
    }
  }
  throw new Error('there is no page of this build')
}

/** The last shell but one stays: pages of that build are open still, and may ask for a part that they have not loaded. */
async function begin(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(shell_prefix))
  const old = shells.filter((name) => name !== shell_cache).slice(0, -1)
  await Promise.all(old.map((name) => caches.delete(name)))
  // The page is asked for while the worker starts: with a connection it costs no time.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** Undefined: the browser does as it would without us. Every write does, and every read of a person's. */
function answerTo(event: Fetching): Promise<Response> | undefined {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET') return undefined
  if (tells_company.test(pathname)) return companyRead(event.request)
  if (origin !== self.location.origin || /^\/(api|_demo)\//.test(pathname)) return undefined
  if (mode === 'navigate') return page(event)
  if (pathname.startsWith('/assets/')) return kept(event.request, shell_cache)
  if (/^\/(images|icons)\//.test(pathname)) return picture(event)
  return undefined
}

/** R1.1, where a plain file host serves the portal. */
const tells_company =
  /\/(company\/get-company-by-domain\/[^/]+|company\/[0-9a-f-]{36}(\/settings)?|level)$/

async function page(event: Fetching): Promise<Response> {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    event.waitUntil(freshenPage())
    return response
  } catch (error) {
    const shell = await (await caches.open(shell_cache)).match(page_paths[0]!)
    if (!shell) throw error
    return shell
  }
}

async function freshenPage(): Promise<void> {
  const cache = await caches.open(shell_cache)
  const known = await cache.match(page_paths[0]!)
  const age_ms = Date.now() - Date.parse(known?.headers.get('date') ?? '')
  // Of a newer build there is a newer worker to keep it.
  if (!(age_ms < max_page_age_ms)) await keepPage(cache).catch(() => undefined)
}

/** What is named by its content never changes. */
async function kept(request: Request, cache_name: string): Promise<Response> {
  const known = await caches.match(request)
  if (known) return known
  const response = await fetch(request)
  if (response.ok) await (await caches.open(cache_name)).put(request, response.clone())
  return response
}

async function picture(event: Fetching): Promise<Response> {
  const response = await kept(event.request, picture_cache)
  event.waitUntil(dropPictures())
  return response
}

/** The first that came goes first. */
async function dropPictures(): Promise<void> {
  const cache = await caches.open(picture_cache)
  const pictures = await cache.keys()
  const too_many = pictures.slice(0, Math.max(0, pictures.length - max_pictures))
  await Promise.all(too_many.map((one) => cache.delete(one)))
}

async function companyRead(request: Request): Promise<Response> {
  const cache = await caches.open(company_cache)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(request, response.clone())
    return response
  } catch (error) {
    const known = await cache.match(request)
    if (!known) throw error
    return known
  }
}
