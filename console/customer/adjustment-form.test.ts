import { describe, expect, test } from 'vitest'

import { AdjustmentForm, signedPoints } from './adjustment-form.ts'

function read(points_amount: string, direction: 'give' | 'take' = 'give') {
  return AdjustmentForm.safeParse({ direction, points_amount, reason: 'Cortesia' })
}

describe('the points of an adjustment as typed', () => {
  test.each([
    ['50', 50],
    [' 50 ', 50],
    ['1.500', 1_500],
    ['1500', 1_500],
    ['1.000.000', 1_000_000],
  ])('%j are %i points, given or taken [D15]', (typed, points) => {
    expect(signedPoints(read(typed).data!)).toBe(points)
    expect(signedPoints(read(typed, 'take').data!)).toBe(-points)
  })

  test.each(['1.5', '1.50', '15.00', '1,5', '-50', '0', '', 'dez', '1.0000', '1.000.001', '1e3'])(
    '%j are refused with the sentence of the contract, and not read as another number [D15]',
    (typed) => {
      const { error } = read(typed)
      expect(error?.issues).toMatchObject([
        {
          path: ['points_amount'],
          message: 'Digite um número de pontos de 1 a 1.000.000',
        },
      ])
    },
  )
})
