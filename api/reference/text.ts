/** The words of the API's document and of the page that shows it (`GET /api/docs`). */

import type { Caller } from '#contract/endpoints/endpoint.ts'
import { type ErrorCode, errorCodes } from '#contract/error.ts'
import { limits } from '#contract/limits.ts'
import type { WebhookType } from '#contract/webhook.ts'

export const referenceWords = {
  document: 'API de fidelidade',
  conventions:
    'Pontos são inteiros. Dinheiro é um número inteiro de centavos. Instantes são ISO 8601 em UTC. ' +
    'Toda resposta que não é um sucesso tem a forma `{ status, message, data: { type, fields? } }`.',
  idempotency:
    `Aceita \`Idempotency-Key\`, de 16 a 128 de \`A-Z a-z 0-9 _ . : -\`, guardada por ${limits.idempotency_days} dias: ` +
    'a mesma chave com o mesmo pedido recebe a resposta guardada, com `Idempotent-Replayed: true`, também se for um erro; ' +
    'com outro pedido, `idempotency_mismatch`.',
  scope: (scope: string) => `A chave precisa do escopo \`${scope}\`.`,

  /** Stands for the programme's address where the request does not name one. */
  anyOrigin: 'https://endereco-do-programa.com.br',
  askedServer: 'O endereço em que este documento foi pedido',
  companyServer: 'O endereço do programa de uma empresa',
  companyHost: 'O nome do endereço do programa, sem https://',

  skip: 'Ir para o conteúdo',
  contents: 'Nesta página',
  start: 'Primeiros passos',
  calls: 'Chamadas',
  errors: 'Erros',
  partner: 'Caixa e integrações',
  portal: 'Portal do cliente',
  download: 'Documento OpenAPI (JSON)',
  portalIntroduction:
    'As chamadas que o portal faz em nome do cliente. Para integrar um caixa, comece por “Caixa e integrações”.',
  portalCallsIntroduction:
    '`Company-Id` leva o id da empresa, que a chamada `GET /company/get-company-by-domain/{hostname}` responde. Depois da entrada, `Authorization: Bearer` leva o `token` que ela respondeu. Os exemplos contam a história de uma cliente, Marina, no Café Aurora.',
  callsIntroduction:
    'Tudo o que um caixa pode pedir. Cada chamada leva `Authorization: Bearer CHAVE`.',
  errorsIntroduction:
    'Decida por `data.type` e mostre `message` ao operador: abaixo, a frase de cada código. “Pode repetir”: o mesmo pedido pode dar certo mais tarde.',

  parameters: 'Endereço e parâmetros',
  headers: 'Cabeçalhos',
  body: 'Corpo do pedido',
  answer: (status: string) => `Resposta ${status}`,
  fileAnswer: (status: string, mediaTypes: string[]) =>
    `Resposta ${status}: ${mediaTypes.map((one) => `<code>${one}</code>`).join(' ou ')}`,
  emptyAnswer: (status: string) => `Resposta ${status}, sem corpo`,
  noField: 'Sem campos',
  otherFields: '(outros nomes)',
  required: 'obrigatório',
  list: (type: string) => `lista de ${type}`,
  or: ' ou ',
  from: (value: string) => `a partir de ${value}`,
  upTo: (value: string) => `até ${value}`,
  upToCharacters: (value: string) => `até ${value} caracteres`,
  standard: (value: string) => `padrão ${value}`,
  values: 'Valores:',

  repeat: 'pode repetir',

  command: 'Comando',
  example: 'Exemplo',
  /** Stand for a key of a till and for a token of the identity provider in the examples. */
  partnerKey: 'CHAVE',
  providerToken: 'TOKEN_DO_PROVEDOR',
  exampleRequest: 'Exemplo de pedido',
  exampleAnswer: (status: string) => `Exemplo de resposta ${status}`,
  copy: 'Copiar',
  copied: 'Copiado',
}

/** JSON's types, as the page names them. */
export const typeNames: Record<string, string> = {
  string: 'texto',
  integer: 'inteiro',
  number: 'número',
  boolean: 'verdadeiro ou falso',
  object: 'objeto',
  null: 'nulo',
  uuid: 'UUID',
  date: 'data AAAA-MM-DD',
  'date-time': 'instante ISO 8601',
  email: 'email',
  uri: 'endereço',
}

export const webhookWords = {
  description:
    'Enviado ao endereço da empresa no formato Standard Webhooks. Confira a assinatura antes de usar os dados. A mesma mensagem pode chegar mais de uma vez, em qualquer ordem.',
  received: 'Recebida. Responda em até dez segundos e trabalhe depois.',
  gone: 'O endereço deixa de receber mensagens.',
  repeated: 'Qualquer outra resposta: a mensagem é enviada outra vez, por 24 horas.',
  summaries: {
    'points.generated':
      'Uma compra foi registrada, mesmo que tenha rendido 0 pontos, ou uma promoção deu pontos',
    'points.reversed': 'Pontos foram retirados ou devolvidos por um estorno',
    'intention.authorized': 'O cliente autorizou o uso de pontos',
    'intention.declined': 'O cliente recusou o uso de pontos',
    'intention.expired': 'O tempo para autorizar o uso de pontos acabou',
    'voucher.issued': 'Um prêmio foi trocado por pontos',
    'voucher.withdrawn': 'Um prêmio foi entregue',
    'level.changed': 'O nível do cliente subiu ou desceu',
    'customer.created': 'Um cliente se cadastrou',
    'customer.erased': 'Um cliente saiu: apague os seus dados sobre este id',
    'head.signed': 'O selo de um dia foi assinado: guarde-o para provar que nenhum registro mudou',
  } satisfies Record<WebhookType, string>,
}

/** The headers of a message. */
export const webhookHeaderWords = {
  'webhook-id': 'O id da mensagem. Guarde-o: uma mensagem repetida tem o mesmo.',
  'webhook-timestamp':
    'Quando a mensagem foi enviada, em segundos Unix. Recuse mais de cinco minutos de diferença.',
  'webhook-signature':
    'Uma ou mais assinaturas `v1,…`, separadas por espaço: HMAC-SHA256 de `webhook-id.webhook-timestamp.corpo`, em base64.',
}

/** How a caller shows who it is. */
export const credentialWords: Record<
  Exclude<Caller, 'anyone' | 'visitor' | 'staff_half' | 'staff'>,
  string
> = {
  guest: 'A empresa, pelo id',
  customer: 'O token da sessão de um cliente',
  account: 'O token do provedor de identidade',
  partner: 'A chave de um caixa ou parceiro',
}

/** The first word of a path → the heading of its calls, in the page's order. A word without one comes last, as it is. */
export const groupNames: Record<string, string> = {
  points: 'Pontos',
  voucher: 'Vouchers',
  customer: 'Cliente',
  'calculation-rule': 'Regras de cálculo',
  'integration-token': 'Clube de assinatura',
  session: 'Sessão',
  notification: 'Avisos',
  prize: 'Prêmios',
  promotion: 'Promoções',
  level: 'Níveis',
  wallet: 'Carteira do celular',
  company: 'Empresa',
  address: 'Endereço',
  sandbox: 'Ambiente de testes',
  health: 'Servidor',
}

/** Whether the same request may succeed later without a change. */
export function mayRepeat(code: ErrorCode): boolean {
  const waits: ErrorCode[] = ['timeout', 'idempotency_in_progress']
  return waits.includes(code) || errorCodes[code].status === 429 || errorCodes[code].status >= 500
}
