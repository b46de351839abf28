import { sampleText } from '#console/text/sample.ts'

/** 'GET /prize/{id}' → its answer. `id`: the last part of the path. Undefined: nothing has this id. */
export type Answers = Record<string, (id: string) => unknown>

/** Replaces the page's calls. The page's policy forbids real ones in any case. */
export function answerCalls(answers: Answers): void {
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    return answerTo(answers, method, pathname)
  }
  // The portal's streams are answers of fetch.
  Object.defineProperty(window, 'EventSource', { value: undefined })
}

function answerTo(answers: Answers, method: string, pathname: string): Promise<Response> {
  const path = pathname.replace(/^\/api/, '')
  // A stream says nothing, and never ends: the portal would open it again.
  if (path.endsWith('/stream')) return new Promise<never>(() => undefined)
  const [, group, id] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  const answer = answers[`${method} ${path}`] ?? answers[`${method} ${group}/{id}`]
  if (!answer) return Promise.resolve(refused(403))
  const body = answer(id ?? '')
  if (body === undefined) return Promise.resolve(refused(404))
  return Promise.resolve(body === null ? new Response(null, { status: 204 }) : Response.json(body))
}

/** In the form of the contract's errors. */
function refused(status: 403 | 404): Response {
  const type = status === 404 ? 'not_found' : 'forbidden'
  return Response.json({ type, message: sampleText.refused, request_id: '' }, { status })
}
