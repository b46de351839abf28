import { expect, test } from 'vitest'

import { nothingCorrected } from '#contract/console/correction.ts'

import { CorrectionForm, emptyCorrection } from './correction-form.ts'

const proof = 'photo_id'

test('a correction sends the typed fields in the spelling of the API [D15]', () => {
  const typed = {
    ...emptyCorrection,
    document: ' 529.982.247-25 ',
    phone: '(11) 98765-4321',
    birthdate: '07/09/1988',
    proof,
  }
  expect(JSON.parse(JSON.stringify(CorrectionForm.parse(typed)))).toEqual({
    document: '52998224725',
    phone: '+5511987654321',
    birthdate: '1988-09-07',
    proof,
  })
})

test('a correction without a typed field or with a wrong one says so at the field [D15]', () => {
  const sentences = (changes: object) =>
    CorrectionForm.safeParse({ ...emptyCorrection, proof, ...changes }).error?.issues.map(
      ({ path, message }) => [path[0], message],
    )
  expect(sentences({})).toEqual([['name', nothingCorrected]])
  expect(sentences({ document: '529.982.247-26' })).toEqual([['document', 'Insira um CPF válido']])
  expect(sentences({ birthdate: '31/02/1988' })).toEqual([
    ['birthdate', 'Insira uma data de nascimento válida'],
  ])
})
