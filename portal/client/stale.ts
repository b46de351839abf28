/**
 * Lists the reads that become stale, by cause: a write, a changed answer to a read, an event or an error code.
 * client/write.ts applies the rows of writes, and offline/session-cache.ts the rows of reads. The component that notices an
 * event or an error code applies its row.
 */

import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import type { ErrorCode } from '#contract/error.ts'

type Read = Extract<EndpointKey, `GET ${string}`>
type Write = Exclude<EndpointKey, Read>

/** A cause that is no call of this client, or one error code of a call. */
type Event = `event: ${string}` | `error: ${ErrorCode}`

/**
 * A stale read is sent again at once if it is on the screen; with `later`, only when it is shown the next time. A pair selects
 * one query where several use the same read: it is the beginning of that query's key.
 */
type Stale = Read | { later: Read } | readonly [read: Read, part: string]

/**
 * A write makes its reads stale even if it fails. After an error the shown data was wrong; without an answer the outcome is
 * unknown. A read makes its reads stale when its answer differs from the previous one, because another client has written.
 */
const stale = {
  // A new password or email ends other sessions; the answer itself replaces `GET /customer`.
  // D8: a complete profile removes a reason why a prize cannot be redeemed.
  'PUT /customer': [
    'GET /customer/session',
    'GET /customer/consent',
    'GET /customer/dashboard',
    'GET /prize',
    'GET /prize/{id}',
    'GET /promotion/{code}',
    'GET /notification/preferences',
  ],
  // The answer replaces the cached preferences.
  'PUT /notification/preferences': [{ later: 'GET /notification/preferences' }],
  'POST /notification/subscription': ['GET /notification/preferences'],
  'DELETE /notification/subscription': ['GET /notification/preferences'],
  // The server refuses to send the link when the email is already confirmed. Then the shown profile is old, and an unconfirmed
  // email is no longer a reason against a redemption.
  'POST /customer/email-confirmation/resend': [
    'GET /customer',
    'GET /customer/dashboard',
    'GET /prize',
    'GET /prize/{id}',
    'GET /promotion/{code}',
  ],
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
    // A free prize does not change the balance. So the row of `GET /customer/balance` below does not refresh the dashboard.
    { later: 'GET /customer/dashboard' },
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
  // R9.3: a till may withdraw a voucher while the voucher's dialog is open on the phone.
  'GET /voucher/{id}': ['GET /voucher', 'GET /voucher/count', { later: 'GET /customer/dashboard' }],

  // The stream says that a till moved points. A new balance makes the other reads of points stale.
  'event: points moved': ['GET /customer/balance'],
  // Only the server decides whether the time of a till's request is over.
  'event: countdown ended': ['GET /points/intention'],
  // The bell names a notification that is newer than the open list. The bell itself is current.
  'event: newer notification': [['GET /notification', 'list']],
  // Only this error code of `DELETE /customer` has a row: what the person would forfeit has changed. After a wrong password
  // the shown figures are still right, so the write itself has no row.
  'error: forfeit_changed': ['GET /customer/erasure'],
} as const satisfies { [Key in EndpointKey | Event]?: readonly Stale[] }

export type StalingWrite = Extract<keyof typeof stale, Write>

/** Whether `key` has a row. */
export function hasStaleReads(key: unknown): key is keyof typeof stale {
  return typeof key === 'string' && key in stale
}

/** Marks the reads of `key`'s row stale. Those on the screen are sent again. */
export function markStale(client: QueryClient, key: keyof typeof stale): void {
  const row: readonly Stale[] = stale[key]
  for (const read of row) void client.invalidateQueries(filtersOf(read))
}

function filtersOf(read: Stale): InvalidateQueryFilters {
  if (typeof read === 'string') return { queryKey: [read] }
  if ('later' in read) return { queryKey: [read.later], refetchType: 'none' }
  return { queryKey: read }
}
