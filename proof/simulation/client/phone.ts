/** A customer's phone: it follows the stream of its intentions and points, and polls as the portal does. */

import type { Intention } from '#contract/intention.ts'
import { keepFollowing } from '#portal/intention/keep-following.ts'
import { later } from '#portal/intention/latest.ts'

import type { Person } from '../disk/facts.ts'
import type { Stage } from './client.ts'

export type Phone = {
  person: Person
  /** The latest intention that the stream has told. */
  latest: () => Intention | null
}

export function openPhone({ network, io }: Stage, person: Person): Phone {
  let latest: Intention | null = null

  async function open(ended: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const request = {
      method: 'GET',
      headers: { authorization: `Bearer ${person.token}` },
      signal: ended,
    }
    const response = await network.fetch('/api/points/intention/stream', request)
    if (!response.ok) throw new TypeError('no stream')
    return response.body!
  }

  const listeners = {
    onIntention: (intention: Intention) => {
      latest = later(latest, intention)
    },
    onPoints: () => undefined,
  }
  // A phone is never stopped: the schedule ends before.
  void keepFollowing(listeners, new AbortController().signal, { ...io, open })
  return { person, latest: () => latest }
}
