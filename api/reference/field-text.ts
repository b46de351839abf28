/**
 * Field → its meaning, in Portuguese, for the descriptions in the API's document. A field has the same meaning in all calls. An
 * entry with the enclosing field (`prize.name`) takes precedence. The enclosing name of a top-level field is `requestBody`,
 * `parameters` or, in an answer, the first word of the call's path (`/prize`).
 */

import { portalFieldMeanings } from './portal-field-text.ts'

const fieldMeanings: Record<string, string> = {
  // Who
  customer: 'O cliente: por exatamente um de `document`, `phone`, `email` e `code`.',
  'customer.code':
    'O texto do QR code “Meu código” no celular do cliente. Muda a cada 30 segundos.',
  customer_id: 'O id do cliente.',
  document: 'CPF ou CNPJ, com ou sem pontuação. Mascarado na resposta se o caixa não o enviou.',
  phone: 'Celular com DDD, com ou sem pontuação.',
  email: 'O email do cliente.',
  can_spend: 'Falso até o cliente confirmar um email ou celular.',
  level: 'O nível do cliente; nulo se não tem.',
  'level.name': 'O nome do nível.',
  subsidiary_name: 'A loja. Maiúsculas e acentos não importam.',
  external_id:
    'O número do seu sistema para esta venda, devolução ou pedido. Repetido, recebe a primeira resposta.',

  // Money and points
  purchase_value: 'O valor da compra, em centavos.',
  points_amount: 'Pontos.',
  points_value: 'Quanto os pontos valem, em centavos.',
  'requestBody.points_amount': 'Quantos pontos usar.',
  'requestBody.points_value':
    'Centavos: em uma venda, a parte paga com pontos; em um pedido, quanto usar, no lugar de `points_amount`.',
  points_percentage: 'A porcentagem da compra que virou pontos, em regras de porcentagem.',
  returned_value: 'Centavos da compra que voltaram. Sem este campo, tudo o que resta dela.',
  amount: 'O mesmo que `points_amount`.',
  value: 'O mesmo que `points_value`.',
  balance:
    'O saldo: em uma consulta, o de agora; em um lançamento, o de depois; em uma autorização, o de antes dela.',
  balance_after: 'O saldo menos os pontos usados ou reservados.',
  amount_balance: 'Pontos que podem ser usados agora.',
  value_balance: 'Quanto esses pontos valem, em centavos.',

  // A record
  id: 'O id.',
  type_id: 'GNR: pontos dados. CNS: pontos usados. _REVERSAL: o estorno de cada um.',
  sequence: '1 no primeiro lançamento do cliente, sem saltos.',
  origin: 'De onde vem o lançamento: venda, promoção, autorização, voucher.',
  code: 'O código: de um voucher, de uma promoção ou os seis números que o cliente diz.',
  'requestBody.code':
    'Os seis números que o cliente diz; no clube de assinatura, o código com que ele chegou.',
  source_key: 'A autorização, o voucher ou a promoção de onde vem o lançamento.',
  integrator_id: 'A chave do caixa que fez o lançamento.',
  parent_id: 'O lançamento que este estorna.',
  reverses_id: 'O lançamento que este estorna.',
  generator_id: 'O lançamento estornado, se dava pontos.',
  consumption_id: 'O lançamento estornado, se usava pontos.',
  available_at: 'O primeiro dia em que os pontos podem ser usados; nulo: já podem.',
  expires_at: 'O último dia ou instante em que vale; nulo: sem prazo.',
  created_at: 'Quando foi criado.',
  now: 'O instante do relógio do sandbox, com `Z` ou fuso. Um instante que já passou não muda nada.',
  company_id: 'A empresa, para o cabeçalho `Company-Id`.',

  // The head of a day
  'data.company_id': 'O id da empresa.',
  'data.public_key':
    'A chave pública Ed25519 do servidor (SubjectPublicKeyInfo), em base64. Também em `/.well-known/fiel-head-key`.',
  'data.number': 'O número do selo: 1, 2, 3… por empresa, sem saltos.',
  'data.day': 'O dia, no fuso da empresa.',
  'data.until': 'O instante em que o dia acabou.',
  'data.customers': 'Clientes com lançamentos novos desde o selo anterior.',
  'data.records': 'Todos os lançamentos da empresa até então.',
  'data.entries_hash': 'SHA-256 dos últimos lançamentos desses clientes, em hexadecimal.',
  'data.previous_hash': 'O `hash` do selo anterior; zeros no primeiro.',
  'data.hash': 'O selo: SHA-256 em hexadecimal. Guarde-o fora do Fiel.',
  'data.signature': 'Assinatura Ed25519 dos 32 bytes de `hash`, em base64.',

  // How a purchase earns
  calculation_rule_id:
    'A regra de cálculo, por `key` ou `id`. Sem ela vale a primeira regra do dia.',
  calculation: 'Como os pontos foram calculados. Um passo que não foi usado falta.',
  rule: 'O nome da regra.',
  key: 'O nome fixo da regra, que um caixa pode enviar.',
  valid_from: 'Primeiro dia da regra; nulo: sem começo.',
  valid_to: 'Último dia da regra; nulo: sem fim.',
  type: 'POINTS_PER_REAL: pontos por real. PERCENTAGE: porcentagem da compra.',
  'calculation.points_value': 'Centavos da compra que foram pagos com pontos.',
  rate: 'Pontos por real, ou porcentagem.',
  base: 'Centavos sobre os quais a regra foi aplicada.',
  minimum_purchase_value: 'O valor mínimo que a compra não alcançou, em centavos.',
  multiplier: 'O fator do nível do cliente.',
  cap: 'O limite que foi aplicado: pontos, ou centavos em PERCENTAGE.',
  points_per_real: 'Quantos pontos valem R$ 1.',
  rounding: 'Sempre para baixo.',

  // An authorisation
  status: 'O estado da autorização.',
  captured: 'O que foi usado; nulo enquanto nada foi.',
  record_id: 'O lançamento no histórico. Um estorno usa este id.',

  // A voucher
  state: 'O estado do voucher: a retirar, retirado, fora do prazo ou cancelado.',
  prize: 'O prêmio do voucher.',
  name: 'O nome.',
  description: 'A descrição.',
  category: 'A categoria.',
  tos_url: 'O endereço das regras do prêmio.',
  photo_url: 'O endereço da foto.',
  withdrawn_at: 'Quando foi retirado.',
  withdrawn_at_subsidiary: 'A loja em que foi retirado.',

  // A message of a webhook
  'webhook.type': 'O tipo da mensagem, que diz quais campos `data` tem.',
  'webhook.timestamp': 'O instante do que aconteceu.',
  level_id: 'O nível de agora; nulo se não tem.',
  previous_level_id: 'O nível de antes; nulo se não tinha.',
  'webhook.data': 'O que aconteceu: ids e números, sem dados pessoais.',

  // Warnings and errors
  'warning.type': 'Sempre `unknown_subsidiary`.',
  warning: 'Presente quando a empresa não conhece a loja. A operação foi feita.',
  message: 'Uma frase para o operador.',
  'Error.status': 'O status da resposta.',
  'Error.data': 'O erro, para o seu programa.',
  'data.type': 'O código do erro.',
  fields: 'Campo → o que há de errado com ele.',
  details: 'Números do erro, como `attempts_left`.',
  retry:
    '`new_key`: a resposta ficou guardada na `Idempotency-Key`. Uma nova tentativa precisa de outra.',
  closest: 'A loja da empresa com o nome mais parecido.',
}

const meanings = { ...portalFieldMeanings, ...fieldMeanings }

/** The meaning of a field inside the field `around`; otherwise the meaning of the field alone. */
export function meaningOf(field: string, around: string | undefined): string | undefined {
  return meanings[`${around}.${field}`] ?? meanings[field]
}
