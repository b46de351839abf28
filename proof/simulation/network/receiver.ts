/** The receivers of webhooks and mails: they accept, refuse, keep silent, or accept and lose their answer. */

import type { Mail } from '#api/mail/write-mail.ts'
import type { Outcome, Sender } from '#api/webhook/post.ts'

import type { Timeline } from '../time/timeline.ts'

/** A message that a receiver has got. `isAccepted`: the receiver has answered so, whether or not the answer arrived. */
export type Received = { url: string; id: string; body: string; isAccepted: boolean }

/** The time limit of a post, as in api/webhook/deliver.ts. */
const timeout_ms = 10_000

export class Receivers {
  /** The probability that a message is not simply accepted. */
  faults: number
  readonly webhooks: Received[] = []
  /** The Message-ID of each mail that the mail server has accepted. */
  readonly mails: string[] = []
  onFault: (what: string) => void = () => undefined
  readonly #timeline: Timeline

  constructor(timeline: Timeline, faults: number) {
    this.#timeline = timeline
    this.faults = faults
  }

  #fault(kinds: string[]): string {
    const { chance } = this.#timeline
    if (!chance.is(this.faults)) return 'accepted'
    const kind = chance.one(kinds)
    this.onFault(kind)
    return kind
  }

  readonly sender: Sender = {
    post: async (url, headers, body): Promise<Outcome> => {
      const { chance } = this.#timeline
      const kind = this.#fault(['500', 'refused', 'silent', 'lost after', 'slow'])
      const id = headers['webhook-id']!
      const wait_ms = kind === 'slow' ? chance.within(100, 9_000) : chance.within(1, 50)
      await this.#timeline.wait(wait_ms, `post ${kind}`)
      if (kind === 'refused') return { status: null, failure: 'connection' }
      const isAccepted = kind === 'accepted' || kind === 'slow' || kind === 'lost after'
      if (kind !== 'silent') this.webhooks.push({ url, id, body: String(body), isAccepted })
      if (kind === '500') return { status: 500, failure: null }
      if (isAccepted && kind !== 'lost after') return { status: 200, failure: null }
      await this.#timeline.wait(timeout_ms - wait_ms, 'post time-out')
      return { status: null, failure: 'timeout' }
    },
    close: () => undefined,
  }

  readonly transport = {
    send: async ({ messageId }: Mail): Promise<void> => {
      const { chance } = this.#timeline
      const kind = this.#fault(['refused', 'lost after', 'slow'])
      await this.#timeline.wait(kind === 'slow' ? 25_000 : chance.within(1, 200), `mail ${kind}`)
      if (kind === 'refused') throw new Error('451 try again later')
      this.mails.push(messageId)
      if (kind === 'lost after') throw new Error('connection lost')
    },
    close: () => undefined,
  }
}
