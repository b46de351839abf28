/** One open stream of a customer's intention and points (D5). A node holds thousands, so it is a class: closures take 1 kB more. */

import type { EventConnection, Intention } from '#contract/intention.ts'
import type { Clock } from '#contract/io/io.ts'

/** Shared by the streams of a node. */
export type Rhythm = {
  /** ms between heartbeats. */
  beat_ms: number
  /** Whether the node is overloaded. Heartbeats then read nothing. */
  isBusy: () => boolean
  timers: Clock
}

/** Sends the result of `change` at once, at every notification and with every heartbeat. */
export class StreamOfChanges {
  readonly #connection: EventConnection
  readonly #rhythm: Rhythm
  readonly #change: () => Promise<Intention | undefined>
  readonly #left: (stream: StreamOfChanges) => void
  readonly #cancelLife: () => void
  #cancelBeat: () => void
  #hasEnded = false
  /** The reads run one after the other. */
  #looking = Promise.resolve()
  /** A waiting read will see all earlier changes, so at most one read waits. */
  #isWaiting = false

  /**
   * `change` returns the change since its last call, if any, and throws when the session has ended. `life_ms`: the stream ends
   * after this time. `left` is called when it ends.
   */
  constructor(
    connection: EventConnection,
    rhythm: Rhythm,
    {
      change,
      life_ms,
      left,
    }: {
      change: () => Promise<Intention | undefined>
      life_ms: number
      left: (stream: StreamOfChanges) => void
    },
  ) {
    this.#connection = connection
    this.#rhythm = rhythm
    this.#change = change
    this.#left = left
    const end = () => this.end()
    this.#cancelBeat = rhythm.timers.after(rhythm.beat_ms, this.#beat)
    this.#cancelLife = rhythm.timers.after(life_ms, end)
    connection.once('close', end)
    connection.write(':\n\n')
    this.look()
  }

  /** Reads, and sends what has changed. */
  look(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#looking = this.#looking.then(() => this.#tell())
  }

  /** The event has no data, so an older portal ignores it. The portal then reads the balance by a call. */
  tellPoints(): void {
    if (!this.#hasEnded) this.#connection.write('event: points\n\n')
  }

  /** Called by the node, and when the client has gone. */
  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#cancelBeat()
    this.#cancelLife()
    this.#connection.end()
    this.#left(this)
  }

  async #tell(): Promise<void> {
    this.#isWaiting = false
    if (this.#hasEnded) return
    // Null: the session ended or the database is away. The portal polls meanwhile and connects again.
    const changed = await this.#change().catch(() => null)
    if (this.#hasEnded) return
    if (changed === null) this.end()
    else if (changed) this.#connection.write(`data: ${JSON.stringify(changed)}\n\n`)
  }

  readonly #beat = (): void => {
    const { timers, beat_ms, isBusy } = this.#rhythm
    this.#cancelBeat = timers.after(beat_ms, this.#beat)
    // The client has stopped reading, and `end` would wait for it. The portal connects again later.
    if (!this.#connection.write(':\n\n')) {
      this.#connection.destroy()
      this.end()
    } else if (!isBusy()) this.look()
  }
}
