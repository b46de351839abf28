/** The typed client of the console: one call with its time limit, its retries, its questions and one kind of error. */

import { company } from '#console/company/company.ts'
import { type Me, staffHeader } from '#contract/console/staff.ts'
import type { AdminKey, RequestOf, ResponseOf } from '#contract/endpoints/endpoints.ts'
import type { ErrorBody } from '#contract/error.ts'
import { filledPath } from '#contract/request/path.ts'
import { failureOf, RequestFailure } from '#contract/request/request-failure.ts'
import { fileOf, send, withRetries } from '#contract/request/send.ts'

import { ask, type PromptKind } from './prompt.ts'
import { queryClient } from './query-client.ts'
import { isRepeatable } from './repeatable.ts'

type RequestParts = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

/** The arguments after the endpoint's name. */
export type Rest<Key extends AdminKey> = keyof RequestOf<Key> extends never
  ? []
  : object extends RequestOf<Key>
    ? [RequestOf<Key>?]
    : [RequestOf<Key>]

/**
 * Calls an endpoint. Throws RequestFailure. If the session has ended or a fresh second factor is needed, it asks the person
 * over the open screen and repeats the call. The repeat is safe, because the server refused the first call before any work.
 */
export async function api<Key extends AdminKey>(
  key: Key,
  ...sent: Rest<Key>
): Promise<ResponseOf<Key>> {
  for (let refusals = 1; ; refusals += 1) {
    try {
      return await apiWithoutPrompt(key, ...sent)
    } catch (error) {
      const prompt = promptFor(error)
      if (!prompt) throw error
      // A second factor gives the browser a new cookie. A call that was on its way meanwhile had the old one.
      if (prompt === 'sign-in' && refusals === 1) continue
      if (!(await ask(prompt))) throw error
    }
  }
}

/** Calls an endpoint as `api` does, but throws if the session has ended, for the calls of the sign-in itself. */
export async function apiWithoutPrompt<Key extends AdminKey>(
  key: Key,
  ...[sent]: Rest<Key>
): Promise<ResponseOf<Key>> {
  const { url, request } = requestOf(key, sent ?? {})
  const shown = queryClient.getQueryData<Me>(['GET /admin/me'])
  // This read asks who is here now.
  if (shown && key !== 'GET /admin/me') request.headers[staffHeader] = shown.staff.id
  const answer = await withRetries(isRepeatable(key), () => attempt(url, request))
  return answer as ResponseOf<Key>
}

const prompts: Record<string, PromptKind> = {
  unauthenticated: 'sign-in',
  second_factor_required: 'second-factor',
  fresh_factor_required: 'second-factor',
}

function promptFor(error: unknown): PromptKind | undefined {
  return error instanceof RequestFailure ? prompts[error.type] : undefined
}

/** The parts of a call as `fetch` takes them, and as 'Ver como API' shows them. */
export function requestOf(key: AdminKey, { params, query, body }: RequestParts) {
  const [method, path] = key.split(' ') as [string, string]
  const request = {
    method,
    headers: {
      'company-id': company.id,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    } as Record<string, string>,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  return {
    url: `/api${filledPath(path, { ...(params && { params }), ...(query && { query }) })}`,
    request,
  }
}

async function attempt(url: string, request: RequestInit): Promise<unknown> {
  const response = await send(url, request)
  if (response.status === 204) return undefined
  if (response.ok && response.headers.get('content-disposition')?.startsWith('attachment')) {
    return fileOf(response)
  }
  // A proxy's page or a truncated answer is no JSON. Then only its status is known.
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && body !== undefined) return body
  throw failureOf(response, body as Partial<ErrorBody> | undefined)
}
