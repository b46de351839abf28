import { expect, test } from 'vitest'
import type * as z from 'zod/mini'

import { PostalCodeOrNone, StateOrNone } from '#contract/address.ts'
import { ageLimitsMessage } from '#contract/age.ts'
import { contactMessage, CustomerChange, usedMessages } from '#contract/customer.ts'
import { errorCodes, messageForStatus, networkMessage, timeoutMessage } from '#contract/error.ts'
import { VerificationCode } from '#contract/identity-provider.ts'
import { IntentionCapture } from '#contract/intention.ts'
import { Phone } from '#contract/person/contact.ts'
import { cnpjMessage, cpfMessage } from '#contract/person/document.ts'
import {
  expiredResetMessage,
  Password,
  passwordMismatchMessage,
  PasswordReset,
} from '#contract/session.ts'
import { afterMessage, beforeMessage, birthdateMessage, dateInput } from '#contract/value/date.ts'
import { formatMoney } from '#contract/value/money.ts'
import { requiredMessage } from '#contract/value/text.ts'

import { loginText } from './login.ts'
import { prizeText } from './prize.ts'
import { providerText } from './provider.ts'
import { text } from './pt-BR.ts'
import { registerText } from './register.ts'
import { settingsText } from './settings.ts'

/**
 * Every sentence that the specification quotes, and Fiel's sentence for it. A sentence that ends in '{…}' is followed by the
 * reason.
 */
const quoted: [code: string, sentence: string, said: string][] = [
  ['R1.2', 'Não encontramos nenhum dado da empresa', errorCodes.company_not_found.message],
  ['R1.3', 'Sistema indisponível', errorCodes.company_unavailable.message],
  ['R1.9', 'Desenvolvido por', text.shell.developedBy],
  ['R2.12', 'Sucesso!', text.notice.success],
  ['R2.12', 'Erro...', text.notice.error],
  ['R2.12', 'Entendi', text.notice.understood],
  ['R2.12', 'Confirmar troca?', prizeText.confirmTitle],
  ['R2.12', 'Confirmar', text.notice.confirm],
  ['R2.12', 'Cancelar', text.notice.cancel],
  ['R3.3', 'As credenciais estão incorretas.', errorCodes.wrong_credentials.message],
  ['R3.6', 'O código tem exatamente 6 números', refused(VerificationCode, '12345')],
  ['R3.8', 'Sua sessão expirou! Entre novamente para usar seus pontos', loginText.tokenExpired],
  ['R3.11', 'Há erros nos campos abaixo.', registerText.hasErrors],
  ['R3.11', 'Os campos de senha não coincidem...', registerText.passwordsDiffer],
  ['R3.11', 'O email já está sendo utilizado.', errorCodes.used_email.message],
  ['R3.12', 'Se o usuário existir, acabamos de enviar uma mensagem...', loginText.mailSent],
  ['R3.13', 'A sua senha foi redefinida.', loginText.password_reset],
  ['R3.13', 'O link de redefinição de senha expirou. Tente novamente.', expiredResetMessage],
  [
    'R3.13',
    'A confirmação da senha não coincide com a senha. Verifique novamente.',
    refused(PasswordReset, {
      token: 'x'.repeat(43),
      password: '123456',
      password_confirmation: '',
    }),
  ],
  ['R3.14', 'Não foi possível reenviar o email{…}', settingsText.notResent('Por quê.')],
  ['R3.14', 'O email já foi confirmado', errorCodes.already_confirmed.message],
  ['R3.15', 'Você precisa entrar na sua conta para poder fazer isso', loginText.authNeeded],
  ['R3.15', 'Houve um erro ao reautenticar...', loginText.reauthenticationFailed],
  ['R3.15', 'Ocorreu um erro de conexão, recarregue a página.', providerText.connectionFailed],
  ['R4.3', 'Não foi possível atualizar suas informações{…}', settingsText.notSaved('Por quê.')],
  ['R4.3', 'O email inserido já está em uso', usedMessages.used_email],
  ['R4.3', 'O celular inserido já está em uso', errorCodes.used_phone.message],
  ['R4.3', 'O CPF inserido já está em uso', usedMessages.used_document],
  ['R4.3', 'A senha inserida está incorreta', errorCodes.wrong_password.message],
  ['R4.3', 'Suas informações foram atualizadas!', settingsText.saved],
  ['R4.3', 'Suas credenciais foram atualizadas!', settingsText.credentialsSaved],
  [
    'R5.1',
    'Pelo menos uma forma de contato é necessária. Celular ou email.',
    refused(CustomerChange, { email: null, phone: null }),
  ],
  ['R5.1', 'Pelo menos uma forma de contato é necessária. Celular ou email.', contactMessage],
  ['R5.2', 'Insira um número de celular válido', refused(Phone, '1199')],
  ['R5.2', 'Insira um número de celular válido', providerText.invalid_phone],
  ['R5.4', 'Insira uma data de nascimento válida', birthdateMessage],
  [
    'R5.4',
    'O cadastro é permitido somente para quem tem entre 18 e 70 anos de idade',
    ageLimitsMessage({ is_age_restriction_enabled: true, allow_from_age: 18, allow_to_age: 70 }),
  ],
  ['R5.5', 'Insira um CPF válido', cpfMessage],
  ['R5.5', 'Insira um CNPJ válido', cnpjMessage],
  [
    'R5.6',
    'Insira uma senha válida, que deve conter entre 6 e 30 caracteres',
    refused(Password, '12345'),
  ],
  ['R5.6', 'As senhas devem ser iguais', passwordMismatchMessage],
  ['R5.7', 'Informe um CEP válido.', refused(PostalCodeOrNone, '123')],
  ['R5.7', 'Informe a sigla de um estado válido e em caixa alta.', refused(StateOrNone, 'sp')],
  [
    'R5.8',
    'É necessário concordar com os termos de uso e a política de privacidade.',
    refused(CustomerChange, { opt_in: false }),
  ],
  ['R5.11', 'Data inválida', refused(typedDate(), '2026-02-30')],
  ['R5.11', 'Formato inválido', refused(typedDate(), '30/02')],
  ['R5.11', 'Este campo é obrigatório', refused(typedDate(), '')],
  ['R5.11', 'Este campo é obrigatório', requiredMessage],
  ['R5.11', 'A data deve ser maior que 01/02/2026', afterMessage('2026-02-01')],
  ['R5.11', 'A data deve ser menor que 01/02/2026', beforeMessage('2026-02-01')],
  ['R6.1', 'Você já aceitou a política de cookies.', errorCodes.agreement_exists.message],
  ['R7.4', 'R$\u00a012,50', formatMoney(1_250)],
  ['R9.2', 'Confirmar troca?', prizeText.confirmTitle],
  ['R9.2', 'Troca realizada com sucesso!', prizeText.redeemed],
  ['R9.2', 'Não foi possível finalizar sua troca...', prizeText.notRedeemed],
  ['R9.2', 'Você não tem saldo suficiente...', errorCodes.insufficient_balance.message],
  [
    'R9.2',
    'Não existem mais códigos disponíveis para este produto.',
    errorCodes.no_codes_left.message,
  ],
  ['R10.2', 'Esta promoção é inválida.', errorCodes.invalid_promotion.message],
  ['R10.2', 'Esta promoção não está ativa no momento.', errorCodes.inactive_promotion.message],
  [
    'R13.1',
    'Há um problema na conexão. Verifique a sua conexão e tente novamente.',
    networkMessage,
  ],
  ['R13.1', 'Hmm... Isso está demorando mais que o normal...', timeoutMessage],
]

