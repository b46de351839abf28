/** A node on a database of its own, with clients that name their addresses: for proofs that judge answers. */

import type pg from 'pg'

import { openPool } from '#database/sql.ts'

import {
  type Node,
  openDatabase,
  patientLimits,
  type ProofDatabase,
  startNode,
} from '../node/node.ts'
import type { Stage } from '../proof.ts'
import { type Connections, openConnections } from './connection.ts'

export type Served = {
  database: ProofDatabase
  node: Node
  connections: Connections
  /** A pool as the owner of the database, which reads what the node's role may not. */
  owner: pg.Pool
}

type Options = {
  /** Connections of the node to the database. */
  nodeConnections: number
  /** Connections of the clients to the node. */
  clients: number
  /** Gets each line of the node's log. */
  onLine?: (line: string) => void
}

/** Opens all, and the stage that `open` makes of it. An error closes what is open. */
export async function serve(
  { nodeConnections, clients, onLine }: Options,
  open: (served: Served) => Promise<Stage['chunk']>,
): Promise<Stage> {
  await using opening = new AsyncDisposableStack()
  const database = await openDatabase()
  opening.defer(database.close)
  const node = await startNode(database, {
    url: database.url,
    connections: nodeConnections,
    trustedProxies: ['127.0.0.1'],
    ...(onLine && { onLine }),
  })
  opening.defer(node.close)
  const owner = openPool(database.ownerUrl, 4, patientLimits)
  opening.defer(() => owner.end())
  const connections = openConnections(node.address, clients)
  opening.defer(connections.close)
  const chunk = await open({ database, node, connections, owner })
  const opened = opening.move()
  return { chunk, close: () => opened.disposeAsync() }
}
