/** Limits on sockets: their number, their number per network, and the time limits after which one is destroyed (T20). */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'

import proxyaddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { networkOf } from '#api/http/network.ts'
import { warningSummary } from '#api/log/warning-summary.ts'

export type ConnectionLimits = {
  /** Open connections of this process. */
  maxConnections: number
  /** Open connections from one IPv4 address or one IPv6 /64. Addresses of TRUSTED_PROXIES have no such limit. */
  maxConnectionsPerAddress: number
  /**
   * Maximum requests of one connection that wait for their answers. Browsers and proxies send the next request after the answer.
   * A client that sends thousands at once and reads nothing would fill the memory with answers.
   */
  maxPipelined: number
  /**
   * Connections that the system holds until the process accepts them. When it is full, the next connections wait 1 s and longer, and
   * some are reset. All phones of a node that has stopped come to the next one at once. Linux allows at most `net.core.somaxconn`.
   */
  backlog: number
  /** From the first byte, or from the connection, to the end of the headers. */
  headers_ms: number
  /** From the first byte, or from the connection, to the end of the body. */
  request_ms: number
  /**
   * Time without a byte in either direction. It exceeds the longest call (22 s) and the 25 s between two heartbeats of a
   * stream.
   */
  stall_ms: number
  /** The time a socket stays open after the answer to a malformed or late request. */
  linger_ms: number
}

export const connectionLimits: ConnectionLimits = {
  maxConnections: 20_000,
  maxConnectionsPerAddress: 512,
  maxPipelined: 16,
  backlog: 4_096,
  headers_ms: 10_000,
  request_ms: 20_000,
  stall_ms: 45_000,
  linger_ms: 1_000,
}

/** File descriptors for the database, the portal's files and the log. Without one a process cannot reconnect to its database. */
const reservedFiles = 500

/** `maxConnections`, or less where this process may open fewer files (`ulimit -n`). */
export function affordableConnections(): number {
  const { maxConnections } = connectionLimits
  // excludeNetwork: otherwise the report looks up the name of each peer. Node's types do not know this property yet.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { userLimits?: { openFiles?: { soft: unknown } } }
  const files = Number(report.userLimits?.openFiles?.soft)
  // Not a number: Windows reports no limit, and a limit may be the word 'unlimited'.
  if (!Number.isFinite(files)) return maxConnections
  return Math.max(100, Math.min(maxConnections, files - reservedFiles))
}

/**
 * Closes connections beyond the limits without an answer, because an answer would cost as much as the call. Returns the function
 * that writes the warnings that are due.
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxConnectionsPerAddress }: ConnectionLimits,
  { trustedProxies, log }: { trustedProxies: string[]; log: Logger },
): () => void {
  const isProxy = proxyaddr.compile(trustedProxies)
  const openConnections = new Map<string, number>()
  const warnings = warningSummary(log, 'connections refused')
  server.maxConnections = maxConnections
  server.on('drop', () => warnings.count('too many'))
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // Undefined: the peer has already disconnected.
    if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return
    const network = networkOf(remoteAddress)
    const open = openConnections.get(network) ?? 0
    if (open >= maxConnectionsPerAddress) {
      warnings.count('too many from one address')
      socket.destroy()
      return
    }
    openConnections.set(network, open + 1)
    const leave = () => {
      if (!socket.destroyed) {
        // An event stream has taken the open socket from the HTTP server, with all its listeners (event-stream.ts).
        process.nextTick(() => socket.once('close', leave))
        return
      }
      const remaining = openConnections.get(network)! - 1
      if (remaining > 0) openConnections.set(network, remaining)
      else openConnections.delete(network)
    }
    socket.once('close', leave)
  })
  return warnings.flush
}

/** Destroys a connection on which more than `maxPipelined` requests wait. It must be the first hook of the app. */
export function limitPipelining(
  app: FastifyInstance,
  { maxPipelined }: Pick<ConnectionLimits, 'maxPipelined'>,
): void {
  const waiting = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const count = (waiting.get(socket) ?? 0) + 1
    if (count > maxPipelined) {
      // Node has already read the other requests of the same packet. They get no answer either.
      socket.destroy()
      reply.hijack()
      return
    }
    waiting.set(socket, count)
    reply.raw.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
    done()
  })
}

/**
 * Sends the last bytes of a connection and destroys it `linger_ms` later. The method `end` alone leaves the socket open until
 * the peer closes its side. The method `destroy` alone may reset the connection before the peer has read the answer.
 */
export function endConnection(socket: Socket, answer: string, linger_ms: number): void {
  socket.end(answer)
  const timer = setTimeout(() => socket.destroy(), linger_ms).unref()
  socket.once('close', () => clearTimeout(timer))
}
