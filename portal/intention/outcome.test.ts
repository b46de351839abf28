import { expect, test } from 'vitest'

import { outcomeSentence, outcomeTitle } from './outcome.ts'

const company = { display_mode: 'POINTS', hide_points: false, hide_cashback: false } as const
const ended = { subsidiary_name: 'Loja 1', captured: null, cancelled_by: null } as const
const captured = {
  ...ended,
  status: 'CAPTURED',
  captured: { record_id: '', points_amount: 60, points_value: 300 },
} as const

test('the outcome distinguishes a cancellation by the shop from one after five wrong codes [D5]', () => {
  const byShop = { ...ended, status: 'CANCELLED', cancelled_by: 'shop' } as const
  const byCode = { ...byShop, cancelled_by: 'wrong_codes' } as const
  expect(outcomeSentence(byShop, company)).toBe(
    'A loja cancelou o pedido. Nada foi usado do seu saldo.',
  )
  expect(outcomeSentence(byCode, company)).toBe(
    'O código foi digitado errado 5 vezes e o pedido foi cancelado. Nada foi usado do seu saldo.',
  )
  expect(outcomeTitle(byCode)).toBe('O pedido foi cancelado')
})

test('the outcome states the saved money, unless the company hides money [R8.2 D7]', () => {
  expect(outcomeSentence(captured, company)).toBe(
    'Você usou 60 pontos em Loja 1. Você economizou R$\u00a03,00.',
  )
  expect(outcomeSentence(captured, { ...company, hide_cashback: true })).toBe(
    'Você usou 60 pontos em Loja 1.',
  )
  const cash = { ...company, display_mode: 'CASH', hide_points: true } as const
  expect(outcomeSentence(captured, cash)).not.toMatch(/ponto/)
})
