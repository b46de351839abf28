/** Answers in the form that clients read. They are plain objects, because a real Response reads its body in many turns. */

import type { HttpAnswer } from '../node/http.ts'

export function answerResponse({ status, headers, text }: HttpAnswer): Response {
  return {
    ok: status >= 200 && status < 300,
    status,
    url: '',
    headers: headersOf(headers),
    text: async () => text,
    json: async () => JSON.parse(text) as unknown,
  } as unknown as Response
}

function headersOf(headers: Record<string, string>) {
  return { get: (name: string) => headers[name] ?? null, has: (name: string) => name in headers }
}

/** The texts of a stream that its reader has not read yet. */
export type TextQueue = { add: (text: string) => void; end: () => void }

/** A response whose body is a stream of texts. Its body decodes nothing, because the texts are no bytes. */
export function streamResponse(headers: Record<string, string>): {
  response: Response
  queue: TextQueue
} {
  const texts: string[] = []
  let isEnded = false
  let waiting: (() => void) | undefined

  async function read(): Promise<{ done: boolean; value: string | undefined }> {
    if (texts.length === 0 && !isEnded) {
      await new Promise<void>((resolve) => {
        waiting = resolve
      })
    }
    return { done: texts.length === 0, value: texts.shift() }
  }
  const tell = () => {
    waiting?.()
    waiting = undefined
  }
  const body = { pipeThrough: () => ({ getReader: () => ({ read }) }) }
  return {
    response: { ok: true, status: 200, headers: headersOf(headers), body } as unknown as Response,
    queue: {
      add: (text) => {
        texts.push(text)
        tell()
      },
      end: () => {
        isEnded = true
        tell()
      },
    },
  }
}
