/** The environment of a test file: a database, two companies, a clock that the test moves, and calls through HTTP. */

import type pg from 'pg'

import type { AppOptions } from '#api/app.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'

import { newCpf } from '../samples/cpf.ts'
import { callersOf, send } from './callers.ts'
import { type NodeOptions, startNodes } from './nodes.ts'
import {
  type Answer,
  asCustomer,
  asGuest,
  asPartner,
  errorOf,
  registration,
  sale,
  type Sent,
} from './people.ts'
import type { TestCompany } from './test-company.ts'

export { asCustomer, asGuest, asPartner, errorOf, newCpf, registration, sale }
export type { Answer, Sent, TestCompany }

/** Call it once at the top of a test file. */
export async function createWorld(options: NodeOptions = {}) {
  let present = new Date('2026-11-20T15:00:00Z')
  const now = () => present
  const { startNode, ...node } = await startNodes(options, now)
  const callers = callersOf(node, node.app, now)

  /** Starts a node on the pool `own` with `secret` and further options. */
  async function nodeWith(own?: pg.Pool, secret?: ServerSecret, options?: AppOptions) {
    const app = await startNode(own, secret, options)
    return { app, call: (key: EndpointKey, sent: Sent = {}) => send(app, key, sent) }
  }

  /** Starts a second node on the same database, and returns `call` through it. */
  async function anotherNode(): Promise<typeof callers.call> {
    return (await nodeWith()).call
  }

  return {
    ...node,
    ...callers,
    cafe: await callers.createCompany('cafe', {}),
    posto: await callers.createCompany('posto', {
      calculation_rules: [{ name: 'Cashback', type: 'PERCENTAGE', rate: 5 }],
    }),
    anotherNode,
    nodeWith,
    now,
    moveClock: (to: string) => void (present = new Date(to)),
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>
