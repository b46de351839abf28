/** A network between a node and PostgreSQL that can go silent: it stops forwarding and closes no connection. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The silenced directions: both, or only the answers. With 'answers' the database still executes the statements. */
export type Silence = 'everything' | 'answers'

type Connection = { client: Socket; database: Socket; silence: Silence | null }

/** A proxy in front of `databaseUrl`, postgres://…@host:port/name. */
export async function silentProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const connections = new Set<Connection>()
  let silence: Silence | null = null
  let cue: { what: Silence; text: string } | null = null

  function goSilent(what: Silence): void {
    silence = what
    for (const connection of connections) connection.silence = what
  }

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    const connection = { client, database, silence }
    connections.add(connection)
    client.on('data', (bytes) => {
      if (!cue || !bytes.includes(cue.text)) return
      goSilent(cue.what)
      cue = null
    })
    forward(client, database, () => connection.silence !== 'everything')
    forward(database, client, () => connection.silence === null)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    /** The address of the database through the proxy. */
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    /** Silences open and new connections. */
    goSilent,
    /** Silences them at the next message to the database that contains `text`. */
    goSilentAt: (text: string, what: Silence) => void (cue = { what, text }),
    /** Forwards new connections again. Silent connections stay silent, like half-open ones. */
    restore: () => void (silence = null),
    close: async () => {
      for (const { client, database } of connections) {
        client.destroy()
        database.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}

function forward(from: Socket, to: Socket, isHeard: () => boolean): void {
  from.on('data', (bytes) => void (isHeard() && to.write(bytes)))
  // A silent network does not forward a close.
  from.on('close', () => void (isHeard() && to.destroy()))
  // Without a listener, an error would end the process.
  from.on('error', () => undefined)
}
