/** One connection from a node to PostgreSQL, through the proxy. It knows where a request ends and which request commits. */

import { connect, type Socket } from 'node:net'

import { MessageReader, textsOf } from './message.ts'

export type Direction = 'to database' | 'from database'

/** What a fault does with a link. Each part is undefined if the fault leaves it alone. */
export type LinkFault = {
  /** At the next COMMIT: before the database gets it, or after the database has answered it. */
  atCommit?: 'before' | 'after'
  /** How the link breaks at the COMMIT: by a reset of both sides, or by silence without one. */
  breaks?: 'reset' | 'silence'
  /** Resets the link after this many further bytes in one direction. */
  cut?: { direction: Direction; bytes: number }
  /** ms that each direction delays what it forwards. */
  delay_ms?: number
}

/** A message that waits for the end of its delay. */
type Delayed = { due_ms: number; send: () => void }

/** Statements outside a transaction that commit by themselves: the engine's batches, and single writes. */
const writes = /\bapply\(|\b(insert into|update|delete from)\b/

export class Link {
  fault: LinkFault | null = null
  /** Is called when a fault has broken the link. */
  broken: () => void = () => undefined
  isClosed = false
  readonly #client: Socket
  readonly #database: Socket
  readonly #statements = new Map<string, string>()
  readonly #delayed: Record<Direction, Delayed[]> = { 'to database': [], 'from database': [] }
  #request: Buffer[] = []
  #text = ''
  #isInTransaction = false
  /** The fault that strikes once the database has answered a COMMIT. The client will not get that answer. */
  #afterCommit: LinkFault | null = null
  #isSilent = false

  constructor(client: Socket, target: { host: string; port: number }) {
    this.#client = client
    this.#database = connect(target)
    const requests = new MessageReader('client')
    const answers = new MessageReader('server')
    client.on('data', (bytes) => {
      for (const message of requests.read(bytes)) this.#receive(message)
    })
    this.#database.on('data', (bytes) => {
      for (const message of answers.read(bytes)) this.#answer(message)
    })
    for (const [one, other] of [
      [client, this.#database],
      [this.#database, client],
    ] as const) {
      one.on('close', () => {
        this.isClosed = true
        // A silent network does not forward a close.
        if (!this.#isSilent) other.destroy()
      })
      // Without a listener, an error would end the process.
      one.on('error', () => undefined)
    }
  }

  /** Ends the link, also a silent one, and so the database's session. */
  close(): void {
    this.#client.destroy()
    this.#database.destroy()
  }

  /** Collects the messages of a request until its end: Sync, a simple query, or a message of the start-up. */
  #receive({ type, body, bytes }: ReturnType<MessageReader['read']>[number]): void {
    if (type === 'P') {
      const [name, text] = textsOf(body, 2) as [string, string]
      this.#statements.set(name, text)
      this.#text = text
    } else if (type === 'B') {
      const [, name] = textsOf(body, 2) as [string, string]
      this.#text = this.#statements.get(name) ?? this.#text
    } else if (type === 'Q') {
      this.#text = textsOf(body, 1)[0]!
    }
    this.#request.push(bytes)
    // Parse, Bind, Describe, Execute, Close and Flush are followed by a Sync.
    if (/^[PBDECH]$/.test(type)) return
    const request = { text: this.#text, bytes: Buffer.concat(this.#request) }
    this.#request = []
    this.#text = ''
    this.#forwardRequest(request)
  }

  #forwardRequest({ text, bytes }: { text: string; bytes: Buffer }): void {
    const isCommit = text === 'commit' || (!this.#isInTransaction && writes.test(text))
    if (isCommit && this.fault?.atCommit === 'before') return this.#break(this.fault)
    if (isCommit && this.fault?.atCommit === 'after') this.#afterCommit = this.fault
    this.#send('to database', bytes)
  }

  #answer({ type, body, bytes }: ReturnType<MessageReader['read']>[number]): void {
    if (type === 'Z') this.#isInTransaction = body.toString('latin1') !== 'I'
    if (!this.#afterCommit) return this.#send('from database', bytes)
    if (type === 'Z') this.#break(this.#afterCommit)
  }

  #break({ breaks }: LinkFault): void {
    this.fault = null
    if (breaks === 'silence') this.#isSilent = true
    else this.#reset()
    this.broken()
  }

  #reset(): void {
    this.#client.resetAndDestroy()
    this.#database.resetAndDestroy()
  }

  #send(direction: Direction, bytes: Buffer): void {
    if (this.#isSilent) return
    const to = direction === 'to database' ? this.#database : this.#client
    const { cut, delay_ms = 0 } = this.fault ?? {}
    if (cut?.direction === direction) {
      cut.bytes -= bytes.length
      if (cut.bytes <= 0) {
        // The bytes before the cut arrive.
        to.write(bytes.subarray(0, bytes.length + cut.bytes), () => this.#reset())
        this.fault = null
        this.#isSilent = true
        return this.broken()
      }
    }
    const delayed = this.#delayed[direction]
    if (delay_ms === 0 && delayed.length === 0) {
      to.write(bytes)
      return
    }
    delayed.push({ due_ms: performance.now() + delay_ms, send: () => to.write(bytes) })
    if (delayed.length === 1) this.#sendWhenDue(delayed)
  }

  /** Sends one after the other. A timer for each would change their order: two timers of different lengths may end in either order. */
  #sendWhenDue(delayed: Delayed[]): void {
    for (let next = delayed[0]; next && !this.isClosed; next = delayed[0]) {
      const wait_ms = next.due_ms - performance.now()
      if (wait_ms > 0) {
        setTimeout(() => this.#sendWhenDue(delayed), wait_ms)
        return
      }
      delayed.shift()
      next.send()
    }
  }
}
