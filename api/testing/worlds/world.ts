/** The environment of a test file: a database, two companies, a clock that the test moves, and calls through HTTP. */

import type { FastifyInstance, InjectOptions } from 'fastify'
import type pg from 'pg'

import type { AppOptions } from '#api/app.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import type { CredentialTexts } from '#api/wallet/stored-credential.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'

import { newCpf } from '../samples/cpf.ts'
import { type NodeOptions, startNodes } from './nodes.ts'
import { addressOf, type Answer, newAddress, peopleOf, type Sent } from './people.ts'
import { applyTestCompany, type TestCompany } from './test-company.ts'

export { newCpf }
export {
  asCustomer,
  asGuest,
  asPartner,
  errorOf,
  registration,
  sale,
  type Answer,
  type Sent,
} from './people.ts'
export type { TestCompany }

/** Call it once at the top of a test file. */
export async function createWorld(options: NodeOptions = {}) {
  let present = new Date('2026-11-20T15:00:00Z')
  const now = () => present
  const { startNode, ...node } = await startNodes(options, now)
  const { app, database } = node

  /**
   * Creates a company from the smallest valid company file with `changes`, or applies the file again. The lines of the
   * company's text files are in `codes`, and the texts of its files for wallets in `credentials`.
   */
  const createCompany = (
    slug: string,
    changes: object,
    codes: Record<string, string[]> = {},
    credentials: CredentialTexts = new Map(),
  ) => applyTestCompany(node, { slug, changes, codes, credentials }, now())

  /** Any call of the contract, through HTTP, without checks on the client's side. */
  const call = (key: EndpointKey, sent: Sent = {}) => send(app, key, sent)

  /** Starts a node on the pool `own` with `secret` and further options. */
  async function nodeWith(own?: pg.Pool, secret?: ServerSecret, options?: AppOptions) {
    const app = await startNode(own, secret, options)
    return { app, call: (key: EndpointKey, sent: Sent = {}) => send(app, key, sent) }
  }

  /** Starts a second node on the same database, and returns `call` through it. */
  async function anotherNode(): Promise<typeof call> {
    return (await nodeWith()).call
  }

  return {
    ...node,
    cafe: await createCompany('cafe', {}),
    posto: await createCompany('posto', {
      calculation_rules: [{ name: 'Cashback', type: 'PERCENTAGE', rate: 5 }],
    }),
    createCompany,
    call,
    anotherNode,
    nodeWith,
    ...peopleOf(database, call, now),
    now,
    moveClock: (to: string) => void (present = new Date(to)),
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>

async function send(app: FastifyInstance, key: EndpointKey, sent: Sent): Promise<Answer> {
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
