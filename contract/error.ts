/**
 * The error codes, each with its HTTP status and its Portuguese message (D2, R13).
 * A refusal is an answer that carries an error code. The message tells the person what they can do. A defect has no code of its
 * own: the server answers `internal`, status 500, with a request id.
 */

import * as z from 'zod/mini'

const unfinished =
  'Ocorreu um erro ao finalizar a sua requisição. Nossa equipe já foi informada. Tente novamente mais tarde.'

/** The console alone gets these codes: contract/console/error-message.ts has their messages, which the portal need not load. */
const ofConsole = unfinished

export const errorCodes = {
  bad_request: { status: 400, message: unfinished },
  unauthenticated: {
    status: 401,
    message: 'A sua sessão expirou, entre em sua conta novamente.',
  },
  /** A partner's API key that is missing, malformed, unknown or revoked (D13). */
  invalid_key: {
    status: 401,
    message: 'Chave do caixa inválida. Fale com o administrador.',
  },
  forbidden: {
    status: 403,
    message: 'Ops.. Você não tem permissão para acessar esse conteúdo.',
  },
  /** D15: the password was right, and the second factor is still missing. */
  second_factor_required: { status: 403, message: ofConsole },
  /** D15: the call needs a second factor that was given in the last 5 minutes. */
  fresh_factor_required: { status: 403, message: ofConsole },
  company_unavailable: { status: 403, message: 'Sistema indisponível' },
  /** D15: the staff has blocked the customer. Only who has proven the credentials, and a till, gets this error. */
  customer_blocked: {
    status: 403,
    message:
      'Ops.. Você não tem permissão para acessar esse conteúdo. Sua conta está bloqueada. Fale com a loja.',
  },
  not_found: { status: 404, message: 'Não encontramos o que você procura.' },
  company_not_found: { status: 404, message: 'Não encontramos nenhum dado da empresa' },
  customer_not_found: { status: 404, message: 'Não encontramos este cliente.' },
  postal_code_not_found: { status: 404, message: 'Não encontramos este CEP.' },
  voucher_not_found: { status: 404, message: 'Não encontramos este voucher. Confira o código.' },
  promotion_not_found: { status: 404, message: 'Não encontramos esta promoção. Confira o código.' },
  timeout: { status: 408, message: 'O servidor demorou demais para responder...' },
  agreement_exists: { status: 409, message: 'Você já aceitou a política de cookies.' },
  intention_open: { status: 409, message: 'Este cliente já tem uma autorização em aberto.' },
  intention_over: { status: 409, message: 'Esta autorização já terminou.' },
  authorization_required: {
    status: 409,
    message: 'O cliente ainda não autorizou. Peça o código ou que ele toque em Autorizar.',
  },
  /** D16: the points or vouchers have changed since the person confirmed what leaving forfeits. */
  forfeit_changed: {
    status: 409,
    message: 'O que você perderia mudou desde que abriu esta tela. Confira e confirme de novo.',
  },
  last_owner: { status: 409, message: ofConsole },
  last_factor: { status: 409, message: ofConsole },
  /** D15: another tab or person has changed the draft since this page read it. */
  draft_changed: { status: 409, message: ofConsole },
  /** D15: a newer version was published after the draft began. */
  draft_outdated: { status: 409, message: ofConsole },
  /** D15: the person who made a change may not approve it. */
  own_request: { status: 409, message: ofConsole },
  /** D18: the month has not ended by the company's clock, or ended less than 10 minutes ago. */
  month_open: { status: 409, message: ofConsole },
  /** D18: a month is closed once. */
  month_closed: { status: 409, message: ofConsole },
  /** D18: the sums of records and of lots differ, so the audit must find out why. */
  closing_unexplained: { status: 409, message: ofConsole },
  /** D17: the import is in another state, or expects another part of the file. */
  import_changed: { status: 409, message: ofConsole },
  request_over: { status: 409, message: ofConsole },
  /** A concurrent duplicate holds the idempotency key (D2). */
  idempotency_in_progress: {
    status: 409,
    message: 'Esta operação ainda está em andamento. Aguarde um instante.',
  },
  too_large: { status: 413, message: unfinished },
  unsupported_media_type: { status: 415, message: unfinished },
  validation: { status: 422, message: 'Há um erro de validação no formulário...' },
  draft_invalid: { status: 422, message: ofConsole },
  draft_unchanged: { status: 422, message: ofConsole },
  wrong_credentials: { status: 422, message: 'As credenciais estão incorretas.' },
  used_email: { status: 422, message: 'O email já está sendo utilizado.' },
  used_document: { status: 422, message: 'O CPF ou CNPJ já está sendo utilizado.' },
  used_phone: { status: 422, message: 'O celular inserido já está em uso' },
  /**
   * T10: the mailed link is valid, but using it without a password would end the password of the account. A new phone and the end of
   * another device's session require it too, unless the sign-in is at most 10 minutes old.
   */
  password_required: {
    status: 422,
    message: 'Informe a senha da conta ou crie uma nova.',
  },
  /**
   * The account has no password and the sign-in is older than 10 minutes. Deleting the account (D16), new credentials and the end of
   * another device's session need one of the two. New email and password need the password where there is one.
   */
  sign_in_again: {
    status: 422,
    message: 'Por segurança, saia e entre de novo. Depois volte aqui em até 10 minutos.',
  },
  wrong_password: { status: 422, message: 'A senha inserida está incorreta' },
  expired_token: {
    status: 422,
    message: 'Este link expirou ou já foi usado. Peça outro.',
  },
  already_confirmed: { status: 422, message: 'O email já foi confirmado' },
  underage: { status: 422, message: 'O cadastro não é permitido para a sua idade.' },
  overage: { status: 422, message: 'O cadastro não é permitido para a sua idade.' },
  /** The company accepts only the shops of its list (D13). The message names the most similar shop. */
  unknown_subsidiary: { status: 422, message: 'Esta loja não está na lista da empresa.' },
  unknown_calculation_rule: { status: 422, message: 'Esta regra de cálculo não existe.' },
  inactive_calculation_rule: {
    status: 422,
    message: 'Nenhuma regra de cálculo está valendo hoje para esta compra.',
  },
  /** D15: a credit is undone only while its lot has all of its points. */
  adjustment_used: { status: 422, message: ofConsole },
  /** D15: above the company's limit an attendant asks a manager. */
  adjustment_above_limit: { status: 403, message: ofConsole },
  /** D15: the account belongs to another account of the person, which alone signs in. */
  account_merged: {
    status: 403,
    message: 'Esta conta foi juntada com outra sua. Entre com os dados da outra conta.',
  },
  customer_merged: { status: 409, message: ofConsole },
  merge_chain: { status: 409, message: ofConsole },
  merge_over: { status: 409, message: ofConsole },
  merge_needs_document: { status: 422, message: ofConsole },
  merge_needs_registered: { status: 422, message: ofConsole },
  merge_debt: { status: 422, message: ofConsole },
  /** D15: the account that goes is blocked. Its points would be free in the account that stays. */
  merge_blocked: { status: 409, message: ofConsole },
  /** D15: above the limit a second person must agree, so the adjustment is asked for. */
  second_person_required: { status: 409, message: ofConsole },
  already_reversed: { status: 422, message: 'Este lançamento já foi estornado.' },
  return_exceeds_purchase: {
    status: 422,
    message: 'O valor devolvido é maior que o que resta da compra.',
  },
  consumption_is_whole: {
    status: 422,
    message: 'O uso de pontos é estornado por inteiro: não informe returned_value.',
  },
  insufficient_balance: { status: 422, message: 'Você não tem saldo suficiente...' },
  /** D3: a customer who took over pre-registered points must confirm an email or a phone before spending. */
  contact_unconfirmed: {
    status: 422,
    message: 'Confirme o seu email ou celular para usar o seu saldo.',
  },
  /** T18: the key has given its maximum of points for this day. */
  daily_limit_reached: {
    status: 422,
    message: 'Este caixa chegou ao limite de pontos de hoje.',
  },
  wrong_code: { status: 422, message: 'O código não confere.' },
  /** D14: the member code is outside its time window or has already opened a hold. Only a till gets this error. */
  expired_code: {
    status: 422,
    message: 'Este código expirou ou já foi usado. Peça ao cliente para mostrar o código atual.',
  },
  points_exceed_purchase: {
    status: 422,
    message: 'A compra vale menos do que estes pontos.',
  },
  capture_exceeds_hold: {
    status: 422,
    message: 'Não é possível usar mais pontos do que o cliente autorizou.',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'Esta operação já foi feita com outros dados.',
  },
  incomplete_profile: {
    status: 422,
    message: 'Complete o seu cadastro para continuar.',
  },
  level_required: {
    status: 422,
    message: 'Esta troca está disponível a partir de um nível acima do seu.',
  },
  expired: { status: 422, message: 'Esta troca não está mais disponível.' },
  /** A redemption named another price than the present one: the customer has to confirm the new one. */
  price_changed: {
    status: 409,
    message: 'O valor deste prêmio mudou. Confira o novo valor e tente outra vez.',
  },
  no_codes_left: {
    status: 422,
    message: 'Não existem mais códigos disponíveis para este produto.',
  },
  voucher_withdrawn: { status: 422, message: 'Este voucher já foi retirado.' },
  voucher_expired: { status: 422, message: 'Este voucher expirou.' },
  voucher_cancelled: { status: 422, message: 'Este voucher foi cancelado.' },
  invalid_promotion: { status: 422, message: 'Esta promoção é inválida.' },
  inactive_promotion: { status: 422, message: 'Esta promoção não está ativa no momento.' },
  /** D21: marketing notices require the marketing consent first. */
  marketing_consent_required: {
    status: 422,
    message: 'Para receber este aviso, aceite receber novidades e promoções.',
  },
  promotion_used: { status: 422, message: 'Você já usou esta promoção.' },
  /** T6, D13: after a decline the shop may ask once more, for fewer points. Any other request must wait 10 minutes. */
  intention_declined: {
    status: 429,
    message:
      'O cliente recusou há pouco um pedido desta loja. Peça um valor menor, uma vez, ou aguarde para pedir de novo.',
  },
  too_many_requests: {
    status: 429,
    message: 'Ocorreram muitas requisições, aguarde um momento e tente novamente.',
  },
  internal: { status: 500, message: unfinished },
  not_implemented: { status: 501, message: 'Esta funcionalidade ainda não está implementada.' },
  unavailable: { status: 503, message: unfinished },
  /** The address services did not answer. The person can type the address. */
  address_unavailable: {
    status: 503,
    message: 'A busca por CEP não respondeu. Preencha o endereço.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCodes

/**
 * Errors of the caller or of a rate limit. An idempotency key does not store them, so a retry with the same key may succeed.
 * All other errors are stored and carry `retry: 'new_key'`. engine/idempotency/idempotency.sql has the same list.
 */
export const transientErrors: readonly ErrorCode[] = [
  'unauthenticated',
  'invalid_key',
  'company_unavailable',
  'too_many_requests',
  'intention_declined',
]

/** The message for a cashier, where the message above addresses the customer (D13). */
export const cashierMessages: Partial<Record<ErrorCode, string>> = {
  forbidden: 'Este caixa não tem permissão para isto. Fale com o administrador.',
  insufficient_balance: 'O cliente não tem saldo suficiente...',
  contact_unconfirmed: 'O cliente precisa confirmar o email ou o celular para usar o saldo.',
  customer_blocked: 'A conta deste cliente está bloqueada: ele não pode usar pontos.',
}

/** The messages of `bad_request` for a body that is JSON and could be read in two ways, or whose bytes are not UTF-8. */
export const badJsonMessages = {
  repeated: 'O corpo do pedido repete um campo: envie cada campo uma vez.',
  tooLarge: 'O corpo do pedido tem um número grande demais.',
  encoding: 'O corpo do pedido não está em UTF-8.',
}

/** The message of a field that the endpoint does not have. The field's name stands beside it. */
export const unknownFieldMessage = 'Campo desconhecido'

/** The portal's messages when no answer arrived (R13.1). */
export const networkMessage =
  'Há um problema na conexão. Verifique a sua conexão e tente novamente.'
export const timeoutMessage = 'Hmm... Isso está demorando mais que o normal...'

/** Field → its messages. A dot joins the names of nested fields: 'customer.document'. */
export type FieldMessages = Record<string, string[]>

/** The figures of an error: how many points are missing, how many attempts are left. */
export type Details = Record<string, number>

/** The body of every answer that is not a success (D2). */
export const ErrorBody = z.object({
  status: z.int(),
  message: z.string(),
  data: z.object({
    type: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
    fields: z.optional(z.record(z.string(), z.array(z.string()))),
    details: z.optional(z.record(z.string(), z.number())),
    /** The idempotency key has stored this refusal. A caller that retries must send a new key. */
    retry: z.optional(z.literal('new_key')),
  }),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** The code that stands for a status when the answer carries no code. Other codes share these statuses. */
const plain: ErrorCode[] = [
  'bad_request',
  'unauthenticated',
  'forbidden',
  'not_found',
  'timeout',
  'validation',
  'too_many_requests',
  'not_implemented',
]

/** The message for an answer without an `ErrorBody`, such as a proxy's page or an older server's answer (R13.1). */
export function messageForStatus(status: number): string {
  const code = plain.find((one) => errorCodes[one].status === status)
  return code ? errorCodes[code].message : unfinished
}

/** The page that a browser gets in place of `unavailable`, where the server does not know the company's look. */
export const unavailablePageWords = {
  title: 'Não conseguimos abrir esta página',
  text: 'O programa não respondeu. Seu saldo está guardado: tente de novo em um instante.',
  retry: 'Tentar de novo',
}
