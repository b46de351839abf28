/** Requests and answers between clients and nodes, as values. */

import type { EventWriter } from '#contract/intention.ts'

export type HttpRequest = {
  method: string
  /** With /api and without host and query. */
  path: string
  headers: Record<string, string>
  /** JSON. */
  text: string | null
}

/** `stream`: the answer is a stream of events, which the function writes. */
export type HttpAnswer = {
  status: number
  headers: Record<string, string>
  text: string
  stream?: EventWriter
}
