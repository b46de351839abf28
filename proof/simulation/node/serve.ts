/**
 * Answers a request as api/server/ does: caller, handler within its time, answer or error. The clients send what the contract allows, with
 * its defaults, so the check of bodies is left out.
 */

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { fingerprintOf } from '#api/http/idempotency.ts'
import { answerError, errorAnswerer } from '#api/server/error-answer.ts'
import { timeLeft } from '#api/server/time-left.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { endpoints } from '#contract/endpoints/endpoints.ts'
import type { EventWriter } from '#contract/intention.ts'
import type { Clock } from '#database/io.ts'
import { timeLimits } from '#database/sql.ts'
import { bytes } from '#engine/command.ts'

import type { Facts } from '../disk/facts.ts'
import type { HttpAnswer, HttpRequest } from './http.ts'
import { mailPath, sendMail } from './mail-route.ts'
import type { Matched, Routed } from './routes.ts'

type Server = {
  context: Context
  facts: Facts
  clock: Clock
  find: (method: string, path: string) => Matched | undefined
}

export async function serve(server: Server, request: HttpRequest): Promise<HttpAnswer> {
  const { context, facts, clock, find } = server
  const headers: Record<string, string> = {}
  try {
    if (request.path === `/api${mailPath}`) {
      await sendMail(context, JSON.parse(request.text!) as Parameters<typeof sendMail>[1])
      return { status: 204, headers, text: '' }
    }
    const found = find(request.method, request.path)
    if (!found) throw new ApiError('not_found')
    const { routed, params } = found
    const endpoint: Endpoint = endpoints[routed.key]
    const body = JSON.parse(request.text ?? 'null') as object | null
    const key = endpoint.idempotent ? request.headers['idempotency-key'] : undefined
    const call = {
      ...callerOf(facts, routed, request.headers['authorization'] ?? ''),
      params,
      body,
      query: {},
      now: context.clock(),
      address: '10.0.0.1',
      host: 'cafe.localhost',
      user_agent: null,
      header: (name: string, value: string) => void (headers[name] = value),
      idempotency:
        key === undefined
          ? undefined
          : { key, key_fingerprint: bytes(fingerprintOf(routed.key, params, body)) },
    }
    const answer = await timeLeft(timeLimits.answer_ms, clock)(routed.run(call, 'request'))
    return answerOf(endpoint, answer, headers)
  } catch (error) {
    return errorOf(context, error, headers)
  }
}

function answerOf(
  endpoint: Endpoint,
  answer: unknown,
  headers: Record<string, string>,
): HttpAnswer {
  if (typeof answer === 'function') {
    return { status: 200, headers, text: '', stream: answer as EventWriter }
  }
  if (answer === undefined) return { status: 204, headers, text: '' }
  return { status: endpoint.status ?? 200, headers, text: JSON.stringify(answer) }
}

/** The caller by its token or key. The schedules have no revoked ones, so their check in the database is left out. */
function callerOf(facts: Facts, { key, isIdentified }: Routed, authorization: string): object {
  const { caller, scope, action } = endpoints[key] as Endpoint & { action?: string }
  const token = authorization.slice('Bearer '.length)
  if (caller === 'partner') {
    const till = facts.keys.find((one) => one.key === token)!
    const { company_id } = till
    if (isIdentified) return { company_id, partner_key_id: till.id }
    const key_hash = Buffer.from(till.hash, 'hex')
    return { credential: { company_id, key_hash, scope, address: null } }
  }
  if (caller === 'staff') {
    const { id, name, company_id, token_hash } = facts.staff.find((one) => one.id === token)!
    const staff = { id, name, email: 'a@exemplo.com.br', role: 'owner', shops: [] }
    return { company_id, token_hash, staff, factor_at: null, is_blocked: false, action }
  }
  const { id, company_id, token_hash } = facts.people.find((one) => one.token === token)!
  return isIdentified
    ? { company_id, customer_id: id, token_hash }
    : { credential: { company_id, token_hash, id_token: null } }
}

/** Lets the product's handler of errors write its answer. */
function errorOf(context: Context, error: unknown, headers: Record<string, string>): HttpAnswer {
  const answer: HttpAnswer = { status: 500, headers, text: '' }
  const reply = {
    header: (name: string, value: unknown) => {
      headers[name] = String(value)
      return reply
    },
    code: (status: number) => {
      answer.status = status
      return reply
    },
    type: () => reply,
    serializer: () => reply,
    send: (body: object) => {
      answer.text = JSON.stringify(body)
      return reply
    },
  }
  const fastify = reply as unknown as FastifyReply
  if (error instanceof ApiError) answerError(fastify, error)
  else {
    const request = { id: 'request' } as FastifyRequest
    errorAnswerer(context.log, () => undefined)(error as ApiError, request, fastify)
  }
  return answer
}
