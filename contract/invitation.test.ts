import { expect, test } from 'vitest'

import { invitationOf } from './company.ts'
import { defaultPrizeWord } from './prize-word.ts'

const points = 'Junte pontos a cada compra e troque por prêmios.'
const money = 'Receba parte de cada compra de volta.'

test.each([
  ['POINTS', false, false, points],
  ['POINTS', true, false, money],
  ['CASH', false, false, money],
  ['CASH', false, true, points],
  ['PERCENTAGE', false, false, money],
] as const)(
  'the invitation of a company in %s, hide_points %s, hide_cashback %s, is in what it shows [R1.7 D7]',
  (display_mode, hide_points, hide_cashback, expected) => {
    const company = { display_mode, hide_points, hide_cashback, points_per_real: 100 }
    expect(invitationOf({ ...company, home: null, prize_word: defaultPrizeWord })).toBe(expected)
  },
)
