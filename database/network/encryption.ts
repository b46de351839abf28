/** Refuses a connection to the database that crosses the Internet in the clear. */

import type { Socket } from 'node:net'

import type pg from 'pg'

import { isPublic } from './public-address.ts'

/**
 * Throws when the pool's connections cross the Internet without TLS. The message is a predicate; the caller adds the subject. A
 * private network is the operator's: a database in a container beside the node has no certificate.
 */
export async function verifyEncryption(pool: pg.Pool): Promise<void> {
  const connection = await pool.connect()
  const socket = socketOf(connection)
  connection.release()
  refusePlain(socket)
}

/** A path of this machine, such as a Unix socket, has no `remoteAddress`. */
export function refusePlain({
  encrypted = false,
  remoteAddress: address,
}: {
  encrypted?: boolean
  remoteAddress?: string | undefined
}): void {
  if (encrypted || address === undefined || !isPublic(address)) return
  throw new Error(
    `the connection to ${address} crosses the Internet without TLS: add ?sslmode=verify-full.`,
  )
}

/** pg has no public name for the socket of a connection. `encrypted`: as tls.TLSSocket says. */
function socketOf(connection: pg.PoolClient): Socket & { encrypted?: boolean } {
  return (connection as unknown as { connection: { stream: Socket } }).connection.stream
}
