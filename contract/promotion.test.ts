import { expect, test } from 'vitest'

import { promotionErrorMessage } from './promotion.ts'

test.each([
  ['invalid_promotion', {}, 'Esta promoção é inválida.'],
  [
    'invalid_promotion',
    { new_register_days: 30 },
    'Esta promoção é inválida. Só para quem se cadastrou há até 30 dias.',
  ],
  [
    'invalid_promotion',
    { new_register_days: 1 },
    'Esta promoção é inválida. Só para quem se cadastrou há até 1 dia.',
  ],
  [
    'invalid_promotion',
    { limit_in_all: 5 },
    'Esta promoção é inválida. O limite de ativações foi atingido.',
  ],
  ['promotion_used', undefined, 'Esta promoção é inválida. Você já usou esta promoção.'],
  ['incomplete_profile', {}, 'Esta promoção é inválida. Complete o seu cadastro para continuar.'],
  [
    'contact_unconfirmed',
    {},
    'Esta promoção é inválida. Confirme seu email para ativar esta promoção.',
  ],
] as const)(
  'a promotion that gives nothing (%s %j) says its sentence and the reason [R10.2] [D13]',
  (reason, details, message) => {
    expect(promotionErrorMessage(reason, details)).toBe(message)
  },
)
