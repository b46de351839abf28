/**
 * A fake of `gapi.iframes`, which Firebase's SDK and the emulator's pages load from Google. It passes messages between a
 * page and a frame of another origin. The rest of a sign-in is real: SDK and emulator.
 */

import type { BrowserContext } from '@playwright/test'

export async function standInForGoogle(context: BrowserContext): Promise<void> {
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `(${gapi.toString()})((${openMessages.toString()})())`,
    }),
  )
}

/**
 * Runs in the browser. Returns a function that creates a channel to another window. A message waits at its receiver until
 * the page has registered a handler for its type.
 */
function openMessages() {
  type Message = { gapi: { id: string; type?: string; data?: unknown; answer?: unknown[] } }
  const handlers = new Map<string, (data: unknown) => unknown>()
  const waiting: [Message['gapi'], Window][] = []
  const answers = new Map<string, (answer: unknown[]) => void>()

  function deliver([{ id, type, data }, from]: [Message['gapi'], Window]): boolean {
    const handler = type === 'ping' ? () => true : handlers.get(type!)
    if (!handler) return false
    void Promise.resolve(handler(data)).then((answer) =>
      from.postMessage({ gapi: { id, answer: [answer] } }, '*'),
    )
    return true
  }
  window.addEventListener('message', ({ data, source }: MessageEvent<Message | undefined>) => {
    const message = data?.gapi
    if (!message) return
    if (message.answer) {
      try {
        answers.get(message.id)?.(message.answer)
      } catch {
        // Swallow errors as Google's script does: the SDK also throws after a valid answer (webStorageSupport).
      }
    } else if (!deliver([message, source as Window])) waiting.push([message, source as Window])
  })

  function peer(other: () => Window) {
    function send(type: string, data: unknown, answered: (answer: unknown[]) => void = () => {}) {
      const id = String(Math.random())
      answers.set(id, answered)
      other().postMessage({ gapi: { id, type, data } }, '*')
    }
    return {
      send,
      register(type: string, handler: (data: unknown) => unknown) {
        handlers.set(type, handler)
        for (const one of waiting.splice(0)) if (!deliver(one)) waiting.push(one)
      },
      ping: (answered: () => void) =>
        new Promise<void>((resolve) => {
          send('ping', null, () => {
            answered()
            resolve()
          })
        }),
      restyle: () => {},
    }
  }

  return peer
}

/** Runs in the browser. Implements the part of `gapi.iframes` that the SDK uses. */
function gapi(peer: ReturnType<typeof openMessages>): void {
  const iframes = {
    CROSS_ORIGIN_IFRAMES_FILTER: {},
    getContext: () => ({
      getParentIframe: () => peer(() => window.parent),
      open(
        { where, url, attributes }: { where: Element; url: string; attributes: { style: object } },
        opened: (iframe: ReturnType<typeof peer>) => unknown,
      ) {
        const frame = document.createElement('iframe')
        Object.assign(frame.style, attributes.style)
        frame.src = url
        where.append(frame)
        return new Promise((resolve) => {
          frame.addEventListener('load', () => resolve(opened(peer(() => frame.contentWindow!))))
        })
      },
    }),
  }
  type Loaded = { callback: () => void }
  const load = (_name: string, { callback }: Loaded) => void setTimeout(callback)
  const global = window as unknown as Record<string, unknown>
  global['gapi'] = { load, iframes }
  const src = (document.currentScript as HTMLScriptElement).src
  const onload = new URL(src).searchParams.get('onload') ?? 'gapi_onload'
  setTimeout(() => (global[onload] as () => void)())
}
