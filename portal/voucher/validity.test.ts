import { expect, test } from 'vitest'

import type { Voucher } from '#contract/voucher.ts'

import { validity } from './validity.ts'

const voucher = {
  state: 'TO_WITHDRAW',
  expires_at: '2026-12-20',
  withdrawn_at: null,
  withdrawn_at_subsidiary: null,
} as Voucher
const withdrawn = { ...voucher, state: 'WITHDRAWN', withdrawn_at: '2026-11-21T02:30:00Z' } as const

test.each([
  [voucher, '2026-12-12', 'Vale até 20/12/2026', null],
  [voucher, '2026-12-13', 'Vale por mais 7 dias', 'Vale até 20/12/2026'],
  [voucher, '2026-12-19', 'Vale até amanhã', 'Vale até 20/12/2026'],
  [voucher, '2026-12-20', 'Vale só até hoje', 'Vale até 20/12/2026'],
  [voucher, '2026-12-21', 'Vale só até hoje', 'Vale até 20/12/2026'],
  [{ ...voucher, expires_at: null }, '2026-12-21', 'Sem prazo para retirar', null],
  [withdrawn, '2026-12-19', 'Retirado em 20/11/2026', null],
  [
    { ...withdrawn, withdrawn_at_subsidiary: 'Loja 1' },
    '2026-12-19',
    'Retirado em 20/11/2026, em Loja 1',
    null,
  ],
  [{ ...voucher, state: 'EXPIRED' }, '2026-12-22', 'Expirou em 20/12/2026', null],
  [
    { ...voucher, state: 'CANCELLED' },
    '2026-12-19',
    'Cancelado. O valor voltou para o seu saldo.',
    null,
  ],
] as [Voucher, string, string, string | null][])(
  'the voucher %j on %s says: %s [R9.3]',
  (voucher, today, line, lastDay) => {
    expect(validity(voucher, today, 'America/Sao_Paulo')).toEqual({ line, lastDay })
  },
)
