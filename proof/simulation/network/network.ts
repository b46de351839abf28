/**
 * The network between clients and nodes, with a load balancer. It delays requests and answers, loses them, and answers for a node that is
 * away as a proxy does. A request that is lost on its way back has been carried out.
 */

import type { EventConnection } from '#contract/intention.ts'

import type { HttpAnswer, HttpRequest } from '../node/http.ts'
import type { Node } from '../node/node.ts'
import type { Timeline } from '../time/timeline.ts'
import { answerResponse, streamResponse, type TextQueue } from './response.ts'

type Outcome =
  | 'ok'
  | 'slow'
  | 'lost before'
  | 'lost after'
  | 'silent before'
  | 'silent after'
  | 'proxy 502'
  | 'proxy 504 after'

export const outcomes: Exclude<Outcome, 'ok'>[] = [
  'slow',
  'lost before',
  'lost after',
  'silent before',
  'silent after',
  'proxy 502',
  'proxy 504 after',
]

/** An open stream between a phone and a node. */
export type OpenStream = {
  node: Node
  /** The Authorization header of the phone. */
  caller: string
  /** Whether the network drops what the node writes. */
  isSilent: boolean
  cut: () => void
}

export class Network {
  /** The probability of a fault for each request. */
  faults: number
  /** The nodes behind the balancer, dead ones too until they are replaced. */
  readonly nodes: Node[] = []
  onFault: (outcome: Outcome, path: string) => void = () => undefined
  readonly streams = new Set<OpenStream>()
  readonly #timeline: Timeline
  /** Ends the requests in progress at a node. */
  readonly #inFlight = new Map<() => void, Node>()

  readonly #travel_ms: number

  constructor(timeline: Timeline, faults: number, travel_ms: number) {
    this.#timeline = timeline
    this.#travel_ms = travel_ms
    this.faults = faults
  }

  /** As `fetch`. Rejects with a TypeError without an answer, and with the signal's reason when it aborts. */
  fetch(url: string, request: RequestInit): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const sent = requestOf(url, request)
    const { chance } = this.#timeline
    const outcome: Outcome = chance.is(this.faults) ? chance.one(outcomes) : 'ok'
    if (outcome !== 'ok') this.onFault(outcome, pathName(sent.path))
    const signal = request.signal!
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    const fail = () => reject(new TypeError('fetch failed'))
    this.#travel(outcome, pathName(sent.path), () => {
      if (outcome === 'lost before') return fail()
      if (outcome === 'silent before') return undefined
      if (outcome === 'proxy 502') return resolve(answerResponse(proxyPage(502)))
      const node = chance.one(this.nodes)
      if (!node.isAlive()) {
        return chance.is(0.5) ? fail() : resolve(answerResponse(proxyPage(502)))
      }
      return this.#serve(node, { sent, outcome, signal, resolve, fail })
    })
    return promise
  }

  #serve(
    node: Node,
    {
      sent,
      outcome,
      signal,
      resolve,
      fail,
    }: {
      sent: HttpRequest
      outcome: Outcome
      signal: AbortSignal
      resolve: (response: Response) => void
      fail: () => void
    },
  ): void {
    const lose = () => this.#timeline.after(0.2, 'reset', fail)
    this.#inFlight.set(lose, node)
    const arrive = (answer: HttpAnswer) => {
      if (!this.#inFlight.delete(lose)) return
      if (outcome === 'silent after') return
      if (answer.stream && outcome === 'ok' && !signal.aborted) {
        resolve(this.#open(node, { answer, caller: sent.headers['authorization']!, signal }))
        return
      }
      this.#travel(outcome, `${answer.status}`, () => {
        if (outcome === 'lost after') fail()
        else resolve(answerResponse(outcome === 'proxy 504 after' ? proxyPage(504) : answer))
      })
    }
    // A node answers each request: an error is an answer too.
    void node.serve(sent).then(arrive)
  }

  #travel(outcome: Outcome, label: string, work: () => void): void {
    const { chance } = this.#timeline
    const wait_ms =
      outcome === 'slow' ? chance.within(5, 30_000) : chance.within(0.3, this.#travel_ms)
    this.#timeline.after(wait_ms, label, work)
  }

  /** Connects a stream. Its texts arrive in their order. */
  #open(
    node: Node,
    { answer, caller, signal }: { answer: HttpAnswer; caller: string; signal: AbortSignal },
  ): Response {
    const { response, queue } = streamResponse(answer.headers)
    const left: (() => void)[] = []
    let isOpen = true
    let last_ms = 0
    const arrive = (label: string, work: (to: TextQueue) => void) => {
      if (open.isSilent) return
      last_ms = Math.max(
        last_ms,
        this.#timeline.now_ms + this.#timeline.chance.within(0.3, this.#travel_ms),
      )
      this.#timeline.after(last_ms - this.#timeline.now_ms, label, () => work(queue))
    }
    const close = (label: string) => {
      if (!isOpen) return
      isOpen = false
      this.streams.delete(open)
      arrive(label, (to) => to.end())
      if (node.isAlive()) for (const work of left) work()
    }
    const open: OpenStream = { node, caller, isSilent: false, cut: () => close('stream is cut') }
    const connection: EventConnection = {
      write: (text) => {
        if (isOpen) arrive(`event ${text.slice(0, 12).trim()}`, (to) => to.add(text))
        return true
      },
      end: () => close('stream ends'),
      destroy: () => close('stream is destroyed'),
      once: (_event, work) => void left.push(work),
    }
    this.streams.add(open)
    signal.addEventListener('abort', () => {
      queue.end()
      close('stream is left')
    })
    answer.stream!(connection)
    return response
  }

  /** A node has died: its requests get no answer, and its streams end. */
  lose(node: Node): void {
    for (const [fail, of] of this.#inFlight) {
      if (of !== node) continue
      this.#inFlight.delete(fail)
      fail()
    }
    for (const open of this.streams) if (open.node === node) open.cut()
  }
}

/** A path without its ids. */
function pathName(path: string): string {
  return path.replace('/api', '').replaceAll(/[\da-f-]{36}/g, '{id}')
}

function requestOf(url: string, { method, headers, body }: RequestInit): HttpRequest {
  return {
    method: method!,
    path: url.replace(/^https?:\/\/[^/]+/, ''),
    headers: headers as Record<string, string>,
    text: (body as string | undefined) ?? null,
  }
}

function proxyPage(status: number): HttpAnswer {
  return { status, headers: {}, text: '<html>' }
}
