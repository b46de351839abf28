import { expect, test } from 'vitest'

import { messageForStatus, networkMessage, errorCodes, timeoutMessage } from './error.ts'

const unfinished =
  'Ocorreu um erro ao finalizar a sua requisição. Nossa equipe já foi informada. Tente novamente mais tarde.'

test.each([
  [400, unfinished],
  [401, 'A sua sessão expirou, entre em sua conta novamente.'],
  [403, 'Ops.. Você não tem permissão para acessar esse conteúdo.'],
  [408, 'O servidor demorou demais para responder...'],
  [409, unfinished],
  [413, unfinished],
  [422, 'Há um erro de validação no formulário...'],
  [429, 'Ocorreram muitas requisições, aguarde um momento e tente novamente.'],
  [500, unfinished],
  [501, 'Esta funcionalidade ainda não está implementada.'],
  [502, unfinished],
  [503, unfinished],
  [509, unfinished],
])('an answer of %i without a sentence of its own gets: %s [R13.1]', (status, sentence) => {
  expect(messageForStatus(status)).toBe(sentence)
})

test('a lost connection and a time-out have one sentence each [R13.1]', () => {
  expect(networkMessage).toBe(
    'Há um problema na conexão. Verifique a sua conexão e tente novamente.',
  )
  expect(timeoutMessage).toBe('Hmm... Isso está demorando mais que o normal...')
})

test('four error codes have the specification’s sentences, letter by letter [R3.3 R3.11 R1.2 R1.3]', () => {
  expect(errorCodes.wrong_credentials.message).toBe('As credenciais estão incorretas.')
  expect(errorCodes.used_email.message).toBe('O email já está sendo utilizado.')
  expect(errorCodes.company_not_found.message).toBe('Não encontramos nenhum dado da empresa')
  expect(errorCodes.company_unavailable.message).toBe('Sistema indisponível')
})
