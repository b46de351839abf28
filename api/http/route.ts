/** The handlers that slices register for endpoints of the contract, and the call that each receives. */

import type * as z from 'zod/mini'

import type { EndpointKey, Endpoints, ResponseOf } from '#contract/endpoints/endpoints.ts'
import type { ErrorCode } from '#contract/error.ts'
import type { Idempotency } from '#engine/command.ts'

import type { Credential, Identity } from './caller.ts'

/** The parts of a request after the contract's checks: trimmed, with defaults filled in. */
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
  /** The caller's IP address, for rate limits. */
  address: string
  /** The host of the request's address, with its port. */
  host: string
  /** The User-Agent header, cut to 300 characters, because a caller can send any length. */
  user_agent: string | null
  /** Sets a header of the answer. */
  header: (name: string, value: string) => void
  /** For the engine's command. Undefined when the endpoint takes no idempotency key or none was sent. */
  idempotency: Idempotency | undefined
}

/** The parts of a call that idempotent handlers need: the key, and `header` for Idempotent-Replayed. */
export type KeyedCall = Pick<Call, 'idempotency' | 'header'>

type CallerOf<Key extends EndpointKey> = Endpoints[Key]['caller']
export type IdentifiedKey = {
  [Key in EndpointKey]: CallerOf<Key> extends keyof Identity ? Key : never
}[EndpointKey]

/** A handler whose caller has been identified. */
export type Handler<Key extends IdentifiedKey> = (
  call: Call & Parts<Key> & Identity[CallerOf<Key> & keyof Identity],
) => Promise<ResponseOf<Key>>

/**
 * A handler whose own SQL statement checks the credential, so that the request is one statement. The statement
 * must refuse a bad credential.
 */
export type CredentialHandler<Key extends EndpointKey> = (
  call: Call & Parts<Key> & { credential: Credential[CallerOf<Key>] },
) => Promise<ResponseOf<Key>>

/** Hooks around a handler. `before` throws to refuse the call; `refused` throws to replace the handler's error code. */
export type Guard<Known> = {
  before: (call: Known) => Promise<void>
  refused: (call: Known, code: ErrorCode) => Promise<void>
}
export type GuardOf<Key extends IdentifiedKey> = Guard<
  Call & Parts<Key> & Identity[CallerOf<Key> & keyof Identity]
>

export type Route = {
  <Key extends IdentifiedKey>(key: Key, handler: Handler<Key>, guard?: GuardOf<Key>): void
  /** For hot paths: the handler's own statement checks the credential. */
  withCredential: <Key extends EndpointKey>(key: Key, handler: CredentialHandler<Key>) => void
}
