import { describe, expect, test } from 'vitest'

import type { Notification, NotificationType } from '#contract/notification.ts'

import { sentenceOf, whenOf } from './sentence.ts'

const shown = { display_mode: 'POINTS', hide_points: false, hide_cashback: false } as const
const today = '2026-11-20'
const points = { points_amount: 50, points_value: 250 }
const id = '0199f3a2-7c1e-7000-8000-5f0c9b1d2e3f'
const money = 'R$\u00a02,50'

function say<Type extends NotificationType>(
  type: Type,
  data: Extract<Notification, { type: Type }>['data'],
  display: Parameters<typeof sentenceOf>[1] = shown,
  count?: number,
): string {
  const notification = { id, type, data, created_at: `${today}T15:00:00Z`, read_at: null }
  return sentenceOf(notification as Notification, display, today, count)
}

describe("a notification's sentence [R2.8 D11]", () => {
  test('a notification’s sentence says what a purchase or a promotion gave [R2.8]', () => {
    const received = { record_id: id, subsidiary_name: 'Aurora Pinheiros', ...points }
    expect(say('points_received', received)).toBe('Você ganhou 50 pontos em Aurora Pinheiros')
    expect(say('promotion_credited', { promotion_name: 'Boas-vindas', ...points })).toBe(
      'Você ganhou 50 pontos com a promoção Boas-vindas',
    )
  })

  test('a notification’s sentence has money if the company shows money, and no hidden points [R1.7 R1.8 D7]', () => {
    const received = { record_id: id, subsidiary_name: 'Loja 1', ...points }
    for (const display of [
      { ...shown, display_mode: 'CASH' },
      { ...shown, display_mode: 'PERCENTAGE' },
      { ...shown, hide_points: true },
    ] as const) {
      expect(say('points_received', received, display)).toBe(`Você ganhou ${money} em Loja 1`)
    }
    const hidden = { ...shown, display_mode: 'CASH', hide_cashback: true } as const
    expect(say('points_received', received, hidden)).toBe('Você ganhou 50 pontos em Loja 1')
  })

  test.each([
    ['Ouro', 'Prata', true, 'Você subiu para o nível Ouro'],
    ['Ouro', null, true, 'Boas-vindas! Você começa no nível Ouro'],
    ['Prata', 'Ouro', false, 'Seu nível agora é Prata'],
    [null, 'Prata', false, 'Você saiu do nível Prata'],
  ])(
    'a notification’s sentence is right for a level that is %s and was %s [R2.8]',
    (level_name, previous_level_name, is_rise, sentence) => {
      expect(say('level_changed', { level_name, previous_level_name, is_rise })).toBe(sentence)
    },
  )

  test.each([
    ['2026-12-20', '50 pontos vencem em 30 dias, em 20/12/2026'],
    ['2026-11-27', '50 pontos vencem em 7 dias, em 27/11/2026'],
    ['2026-11-21', '50 pontos vencem amanhã, em 21/11/2026'],
    ['2026-11-20', '50 pontos vencem hoje'],
    ['2026-11-19', '50 pontos venceram em 19/11/2026'],
  ])(
    'a notification’s sentence is right for points that expire on %s [R2.8]',
    (expires_at, sentence) => {
      expect(say('points_expiring', { ...points, expires_at, days: 30 })).toBe(sentence)
    },
  )

  test.each([
    ['2026-11-27', 'Seu voucher de Café coado expira em 7 dias, em 27/11/2026'],
    ['2026-11-21', 'Seu voucher de Café coado expira amanhã, em 21/11/2026'],
    ['2026-11-20', 'Seu voucher de Café coado expira hoje'],
    ['2026-11-19', 'Seu voucher de Café coado expirou em 19/11/2026'],
  ])(
    'a notification’s sentence is right for a voucher that expires on %s [R2.8]',
    (expires_at, sentence) => {
      const voucher = { voucher_id: id, prize_name: 'Café coado', expires_at, days: 7 }
      expect(say('voucher_expiring', voucher)).toBe(sentence)
    },
  )

  test.each([
    ['2026-11-27', '3 vouchers de Café coado expiram em 7 dias, em 27/11/2026'],
    ['2026-11-21', '3 vouchers de Café coado expiram amanhã, em 21/11/2026'],
    ['2026-11-20', '3 vouchers de Café coado expiram hoje'],
    ['2026-11-19', '3 vouchers de Café coado expiraram em 19/11/2026'],
  ])('three vouchers that expire on %s have one sentence [R2.8]', (expires_at, sentence) => {
    const voucher = { voucher_id: id, prize_name: 'Café coado', expires_at, days: 7 }
    expect(say('voucher_expiring', voucher, shown, 3)).toBe(sentence)
    const issued = { voucher_id: id, prize_name: 'Café coado', expires_at }
    expect(say('voucher_issued', issued, shown, 3)).toBe('Você trocou por Café coado: 3 vouchers')
  })

  test('a notification’s sentence names the prize of a new voucher [R2.8]', () => {
    const issued = { voucher_id: id, prize_name: 'Café coado', expires_at: null }
    expect(say('voucher_issued', issued)).toBe('Você trocou por Café coado')
  })

  test.each([
    ['CAPTURED', 'Você usou 50 pontos em Loja 1'],
    ['DECLINED', 'Você recusou usar 50 pontos em Loja 1'],
    ['CANCELLED', 'O pedido de Loja 1 para usar 50 pontos foi cancelado'],
    ['EXPIRED', 'O pedido de Loja 1 para usar 50 pontos expirou'],
  ] as const)(
    'a notification’s sentence is right for an authorisation that was %s [R2.8]',
    (status, sentence) => {
      const ended = { intention_id: id, status, subsidiary_name: 'Loja 1', ...points }
      expect(say('intention_ended', ended)).toBe(sentence)
    },
  )
})

test.each([
  ['2026-11-20T14:59:31Z', 'agora'],
  // The device's clock is slow.
  ['2026-11-20T15:02:00Z', 'agora'],
  ['2026-11-20T14:59:00Z', 'há 1 minuto'],
  ['2026-11-20T14:01:00Z', 'há 59 minutos'],
  ['2026-11-20T13:59:00Z', 'hoje, 10:59'],
  ['2026-11-20T03:00:00Z', 'hoje, 00:00'],
  ['2026-11-20T02:59:00Z', 'ontem, 23:59'],
  ['2026-11-19T02:59:00Z', '18/11/2026'],
])('the instant %s is shown as “%s” in the company’s time zone [R2.8]', (instant, when) => {
  expect(whenOf(instant, new Date('2026-11-20T15:00:00Z'), 'America/Sao_Paulo')).toBe(when)
})
