/** The voucher of the examples. */

import type { Voucher } from '#contract/voucher.ts'

export const voucherExample: Voucher = {
  id: '019a9e11-7a52-7c69-8f93-7c190e6b8d00',
  code: 'PAES-7K2M-9QXR',
  state: 'TO_WITHDRAW',
  points_amount: 120,
  prize: {
    id: '019a3c5d-2e3f-7041-8b5c-6d7e8f901234',
    name: 'Porção de pão de queijo',
    description: null,
    tos_url: null,
    photo_url: null,
    category: 'Comidas',
  },
  created_at: '2026-11-20T14:00:00.000Z',
  expires_at: '2026-12-20',
  withdrawn_at: null,
  withdrawn_at_subsidiary: null,
}
