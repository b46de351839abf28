/** The calls that the client may send again after no answer (contract/endpoints/endpoint.ts). */

import type { AdminKey, Endpoints } from '#contract/endpoints/endpoints.ts'

type Repeatable = {
  [Key in AdminKey]: Endpoints[Key] extends { repeatable: true } | { isRead: true } ? Key : never
}[AdminKey]

/** The type requires a row for each, so that the table of endpoints with its schemas need not be part of the page. */
const repeatable: Record<Repeatable, true> = {
  'POST /admin/customer/search': true,
  'POST /admin/counter/customer': true,
  'POST /admin/counter/preview': true,
  'POST /admin/counter/sale': true,
  'POST /admin/counter/intention': true,
  'POST /admin/counter/intention/{id}/capture': true,
  'POST /admin/counter/record/{id}/return': true,
  'POST /admin/counter/voucher': true,
  'POST /admin/counter/voucher/withdraw': true,
  'POST /admin/import/{id}/part': true,
  'POST /admin/import/{id}/apply': true,
  'POST /admin/import/{id}/continue': true,
}

export function isRepeatable(key: AdminKey): boolean {
  return key.startsWith('GET ') || key in repeatable
}
