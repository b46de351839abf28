/** Sends an event stream on the bare socket, because Node's HTTP objects would take 15 kB for each open stream. */

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { EventConnection, EventWriter } from '#contract/intention.ts'

import { connectionLimits, endConnection } from './connections.ts'

/** The listeners of Node's HTTP server that read a connection's next request. */
const readingEvents = ['data', 'end', 'drain', 'error', 'timeout', 'close', 'resume', 'pause']

/** Answers with the events that `write` sends. */
export function writeEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  write: EventWriter,
): FastifyReply {
  reply.hijack()
  request.leave?.()
  const { raw } = reply
  if (request.method === 'HEAD') {
    raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
    raw.end()
    return reply
  }
  const { socket } = raw
  if (!socket || socket.destroyed) {
    // The client has gone, or the answer to an earlier request of the connection is not sent yet: no browser sends the next one before.
    request.raw.socket.destroy()
    return reply
  }
  if (!release(raw, socket)) {
    socket.destroy()
    return reply
  }
  socket.write(headOf(reply))
  write(new SocketConnection(socket))
  return reply
}

/** The body has no length, so it ends with the connection (RFC 9112, 6.3). */
function headOf(reply: FastifyReply): string {
  const headers = { ...reply.getHeaders(), date: new Date().toUTCString(), connection: 'close' }
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}\r\n`),
  )
  return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`
}

/**
 * Takes the socket from Node's HTTP server. For the server and for the hooks of the app the request ends here. The server frees its
 * parser (10 kB) only when a socket has closed, so this emits that event while the socket is open. `limitConnections` asks the socket
 * itself. A stopping node must end its streams, because the server no longer knows their connections.
 *
 * Returns false if another request waits on the socket. Then the caller must destroy it, so that no other answer is in the stream.
 */
function release(response: ServerResponse, socket: Socket & { _httpMessage?: unknown }): boolean {
  // At the end of a request Node gives the socket to the next response, which writes what it holds. Corked, none of it is sent.
  socket.cork()
  response.emit('finish')
  // Node's own field. A count in a hook would miss a path that no router can decode, because no hook runs for it.
  if (socket._httpMessage) return false
  socket.uncork()
  socket.emit('close')
  for (const event of readingEvents) socket.removeAllListeners(event)
  // The heartbeats notice a client that reads nothing, and TCP one that has gone.
  socket.setTimeout(0)
  socket.on('error', () => undefined)
  // Node's HTTP server leaves a socket half open when its client ends it.
  socket.once('end', () => socket.destroy())
  // What the client still sends is dropped. Without reading, its end would not be noticed.
  socket.resume()
  return true
}

/** A class, because a node holds thousands of them. */
class SocketConnection implements EventConnection {
  readonly #socket: Socket

  constructor(socket: Socket) {
    this.#socket = socket
  }

  write(text: string): boolean {
    return this.#socket.write(text)
  }

  end(): void {
    endConnection(this.#socket, '', connectionLimits.linger_ms)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  once(event: 'close', left: () => void): void {
    this.#socket.once(event, left)
  }
}
