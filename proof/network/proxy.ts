/** The network between a node and PostgreSQL: it forwards, and breaks in one way at a time. */

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import type { Random } from '../traffic/random.ts'
import { type Direction, Link, type LinkFault } from './link.ts'

export const faultKinds = [
  'reset before COMMIT',
  'reset after COMMIT',
  'half-open before COMMIT',
  'half-open after COMMIT',
  'latency of 2 s',
  'cut to the database',
  'cut from the database',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** The delay of each direction of `latency of 2 s`. */
const latency_ms = 1_000
/** A cut comes within this many bytes: a batch and its answer have some thousand. */
const longestCut = { to: 4_000, from: 8_000 }

export type Proxy = {
  /** The database's URL through the proxy. */
  url: string
  /** Puts a fault on every link, also on those that open until `mend`. */
  strike: (kind: FaultKind, random: Random) => void
  /** Takes the fault off the links that it has not broken. */
  mend: () => void
  /** Closes the links that are silent, so that the database ends their sessions. */
  closeBroken: () => void
  close: () => Promise<void>
}

/** `databaseUrl`: postgresql://…@host:port/name. */
export async function openProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl)
  const links = new Set<Link>()
  const broken = new Set<Link>()
  /** Returns the fault of a link; null: the network works. */
  let nextFault: (() => LinkFault) | null = null
  const server = createServer((client) => {
    const link = new Link(client, { host: target.hostname, port: Number(target.port) })
    links.add(link)
    put(link)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  function put(link: Link): void {
    if (!nextFault) return
    link.fault = nextFault()
    link.broken = () => {
      links.delete(link)
      broken.add(link)
    }
  }

  function strike(kind: FaultKind, random: Random): void {
    for (const link of links) if (link.isClosed) links.delete(link)
    nextFault = () => faultOf[kind](random)
    links.forEach(put)
  }

  function mend(): void {
    nextFault = null
    for (const link of links) link.fault = null
  }

  function closeBroken(): void {
    for (const link of broken) link.close()
    broken.clear()
  }

  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    strike,
    mend,
    closeBroken,
    close: async () => {
      closeBroken()
      for (const link of links) link.close()
      server.close()
      await once(server, 'close')
    },
  }
}

function cutAt(direction: Direction, bytes: number): LinkFault {
  return { cut: { direction, bytes } }
}

const faultOf: Record<FaultKind, (random: Random) => LinkFault> = {
  'reset before COMMIT': () => ({ atCommit: 'before', breaks: 'reset' }),
  'reset after COMMIT': () => ({ atCommit: 'after', breaks: 'reset' }),
  'half-open before COMMIT': () => ({ atCommit: 'before', breaks: 'silence' }),
  'half-open after COMMIT': () => ({ atCommit: 'after', breaks: 'silence' }),
  'latency of 2 s': () => ({ delay_ms: latency_ms }),
  'cut to the database': (random) => cutAt('to database', random.integer(0, longestCut.to)),
  'cut from the database': (random) => cutAt('from database', random.integer(0, longestCut.from)),
}
