/** A company's webhook receiver in a separate process. It answers 200 at once and sends its port to its parent. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceiverReady = { port: number }

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, { 'content-length': 0 }).end())
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send!({ port } satisfies ReceiverReady)
})
process.on('disconnect', () => process.exit())
