/** HTTP/1.1 over one keep-alive connection, one call at a time. It uses less CPU than a client library. */

import { once } from 'node:events'
import { connect } from 'node:net'

export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: object
}

/** Resolves to the response body. Throws an error with status and body unless the status is 2xx. */
export type Send = (call: Call) => Promise<string>

/** The connection keeps its process alive until `close`. */
export async function openConnection(address: string): Promise<{ send: Send; close: () => void }> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let waiting: (PromiseWithResolvers<string> & { call: Call }) | undefined
  let received = ''

  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const answer = readAnswer(received)
    if (!answer || !waiting) return
    const { resolve, reject, call } = waiting
    waiting = undefined
    received = ''
    if (answer.status < 300) resolve(answer.body)
    else reject(new Error(`${call.method} ${call.path}: ${answer.status} ${answer.body}`))
  })
  socket.on('close', () => waiting?.reject(new Error('the server closed a connection')))
  await once(socket, 'connect')
  return {
    send: (call) => {
      if (socket.destroyed) return Promise.reject(new Error('the server has closed the connection'))
      waiting = { ...Promise.withResolvers<string>(), call }
      socket.write(requestText(call))
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

/** Undefined until the whole response has arrived. */
function readAnswer(text: string): { status: number; body: string } | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
  const bodyStart = headEnd + 4
  if (text.length < bodyStart + length) return undefined
  return { status: Number(text.slice(9, 12)), body: text.slice(bodyStart) }
}

/** The body must be ASCII: content-length counts characters. */
export function requestText({ method, path, headers, body }: Call): string {
  const text = body ? JSON.stringify(body) : ''
  let head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n`
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`
  if (body) head += `content-type: application/json\r\ncontent-length: ${text.length}\r\n`
  return `${head}\r\n${text}`
}
