/** The prizes of the examples: Marina redeems a portion of pão de queijo, and looks at a slice of cake. */

import type { Prize } from '#contract/prize.ts'

import { sessionExample } from './session-example.ts'

const images = `/images/${sessionExample.company_id}`

export const prizeExample: Prize = {
  id: '019a3c5d-2e3f-7041-8b5c-6d7e8f901234',
  name: 'Porção de pão de queijo',
  description: 'Três, saídos do forno.',
  tos_url: null,
  photo_url: `${images}/b4153ffa4bb88c8668d210b763d6a4fd-400x300.svg`,
  value: 120,
  category: 'Comidas',
  expires_in: 30,
  expires_at: null,
  show_in_store: true,
  level_required: null,
  complete_profile_required: false,
  codes: 'generated',
  favorite: true,
  stock_left: null,
  redeemable: true,
  reason: null,
  reasons: [],
  missing: 0,
  integrator_id: null,
  created_at: '2026-10-05T12:00:00.000Z',
  updated_at: '2026-10-05T12:00:00.000Z',
  withdrawn_at: null,
}

export const cakeExample: Prize = {
  ...prizeExample,
  id: '019a3c5d-2e40-7152-8c6d-7e8f90123456',
  name: 'Fatia de bolo de fubá',
  description: 'Receita da avó da Lia, com goiabada.',
  photo_url: `${images}/489fa2d282256c77ce4b2ce17806500d-400x300.svg`,
  value: 180,
  favorite: false,
  stock_left: 200,
}
