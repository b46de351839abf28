/** A company's own server, in a process of its own: answers every webhook 200 at once. Tells its parent its port. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceiverTold = { port: number }

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, { 'content-length': 0 }).end())
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send!({ port } satisfies ReceiverTold)
})
process.on('disconnect', () => process.exit())
