/**
 * Virtual time: a queue of events that run one after the other, each at its instant. Nothing waits: the clock jumps to the next event.
 * Everything that a program does after an event, in promises, ends before the next event. So the order of all work depends on the
 * seed alone.
 */

import { Chance } from './chance.ts'
import { Trace } from './trace.ts'

type Event = {
  at_ms: number
  /** A random number, so that events of one instant have no fixed order. */
  tie: number
  label: string
  work: (() => void) | undefined
}

/** Why a run has ended. 'empty': no event is left. 'late': the limit of time or events is reached. */
export type End = 'done' | 'empty' | 'late'

export class Timeline {
  now_ms = 0
  /** Events that have run. */
  count = 0
  readonly chance: Chance
  readonly trace: Trace
  readonly #events: Event[] = []

  constructor(seed: number, isRecorded = false) {
    this.chance = new Chance(seed)
    this.trace = new Trace(isRecorded)
  }

  /** Runs `work` after `wait_ms`. Returns a function that cancels it. */
  after(wait_ms: number, label: string, work: () => void): () => void {
    const event: Event = {
      at_ms: this.now_ms + Math.max(0, wait_ms),
      tie: this.chance.bits(),
      label,
      work,
    }
    this.#push(event)
    return () => {
      event.work = undefined
    }
  }

  /** A promise that resolves after `wait_ms`. */
  wait(wait_ms: number, label: string): Promise<void> {
    return new Promise((resolve) => this.after(wait_ms, label, resolve))
  }

  /** Runs events until `isDone`. `limit`: virtual milliseconds from now, and events. */
  run(isDone: () => boolean, limit: { ms: number; events: number }): Promise<End> {
    const last_ms = this.now_ms + limit.ms
    const most = this.count + limit.events
    return new Promise((resolve, reject) => {
      const next = () => process.nextTick(step)
      const step = () => {
        if (isDone()) return resolve('done')
        const event = this.#pop()
        if (!event) return resolve('empty')
        if (event.at_ms > last_ms || this.count >= most) {
          this.#push(event)
          return resolve('late')
        }
        this.now_ms = event.at_ms
        this.count += 1
        this.trace.add(event.at_ms, event.label)
        try {
          event.work!()
        } catch (error) {
          return reject(error)
        }
        // Node empties the queue of microtasks before the next tick. So every promise of this event has settled by then, and
        // this costs less than a turn of the event loop.
        return queueMicrotask(next)
      }
      process.nextTick(step)
    })
  }

  #push(event: Event): void {
    const heap = this.#events
    let at = heap.length
    heap.push(event)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (isBefore(heap[parent]!, event)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = event
  }

  /** The next event that was not cancelled. */
  #pop(): Event | undefined {
    for (;;) {
      const heap = this.#events
      const first = heap[0]
      const last = heap.pop()
      if (first === undefined || last === undefined) return undefined
      if (heap.length > 0) this.#sink(last)
      if (first.work) return first
    }
  }

  /** Puts `event` in place of the first one. */
  #sink(event: Event): void {
    const heap = this.#events
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (isBefore(event, heap[child]!)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = event
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.at_ms === other.at_ms ? one.tie < other.tie : one.at_ms < other.at_ms
}
