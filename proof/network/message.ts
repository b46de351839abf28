/** The messages of PostgreSQL's protocol (version 3): a type of one byte, a length of four bytes, and a body. */

export type Message = {
  /** Empty: the start-up packet, which has no type. */
  type: string
  body: Buffer
  /** The message as it was sent. */
  bytes: Buffer
}

/** Collects one direction of a connection and returns the messages that are complete. */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0)
  #isStart: boolean

  /** `from`: the client's first message is the start-up packet. */
  constructor(from: 'client' | 'server') {
    this.#isStart = from === 'client'
  }

  read(bytes: Buffer): Message[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const messages: Message[] = []
    for (let message = this.#next(); message; message = this.#next()) messages.push(message)
    return messages
  }

  #next(): Message | undefined {
    const lengthAt = this.#isStart ? 0 : 1
    if (this.#rest.length < lengthAt + 4) return undefined
    // The length counts itself and the body.
    const end = lengthAt + this.#rest.readUInt32BE(lengthAt)
    if (this.#rest.length < end) return undefined
    const bytes = this.#rest.subarray(0, end)
    this.#rest = this.#rest.subarray(end)
    const type = bytes.toString('latin1', 0, lengthAt)
    this.#isStart = false
    return { type, body: bytes.subarray(lengthAt + 4), bytes }
  }
}

/** The zero-terminated texts at the beginning of a body. */
export function textsOf(body: Buffer, count: number): string[] {
  const texts: string[] = []
  let from = 0
  while (texts.length < count) {
    const end = body.indexOf(0, from)
    if (end === -1) break
    texts.push(body.toString('utf8', from, end))
    from = end + 1
  }
  return texts
}
