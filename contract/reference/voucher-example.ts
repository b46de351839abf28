/** The voucher of the examples. */

import type { Voucher } from '#contract/voucher.ts'

import { prizeExample } from './prize-example.ts'

const { id, name, description, tos_url, photo_url, category } = prizeExample

export const voucherExample: Voucher = {
  id: '019a9e11-7a52-7c69-8f93-7c190e6b8d00',
  code: 'PAES-7K2M-9QXR',
  state: 'TO_WITHDRAW',
  points_amount: prizeExample.value,
  prize: { id, name, description, tos_url, photo_url, category },
  created_at: '2026-11-20T14:00:00.000Z',
  expires_at: '2026-12-20',
  withdrawn_at: null,
  withdrawn_at_subsidiary: null,
}
