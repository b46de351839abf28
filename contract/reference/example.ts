/** The form of an example: a request to an endpoint, and the answer to it. */

import type {
  EndpointKey,
  Endpoints,
  RequestOf,
  ResponseOf,
} from '#contract/endpoints/endpoints.ts'
import type { CustomerData } from '#contract/privacy.ts'

export type Example = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  headers?: Record<string, string>
  body?: object
  /** Absent: the answer is 204, or a file. */
  answer?: unknown
  /** The media types of an answer that is not JSON, each with its text; null: bytes. */
  file?: Record<string, string | null>
}

/** The example of one endpoint: every part of its request, and its answer unless that is always 204. */
export type ExampleOf<Key extends EndpointKey> = RequestOf<Key> & AnswerOf<Key>

type AnswerOf<Key extends EndpointKey> = Key extends 'GET /customer/data'
  ? { answer: CustomerData }
  : Endpoints[Key]['response'] extends null
    ? object
    : // The contract describes a file or a stream of events by the value that the code handles.
      Blob extends ResponseOf<Key>
      ? { file: Record<string, string | null> }
      : ResponseOf<Key> extends (...args: never) => unknown
        ? { file: Record<string, string | null> }
        : { answer: ResponseOf<Key> }
