import { describe, expect, test } from 'vitest'

import { withValue } from '#console/programme/document/path.ts'
import type { Draft } from '#contract/programme/draft.ts'

import { mistakesOf } from './mistakes.ts'

const document = {
  slug: 'loja',
  name: 'Loja',
  frontend_domain: 'loja.example',
  logo: 'logo.svg',
  favicon: 'favicon.svg',
  calculation_rules: [{ key: 'compra', name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 }],
}

const draftOf = (answered: object, mistakes: Draft['mistakes']) =>
  ({ document: answered, mistakes }) as Draft

describe('the mistakes of a document', () => {
  test('are none where the contract and the server accept it [D15]', () => {
    expect(mistakesOf(document, draftOf(document, []))).toEqual([])
    expect(mistakesOf(document, null)).toEqual([])
  })

  test('are the contract’s at once, in the words of the forms [D15]', () => {
    expect(mistakesOf({ ...document, logo: 'logo' }, null)).toEqual([
      { path: ['logo'], sentence: 'Escolha uma imagem' },
    ])
  })

  test('are the server’s while the value is the one that it answered about [D15]', () => {
    const missing = { path: ['logo'], sentence: 'logo.svg não existe' }
    const draft = draftOf(document, [missing])
    expect(mistakesOf(document, draft)).toEqual([missing])
    expect(mistakesOf({ ...document, logo: 'novo.svg' }, draft)).toEqual([])
    // A change of another field does not hide it.
    expect(mistakesOf({ ...document, name: 'Bar' }, draft)).toEqual([missing])
  })

  test('have one sentence for each field, the contract’s before the server’s [D15]', () => {
    const wrong = withValue(document, ['calculation_rules', 0, 'rate'], -1)
    const path = ['calculation_rules', 0, 'rate']
    const found = mistakesOf(wrong, draftOf(wrong, [{ path, sentence: 'Outra frase' }]))
    expect(found.map((one) => one.path)).toEqual([path])
    expect(found[0]!.sentence).not.toBe('Outra frase')
  })
})
