/** What a slice hands over for an endpoint of the contract: a handler, and what it is told of the call. */

import type * as z from 'zod/mini'

import type { EndpointKey, Endpoints, ResponseOf } from '#contract/endpoints.ts'
import type { ErrorCode } from '#contract/error.ts'
import type { Idempotency } from '#engine/command.ts'

import type { Credential, Identity } from './caller.ts'

/** The parts of a request as the contract left them: checked, trimmed, defaults filled in. */
type Parts<Key extends EndpointKey> = {
  [
    part in 'params' | 'query' | 'headers' | 'body' as Endpoints[Key] extends {
      [name in part]: unknown
    }
      ? part
      : never
  ]: Endpoints[Key] extends { [name in part]: infer Schema extends z.ZodMiniType }
    ? z.output<Schema>
    : never
}

type Call = {
  now: Date
  /** The network address of who calls, for limits. */
  address: string
  /** As the browser calls itself; cut, because a caller may write a book. */
  user_agent: string | null
  /** Sets a header of the answer. */
  header: (name: string, value: string) => void
  /** Where the endpoint honours a key and it was sent: goes into the engine's command. */
  idempotency: Idempotency | undefined
}

/** What a call with an idempotency key needs besides: the key, and a place for the header that says it was replayed. */
export type KeyedCall = Pick<Call, 'idempotency' | 'header'>

type CallerOf<Key extends EndpointKey> = Endpoints[Key]['caller']
export type IdentifiedKey = {
  [Key in EndpointKey]: CallerOf<Key> extends keyof Identity ? Key : never
}[EndpointKey]

/** A handler that is told who calls. */
export type Handler<Key extends IdentifiedKey> = (
  call: Call & Parts<Key> & Identity[CallerOf<Key> & keyof Identity],
) => Promise<ResponseOf<Key>>

/** A handler whose own statement checks the credential, so that the request is one statement. It must refuse. */
export type CredentialHandler<Key extends EndpointKey> = (
  call: Call & Parts<Key> & { credential: Credential[CallerOf<Key>] },
) => Promise<ResponseOf<Key>>

/** Hooks around a handler. `before` throws to refuse the call; `refused` to answer with another refusal. */
export type Guard<Known> = {
  before: (call: Known) => Promise<void>
  refused: (call: Known, code: ErrorCode) => Promise<void>
}
export type GuardOf<Key extends IdentifiedKey> = Guard<
  Call & Parts<Key> & Identity[CallerOf<Key> & keyof Identity]
>

export type Route = {
  <Key extends IdentifiedKey>(key: Key, handler: Handler<Key>, guard?: GuardOf<Key>): void
  /** For the hot paths: the handler's statement checks who calls. */
  withCredential: <Key extends EndpointKey>(key: Key, handler: CredentialHandler<Key>) => void
}
