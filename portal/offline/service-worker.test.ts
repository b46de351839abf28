import { beforeEach, expect, test, vi } from 'vitest'

const origin = 'https://clube.example'
type Listener = (event: Record<string, unknown>) => void
const listeners = new Map<string, Listener>()
const skipWaiting = vi.fn<() => Promise<void>>()
const showNotification = vi.fn<(title: string, options: object) => Promise<void>>()
const openWindow = vi.fn<(url: string) => Promise<void>>()
const navigate = vi.fn<(url: string) => Promise<void>>()
/** The pages of the portal that are open. */
const openPages: object[] = []
const fetch = vi.fn<(request: Request | string, init?: RequestInit) => Promise<Response>>()
const subscribe = vi.fn<(options: object) => Promise<object>>()
/** The cookies of this host. */
const cookies = new Map<string, { value: string }>()
/** A cache's name → an address → the cached response. */
const cached = new Map<string, Map<string, Response>>()

const pathOf = (request: Request | string) =>
  new URL(typeof request === 'string' ? request : request.url, origin).pathname
const cacheNamed = (name: string) => {
  const cache = cached.get(name) ?? new Map<string, Response>()
  cached.set(name, cache)
  return {
    addAll: async (files: string[]) => files.forEach((file) => cache.set(file, new Response(file))),
    put: async (request: Request | string, response: Response) =>
      void cache.set(pathOf(request), response),
    match: async (request: Request | string) => cache.get(pathOf(request))?.clone(),
    keys: async () => [...cache.keys()],
    delete: async (path: string) => cache.delete(path),
  }
}
vi.stubGlobal('caches', {
  open: async (name: string) => cacheNamed(name),
  keys: async () => [...cached.keys()],
  delete: async (name: string) => cached.delete(name),
  match: async (request: Request) =>
    [...cached.values()]
      .map((cache) => cache.get(pathOf(request)))
      .find(Boolean)
      ?.clone(),
})
vi.stubGlobal('fetch', fetch)
vi.stubGlobal('self', {
  location: { origin, hostname: 'clube.example' },
  registration: { showNotification, pushManager: { subscribe } },
  cookieStore: { get: async (name: string) => cookies.get(name) ?? null },
  clients: { claim: async () => undefined, matchAll: async () => openPages, openWindow },
  skipWaiting,
  addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
})
vi.stubGlobal('__SHELL__', {
  version: 'v3',
  entry: 'index-3.js',
  files: ['/assets/index-3.js'],
  page: '/loading',
})
await import('./service-worker.ts')

const pageOfBuild = () => new Response('<script src="/assets/index-3.js">', { status: 200 })

async function lives(type: 'install' | 'activate' | 'pushsubscriptionchange'): Promise<void> {
  let work: unknown
  listeners.get(type)!({ waitUntil: (promise: unknown) => void (work = promise) })
  await work
}

/** The worker's response; undefined when the worker leaves the request to the browser. */
function answerTo(path: string, init: RequestInit & { mode?: string } = {}) {
  const { mode, ...rest } = init
  const request = new Request(new URL(path, origin), rest)
  // A script cannot construct a navigation request.
  if (mode) Object.defineProperty(request, 'mode', { value: mode })
  let answer: Promise<Response> | undefined
  listeners.get('fetch')!({
    request,
    preloadResponse: Promise.resolve(undefined),
    waitUntil: () => undefined,
    respondWith: (response: Promise<Response>) => void (answer = response),
  })
  return answer
}

beforeEach(() => {
  cached.clear()
  skipWaiting.mockReset()
  fetch.mockReset()
  fetch.mockImplementation(async () => pageOfBuild())
})

test('an update of the service worker waits until a page that has just loaded asks for it [R1]', async () => {
  await lives('install')
  expect(skipWaiting).not.toHaveBeenCalled()
  listeners.get('message')!({ data: 'anything' })
  expect(skipWaiting).not.toHaveBeenCalled()
  listeners.get('message')!({ data: 'take over' })
  expect(skipWaiting).toHaveBeenCalledOnce()
})

