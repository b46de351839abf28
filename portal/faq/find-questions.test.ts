import { expect, test } from 'vitest'

import { findQuestions } from './find-questions.ts'

const lose = { question: 'Perco meus pontos?', answer: 'Eles valem um ano.' }
const expire = { question: 'O que é expiração?', answer: 'O fim dos PONTOS, (todos).' }
const items = [lose, expire]

test.each([
  ['', items],
  ['   ', items],
  ['pontos', items],
  ['expiracao', [expire]],
  ['EXPIRAÇÃO  pontos', [expire]],
  ['um ano', [lose]],
  ['(todos)', [expire]],
  ['ano expiração', []],
  ['.*', []],
])('a search for %j finds each question that contains all its words [R12.1]', (searched, found) => {
  expect(findQuestions(items, searched)).toEqual(found)
})
