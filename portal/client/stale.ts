/**
 * Lists the reads that each write makes stale, and those that a changed answer to a read makes stale. client/use-write.ts and
 * offline/session-cache.ts apply it.
 *
 * Four reads are made stale elsewhere, because no row can name the cause:
 * - portal/notification refetches its page when the bell's count names a newer notification.
 * - intention/IntentionFollower.tsx reads the balance when the stream says that points moved. No call of this client did it.
 * - privacy/EraseDialog.tsx reads what an erasure forfeits again after one error code only, `forfeit_changed`. After a wrong
 *   password the figures still hold.
 * - intention/Countdown.tsx reads the till's request again when its time is over.
 */

import type { QueryClient } from '@tanstack/react-query'

import type { EndpointKey } from '#contract/endpoints/endpoints.ts'

type Read = Extract<EndpointKey, `GET ${string}`>
type Write = Exclude<EndpointKey, Read>

/** A stale read is sent again at once if it is on the screen; with `later`, only when it is shown the next time. */
type Stale = Read | { later: Read }

/**
 * A write makes its reads stale even if it fails: an error means that the shown data was wrong, and without an answer the
 * outcome is unknown. A read makes its reads stale when its answer differs from the previous one, because another client has
 * written.
 */
const stale = {
  // A new password or email ends other sessions; the answer itself replaces `GET /customer`.
  'PUT /customer': [
    'GET /customer/session',
    'GET /customer/consent',
    'GET /promotion/{code}',
    'GET /notification/preferences',
  ],
  // The answer replaces the cached preferences.
  'PUT /notification/preferences': [{ later: 'GET /notification/preferences' }],
  'POST /notification/subscription': ['GET /notification/preferences'],
  'DELETE /notification/subscription': ['GET /notification/preferences'],
  // The server refuses it when the email is already confirmed.
  'POST /customer/email-confirmation/resend': ['GET /customer'],
  'DELETE /customer/session/{id}': ['GET /customer/session'],
  'DELETE /customer/{user_id}/cookies-agreement': ['GET /customer/consent'],

  'POST /voucher/generate': [
    'GET /customer/balance',
    'GET /customer',
    'GET /points',
    'GET /prize',
    'GET /prize/{id}',
    'GET /prize/count',
    'GET /voucher',
    'GET /voucher/count',
  ],
  // The visible list stays: a prize must not vanish under the finger that unmarked it.
  'PUT /prize/{id}/favorite': [
    'GET /prize/count',
    { later: 'GET /prize' },
    { later: 'GET /customer/dashboard' },
  ],
  'DELETE /prize/{id}/favorite': [
    'GET /prize/count',
    { later: 'GET /prize' },
    { later: 'GET /customer/dashboard' },
  ],
  'POST /promotion/{code}/activate': [
    'GET /promotion/{code}',
    'GET /customer/balance',
    'GET /customer',
    'GET /points',
    'GET /notification',
  ],
  // The answer becomes the latest intention. After an error its state is unknown.
  'POST /points/intention/{id}/confirm': ['GET /points/intention'],
  'DELETE /points/intention/{id}': ['GET /points/intention'],

  // R8.1: the balance excludes the points that an intention holds or took.
  'GET /points/intention': ['GET /customer/balance'],
  // R7.1: the poll of the balance detects a till's changes.
  'GET /customer/balance': [
    'GET /customer',
    'GET /customer/dashboard',
    'GET /points',
    'GET /points/expiring',
    'GET /notification',
    'GET /prize',
    'GET /prize/{id}',
  ],
  // R9.3: a till takes a voucher while its dialog is open.
  'GET /voucher/{id}': ['GET /voucher', 'GET /voucher/count'],
} as const satisfies { [Key in EndpointKey]?: readonly Stale[] }

export type StalingWrite = Extract<keyof typeof stale, Write>

/** Whether `key` has a row. */
export function hasStaleReads(key: unknown): key is keyof typeof stale {
  return typeof key === 'string' && key in stale
}

/** Marks the reads of `key`'s row stale. Those on the screen are sent again. */
export function markStale(client: QueryClient, key: keyof typeof stale): void {
  for (const read of stale[key]) {
    if (typeof read === 'string') void client.invalidateQueries({ queryKey: [read] })
    else void client.invalidateQueries({ queryKey: [read.later], refetchType: 'none' })
  }
}
