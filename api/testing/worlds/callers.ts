/** What a test or a proof does with a node: it creates companies, customers and tills, and calls the node through HTTP. */

import type { FastifyInstance, InjectOptions } from 'fastify'

import type { SealedDatabase } from '#api/context/context.ts'
import type { CredentialTexts } from '#api/wallet/stored-credential.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'

import { addressOf, type Answer, newAddress, peopleOf, type Sent } from './people.ts'
import { applyTestCompany } from './test-company.ts'

/** `now`: the present time of the node. */
export function callersOf(sealed: SealedDatabase, app: FastifyInstance, now: () => Date) {
  /**
   * Creates a company from the smallest valid company file with `changes`, or applies the file again. The lines of the
   * company's text files are in `codes`, and the texts of its files for wallets in `credentials`.
   */
  const createCompany = (
    slug: string,
    changes: object,
    codes: Record<string, string[]> = {},
    credentials: CredentialTexts = new Map(),
  ) => applyTestCompany(sealed, { slug, changes, codes, credentials }, now())

  /** Any call of the contract, through HTTP, without checks on the client's side. */
  const call = (key: EndpointKey, sent: Sent = {}) => send(app, key, sent)

  return { createCompany, call, ...peopleOf(sealed.database, call, now) }
}

/** The answer of a node to a call of the contract. */
export async function send(app: FastifyInstance, key: EndpointKey, sent: Sent): Promise<Answer> {
  const request: InjectOptions = {
    method: key.split(' ')[0] as 'GET',
    url: addressOf(key, sent),
    headers: sent.headers ?? {},
    remoteAddress: sent.address ?? newAddress(),
    ...(sent.body !== undefined && { payload: sent.body as object }),
  }
  const { statusCode, body, headers } = await app.inject(request)
  const isJson = String(headers['content-type']).startsWith('application/json')
  return {
    status: statusCode,
    text: body,
    headers: headers as Answer['headers'],
    body: isJson ? JSON.parse(body) : undefined,
  }
}
