/** Marina redeems the prize, and saves voucher and card in her phone's wallet. */

import { sessionExample } from '#contract/reference/session-example.ts'
import { voucherExample } from '#contract/reference/voucher-example.ts'

import type { PortalExamples } from './portal-key.ts'

const { id, prize } = voucherExample
const { company_id } = sessionExample
/** Shorter than a real one. */
const passToken = 'Y2FydGFvLWRlLWZpZGVsaWRhZGUtZGEtbWFyaW5hLTAx'

export const voucherExamples = {
  'POST /voucher/generate': {
    body: {
      customer_document: '52998224725',
      products: [{ prize_id: prize.id, quantity: 1 }],
    },
    answer: [voucherExample],
  },
  'GET /voucher': { query: { state: 'TO_WITHDRAW' }, answer: [voucherExample] },
  'GET /voucher/count': { answer: { TO_WITHDRAW: 1, WITHDRAWN: 0, EXPIRED: 0, CANCELLED: 0 } },
  'GET /voucher/{id}': { params: { id }, answer: voucherExample },
  'GET /wallet/{wallet}/member': {
    params: { wallet: 'apple' },
    answer: { url: `/api/wallet/pass/${company_id}/${passToken}` },
  },
  'GET /wallet/{wallet}/voucher/{id}': {
    params: { wallet: 'google', id },
    answer: {
      url: 'https://pay.google.com/gp/v/save/eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJnb29nbGUifQ.bWFyaW5h',
    },
  },
  'GET /wallet/pass/{company_id}/{token}': {
    params: { company_id, token: passToken },
    file: { 'application/vnd.apple.pkpass': null },
  },
} as const satisfies Partial<PortalExamples>
