/** The reads that a write makes stale, whether it succeeds or fails: after an error the shown data may be outdated. */

import type { QueryClient } from '@tanstack/react-query'

import type { AdminKey } from '#contract/endpoints/endpoints.ts'

type Read = Extract<AdminKey, `GET ${string}`>
export type Write = Exclude<AdminKey, Read>

const programme = ['GET /admin/programme', 'GET /admin/programme/draft'] as const
const published = [
  ...programme,
  'GET /admin/programme/suspended',
  'GET /admin/programme/version',
  'GET /admin/programme/draft/conflict',
  'GET /admin/programme/yaml/{which}',
  // The document holds the webhooks.
  'GET /admin/webhook',
  'GET /admin/audit',
] as const
const draft = [
  'GET /admin/programme/draft',
  'GET /admin/programme/draft/conflict',
  'GET /admin/programme/yaml/{which}',
] as const
const factors = ['GET /admin/me', 'GET /admin/audit'] as const
const staff = ['GET /admin/staff', 'GET /admin/audit'] as const
const keys = ['GET /admin/key', 'GET /admin/audit'] as const
const imports = ['GET /admin/import', 'GET /admin/import/{id}', 'GET /admin/audit'] as const
const webhooks = [
  'GET /admin/webhook',
  'GET /admin/webhook/{id}/delivery',
  'GET /admin/audit',
] as const

const adjusted = [
  'GET /admin/customer/{id}',
  'GET /admin/customer/{id}/points',
  'GET /admin/movement',
  'GET /admin/audit',
] as const

const counted = [
  'GET /admin/counter/shift',
  'GET /admin/customer/{id}',
  'GET /admin/customer/{id}/points',
  'GET /admin/movement',
  'GET /admin/audit',
] as const

const merged = [
  ...adjusted,
  'GET /admin/customer/{id}/merges',
  'GET /admin/customer/{id}/merge',
] as const
const requests = ['GET /admin/adjustment-request', 'GET /admin/audit'] as const

/** The type requires a row for each write of the contract, so that none is forgotten. */
const stale: Record<Write, readonly Read[]> = {
  // No read: the sign-in itself stores its answer in the cache.
  'POST /admin/session': [],
  'POST /admin/session/totp': [],
  'POST /admin/session/recovery': [],
  'POST /admin/session/passkey/options': [],
  'POST /admin/session/passkey': [],
  'DELETE /admin/session': [],
  'DELETE /admin/session/{id}': ['GET /admin/session', 'GET /admin/audit'],
  'POST /admin/invitation': [],
  'POST /admin/invitation/accept': [],
  'POST /admin/password-reset/request': [],
  'POST /admin/password-reset': [],
  'PUT /admin/password': ['GET /admin/session', 'GET /admin/audit'],
  'POST /admin/factor/totp': [],
  'POST /admin/factor/totp/confirm': factors,
  'POST /admin/factor/passkey/options': [],
  'POST /admin/factor/passkey': factors,
  'DELETE /admin/factor/passkey/{id}': factors,
  'POST /admin/factor/recovery': factors,
  'POST /admin/staff': staff,
  'PUT /admin/staff/{id}': staff,
  'POST /admin/staff/{id}/invitation': staff,
  'DELETE /admin/staff/{id}': staff,
  // The answer is the draft itself: programme/draft/page-store.ts writes it into the cache.
  'POST /admin/programme/draft/change': ['GET /admin/programme/yaml/{which}'],
  'DELETE /admin/programme/draft': [...draft, 'GET /admin/audit'],
  'POST /admin/programme/draft/picture': [],
  'POST /admin/programme/draft/codes': draft,
  'POST /admin/programme/draft/rebase': draft,
  'POST /admin/programme/publish': published,
  'POST /admin/programme/request/{id}/approve': published,
  'DELETE /admin/programme/request/{id}': published,
  'POST /admin/programme/version/{version}/restore': draft,
  'POST /admin/key': keys,
  'PUT /admin/key/{id}': keys,
  'DELETE /admin/key/{id}': keys,
  'POST /admin/import': imports,
  // The page reads the import once, behind the last part.
  'POST /admin/import/{id}/part': [],
  'POST /admin/import/{id}/apply': imports,
  'POST /admin/import/{id}/continue': imports,
  'DELETE /admin/import/{id}': imports,
  'POST /admin/webhook/{id}/delivery/{event_id}/replay': webhooks,
  'POST /admin/webhook/{id}/enable': webhooks,
  'POST /admin/webhook/{id}/secret': webhooks,
  // A search changes nothing.
  'POST /admin/customer/search': [],
  'POST /admin/customer/{id}/data': ['GET /admin/audit'],
  'POST /admin/report/closing': ['GET /admin/report/liability', 'GET /admin/audit'],
  'POST /admin/customer/{id}/adjustment': adjusted,
  'POST /admin/adjustment/{id}/undo': adjusted,
  'POST /admin/customer/{id}/correction': ['GET /admin/customer/{id}', 'GET /admin/audit'],
  'POST /admin/customer/{id}/adjustment-request': requests,
  'POST /admin/adjustment-request/{id}/approve': [...requests, ...adjusted],
  'DELETE /admin/adjustment-request/{id}': requests,
  'POST /admin/points/{id}/reverse': adjusted,
  'POST /admin/voucher/{id}/cancel': adjusted,
  'POST /admin/customer/{id}/block': adjusted,
  'DELETE /admin/customer/{id}/block': adjusted,
  'POST /admin/counter/customer': [],
  'POST /admin/counter/preview': [],
  'POST /admin/counter/voucher': [],
  'POST /admin/counter/sale': counted,
  'POST /admin/counter/intention': ['GET /admin/audit'],
  'POST /admin/counter/intention/{id}/cancel': [
    'GET /admin/counter/intention/{id}',
    'GET /admin/audit',
  ],
  'POST /admin/counter/intention/{id}/capture': ['GET /admin/counter/intention/{id}', ...counted],
  'POST /admin/counter/record/{id}/return': counted,
  'POST /admin/counter/voucher/withdraw': counted,
  'POST /admin/customer/{id}/merge': merged,
  'POST /admin/merge/{id}/undo': merged,
  'POST /admin/review/{id}/close': ['GET /admin/review', 'GET /admin/audit'],
}

/** Marks the reads of the write's row stale. Reads that the screen shows are sent again. */
export function markStale(client: QueryClient, key: Write): void {
  for (const read of stale[key]) void client.invalidateQueries({ queryKey: [read] })
}
