import { describe, expect, test } from 'vitest'

import { RequestFailure } from '#contract/request/request-failure.ts'

import { ActionFailure, sentenceOf } from './use-action.ts'

describe('the sentence of an act that did not happen', () => {
  test('is the answer of the API, or the sentence of its first wrong field [D15]', () => {
    expect(sentenceOf(new RequestFailure(404, 'not_found', 'Não encontrado'))).toBe(
      'Não encontrado',
    )
    const fields = { content: ['A imagem está quebrada', 'Envie outra'] }
    const wrong = new RequestFailure(422, 'validation', 'Confira os campos', { fields })
    expect(sentenceOf(wrong)).toBe('A imagem está quebrada')
  })

  test('is the reason that the console itself states [D15]', () => {
    expect(sentenceOf(new ActionFailure('Nenhum código'))).toBe('Nenhum código')
  })

  test('is missing for a defect, which is thrown on [D15]', () => {
    const defect = new TypeError('undefined is not a function')
    expect(() => sentenceOf(defect)).toThrow(defect)
  })
})
