/** The answers that our server wrote into this page. Each is used once, by the call that would have read it. */

import { type FirstAnswers, firstAnswersId, sessionName } from '#contract/session.ts'

/** After this time since the page was requested, an answer is read again. */
const maxAge_ms = 30_000

/** The page's answers, null if it has none; undefined: not read yet. */
let pageAnswers: FirstAnswers | null | undefined

/** Returns the answer of `url` and removes it. Undefined when the page has none for this session. */
export function takeFirstAnswer(url: string, token: string | undefined): unknown {
  if (pageAnswers === undefined) pageAnswers = readPage()
  if (!pageAnswers) return undefined
  // Another person signed in while the page loaded, or the page is old.
  if (!token || pageAnswers.session !== sessionName(token) || performance.now() > maxAge_ms) {
    dropFirstAnswers()
    return undefined
  }
  const { answers } = pageAnswers
  const answer = answers[url]
  delete answers[url]
  return answer
}

/** Drops all answers after a write, because the server read them before it. */
export function dropFirstAnswers(): void {
  readPage()
  pageAnswers = null
}

/** Removes the element: no personal data may stay in the document when the session ends. */
function readPage(): FirstAnswers | null {
  const element = document.getElementById(firstAnswersId)
  element?.remove()
  return element?.textContent ? (JSON.parse(element.textContent) as FirstAnswers) : null
}