/** R13.1: the sentence of a status, whichever server or proxy answers it. */
const unfinished =
  'Ocorreu um erro ao finalizar a sua requisição. Nossa equipe já foi informada. Tente novamente mais tarde.'
const catalogue: [status: number, sentence: string][] = [
  [400, unfinished],
  [401, 'A sua sessão expirou, entre em sua conta novamente.'],
  [403, 'Ops.. Você não tem permissão para acessar esse conteúdo.'],
  [408, 'O servidor demorou demais para responder...'],
  [422, 'Há um erro de validação no formulário...'],
  [429, 'Ocorreram muitas requisições, aguarde um momento e tente novamente.'],
  [500, unfinished],
  [501, 'Esta funcionalidade ainda não está implementada.'],
  [502, unfinished],
  [509, unfinished],
]

test.each(quoted.map(([code, sentence, said]) => ({ code, sentence, said })))(
  'the portal says “$sentence” as the specification does [$code]',
  ({ sentence, said }) => {
    const start = sentence.replace('{…}', '. ')
    expect(start === sentence ? said : said.slice(0, start.length)).toBe(start)
  },
)

test.each(catalogue)('the status %i has the catalogue’s message [R13.1]', (status, sentence) => {
  expect(messageForStatus(status)).toBe(sentence)
})

test('the forms for an SMS code and for a till’s code have the same message [R3.6]', () => {
  expect(refused(IntentionCapture, { code: '1' })).toBe(refused(VerificationCode, '1'))
})

/** The first message with which a schema refuses an input. */
function refused(schema: z.ZodMiniType, input: unknown): string {
  return schema.safeParse(input).error?.issues[0]?.message ?? ''
}

function typedDate() {
  return dateInput(() => ({ first: '2026-11-20', last: '2026-11-20' }))
}