test('a page of another build is not cached, because its scripts may be missing [R1]', async () => {
  fetch.mockImplementation(async () => new Response('<script src="/assets/index-4.js">'))
  await expect(lives('install')).rejects.toThrow('there is no page of this build')
})

test('the page of a closed company is not cached [R1.3]', async () => {
  fetch.mockImplementation(
    async () => new Response('<script src="/assets/index-3.js">', { status: 503 }),
  )
  await expect(lives('install')).rejects.toThrow('there is no page of this build')
})

test('the shell of the previous build is kept for open pages, and only older shells are deleted', async () => {
  for (const name of ['shell-v1', 'pictures', 'shell-v2', 'shell-v3', 'company']) cacheNamed(name)
  await lives('activate')
  expect([...cached.keys()]).toEqual(['pictures', 'shell-v2', 'shell-v3', 'company'])
})

test('writes and personal reads are neither answered nor cached by the service worker [T19]', async () => {
  for (const [path, init] of [
    ['/api/customer', {}],
    ['/api/customer/balance', {}],
    ['/api/voucher', {}],
    ['/api/company/x', { method: 'POST' }],
    ['/api/voucher/generate', { method: 'POST' }],
    ['/assets/index-3.js', { method: 'POST' }],
    ['/_demo/mail', { mode: 'navigate' }],
    ['/ready', { mode: 'navigate' }],
    ['https://www.googletagmanager.com/gtm.js', {}],
  ] as const) {
    expect(answerTo(path, init)).toBeUndefined()
  }
  expect(fetch).not.toHaveBeenCalled()
  expect(cached.size).toBe(0)
})

test('the service worker answers the server’s page, or the cached page without a connection [R1.4]', async () => {
  await lives('install')
  fetch.mockImplementation(async () => new Response('now'))
  expect(await (await answerTo('/historico', { mode: 'navigate' }))!.text()).toBe('now')
  fetch.mockRejectedValue(new TypeError('no connection'))
  expect(await (await answerTo('/historico', { mode: 'navigate' }))!.text()).toContain('index-3.js')
})

test('the service worker answers the cached page if the network takes longer than 4 s [R1.4]', async () => {
  const silent = () => new Promise<Response>(() => undefined)
  await lives('install')
  vi.useFakeTimers()
  try {
    fetch.mockImplementation(silent)
    const answer = answerTo('/historico', { mode: 'navigate' })!
    await vi.advanceTimersByTimeAsync(3_999)
    expect(await Promise.race([answer, Promise.resolve('waits')])).toBe('waits')
    await vi.advanceTimersByTimeAsync(1)
    expect(await (await answer).text()).toContain('index-3.js')

    // Without a cached page a late answer is better than none.
    cached.clear()
    let reply: (answer: Response) => void
    fetch.mockImplementation(() => new Promise((resolve) => void (reply = resolve)))
    const late = answerTo('/historico', { mode: 'navigate' })!
    await vi.advanceTimersByTimeAsync(60_000)
    reply!(new Response('late'))
    expect(await (await late).text()).toBe('late')
  } finally {
    vi.useRealTimers()
  }
})

test('the service worker requests a file with a content hash in its name only once', async () => {
  const first = await answerTo('/images/c/logo.svg')
  const again = await answerTo('/images/c/logo.svg')
  expect(await again!.text()).toBe(await first!.text())
  expect(fetch).toHaveBeenCalledOnce()
})

test('on a plain file host the company’s newest data is answered, or offline the cached data [R1.1]', async () => {
  const path = '/api/company/get-company-by-domain/clube.example'
  fetch.mockImplementation(async () => Response.json([{ company_id: '1' }]))
  expect(await (await answerTo(path))!.json()).toEqual([{ company_id: '1' }])
  fetch.mockRejectedValue(new TypeError('no connection'))
  expect(await (await answerTo(path))!.json()).toEqual([{ company_id: '1' }])
  await expect(answerTo('/api/level')).rejects.toThrow('no connection')
})

test('on a plain file host cached company data is answered if the network takes longer than 4 s [R1.1]', async () => {
  const path = '/api/level'
  fetch.mockImplementation(async () => Response.json([{ name: 'Ouro' }]))
  await answerTo(path)
  vi.useFakeTimers()
  try {
    let reply: (answer: Response) => void
    fetch.mockImplementation(() => new Promise((resolve) => void (reply = resolve)))
    const answer = answerTo(path)!
    await vi.advanceTimersByTimeAsync(3_999)
    expect(await Promise.race([answer, Promise.resolve('waits')])).toBe('waits')
    await vi.advanceTimersByTimeAsync(1)
    expect(await (await answer).json()).toEqual([{ name: 'Ouro' }])

    // The late answer is the newest one for the next call.
    reply!(Response.json([{ name: 'Prata' }]))
    await vi.advanceTimersByTimeAsync(0)
    fetch.mockRejectedValue(new TypeError('no connection'))
    expect(await (await answerTo(path))!.json()).toEqual([{ name: 'Prata' }])
  } finally {
    vi.useRealTimers()
  }
})

const push = { title: 'Clube', body: 'Você subiu de nível', path: '/niveis', tag: 'a1' }

test('a push is shown under its tag, so that a repeat replaces it [D21]', async () => {
  let work: unknown
  const waitUntil = (promise: unknown) => void (work = promise)
  listeners.get('push')!({ data: { json: () => push }, waitUntil })
  await work
  expect(showNotification.mock.calls).toEqual([
    ['Clube', { body: push.body, tag: 'a1', data: { path: '/niveis' }, lang: 'pt-BR' }],
  ])
  listeners.get('push')!({ data: null, waitUntil })
  expect(showNotification).toHaveBeenCalledOnce()
})

test('touching a push opens its screen, in an open page if there is one [D21]', async () => {
  const close = vi.fn<() => void>()
  const touch = async (path: string) => {
    let work: unknown
    listeners.get('notificationclick')!({
      notification: { data: { path }, close },
      waitUntil: (promise: unknown) => void (work = promise),
    })
    await work
  }
  await touch('/niveis')
  expect(openWindow.mock.calls).toEqual([[`${origin}/niveis`]])
  const page = { focus: async () => page, navigate }
  openPages.push(page)
  await touch('/store')
  expect(navigate.mock.calls).toEqual([[`${origin}/store`]])
  await touch('https://evil.example/')
  expect(openWindow).toHaveBeenCalledOnce()
  expect(navigate).toHaveBeenCalledOnce()
  expect(close).toHaveBeenCalledTimes(3)
})

/** Answers the API's calls for a session whose device has a push subscription or none. */
function withPushes(is_subscribed: boolean): void {
  cookies.set('token', { value: 'ana' })
  fetch.mockImplementation(async (request) => {
    const path = pathOf(request)
    if (path.startsWith('/api/company/')) return Response.json([{ company_id: 'c1' }])
    if (path === '/api/notification/preferences') {
      return Response.json({ push: { public_key: 'B1', is_subscribed } })
    }
    return new Response(null, { status: 204 })
  })
}
const asAna = { 'company-id': 'c1', authorization: 'Bearer ana' }

test('a push subscription that the browser has ended is renewed and sent to the server [D21]', async () => {
  withPushes(true)
  const made = { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }
  subscribe.mockResolvedValueOnce(made)
  await lives('pushsubscriptionchange')
  expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: 'B1' }]])
  expect(fetch.mock.calls).toEqual([
    ['/api/company/get-company-by-domain/clube.example', { headers: {} }],
    ['/api/notification/preferences', { headers: asAna }],
    [
      '/api/notification/subscription',
      {
        method: 'POST',
        headers: { ...asAna, 'content-type': 'application/json' },
        body: JSON.stringify(made),
      },
    ],
  ])
})

test('no subscription is renewed without a session, or for a session without pushes on this device [D21]', async () => {
  subscribe.mockClear()
  withPushes(false)
  await lives('pushsubscriptionchange')
  cookies.clear()
  fetch.mockClear()
  await lives('pushsubscriptionchange')
  expect(fetch).not.toHaveBeenCalled()
  expect(subscribe).not.toHaveBeenCalled()
})
