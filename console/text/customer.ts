/** The sentences of the customer desk. */

import { maxFound, viewMonths } from '#contract/console/desk.ts'
import { counted, formatInteger } from '#contract/value/money.ts'

export const customerText = {
  intro: 'Encontre uma pessoa pelo CPF, CNPJ, celular, email ou nome.',
  searchLabel: 'CPF, CNPJ, celular, email ou nome',
  searchHint: 'Do nome basta o começo de cada palavra.',
  search: 'Procurar',
  results: 'Clientes encontrados',
  count: (n: number) => counted(n, 'cliente', 'clientes'),
  cut: `Mais de ${maxFound} clientes. Digite mais letras do nome.`,
  none: 'Nenhum cliente com este dado. Confira o que você digitou.',
  name: 'Nome',
  document: 'CPF ou CNPJ',
  phone: 'Celular',
  email: 'Email',
  noName: 'Sem cadastro',
  unregistered: 'Sem cadastro',
  registered: 'Cadastrado',
  state: 'Cadastro',
  another: 'Procurar outro',
  standing: 'Saldo',
  balance: 'Disponível',
  pending: 'Pendente',
  held: 'Reservado por um caixa',
  deficit: 'Saldo a compensar',
  level: 'Nível',
  noLevel: 'Sem nível',
  points: (n: number) => `${formatInteger(n)} ${Math.abs(n) === 1 ? 'ponto' : 'pontos'}`,
  vouchers: 'Vouchers',
  noVouchers: 'Nenhum voucher.',
  newestVouchers: (shown: number, total: number) =>
    `Os ${formatInteger(shown)} mais novos de ${formatInteger(total)}.`,
  voucherStates: {
    TO_WITHDRAW: 'Para retirar',
    WITHDRAWN: 'Retirado',
    EXPIRED: 'Vencido',
    CANCELLED: 'Cancelado',
  },
  issued: (date: string) => `Emitido em ${date}`,
  validTo: (date: string) => `vale até ${date}`,
  person: 'Dados da pessoa',
  unregisteredText:
    'A pessoa ainda não se cadastrou: uma compra ou uma importação abriu a conta deste documento.',
  birthdate: 'Nascimento',
  address: 'Endereço',
  since: 'No programa desde',
  lastSeen: 'Último acesso',
  unconfirmed: (email: string) => `${email} (não confirmado)`,
  show: 'Mostrar dados',
  hide: 'Esconder dados',
  showText: `A auditoria guarda por ${viewMonths} meses quem viu, quando e por quê. Nesse tempo, a pessoa pode ler quando e por quê, sem o nome de quem viu.`,
  reason: 'Motivo',
  movements: 'Movimentos',
  noMovements: 'Nenhum movimento ainda.',
  more: 'Ver mais',
  cancelled: 'Cancelado',
  types: {
    GNR: 'Pontos recebidos',
    CNS: 'Pontos usados',
    GNR_REVERSAL: 'Compra devolvida',
    CNS_REVERSAL: 'Uso estornado',
    EXP: 'Pontos vencidos',
  },
  adjustments: {
    GNR: 'Ajuste: pontos dados',
    CNS: 'Ajuste: pontos retirados',
    GNR_REVERSAL: 'Ajuste desfeito',
    CNS_REVERSAL: 'Ajuste desfeito',
    EXP: 'Pontos vencidos',
  },
  merges: {
    GNR: 'Contas juntadas',
    CNS: 'Pontos para a conta que ficou',
    GNR_REVERSAL: 'Contas separadas',
    CNS_REVERSAL: 'Contas separadas',
    EXP: 'Pontos vencidos',
  },
  adjust: 'Ajustar saldo',
  adjustLimit: (limit: string) =>
    `Acima de ${limit} pontos, só um gerente ou proprietário, que confirma o segundo fator.`,
  direction: 'O que fazer',
  give: 'Dar pontos',
  take: 'Retirar pontos',
  pointsLabel: 'Quantos pontos',
  adjusted: (points: number, name: string) =>
    points < 0
      ? ended(`${customerText.points(-points)} a menos para ${name}`)
      : ended(`${customerText.points(points)} a mais para ${name}`),
  adjustedBefore: (points: number, name: string) =>
    `Este ajuste já tinha sido feito: ${customerText.adjusted(points, name)} Confira os movimentos.`,
  repeatedAdjustment:
    'O ajuste anterior desta tela já foi feito, com outros dados. Confira os movimentos. Se ainda for preciso, ajuste de novo.',
  adjustmentUndone: 'Ajuste desfeito.',
  undoOf: (points: number) => `Desfazer o ajuste de ${customerText.points(points)}`,
  calculation: 'Como calculamos',
  details: 'Detalhes',
  availableFrom: 'Libera em',
  goodTo: 'Vale até',
  noEnd: 'sem vencimento',
  lots: 'De quais pontos',
  lot: (points: number, validity: string) => `${customerText.points(points)}, ${validity}`,
  externalId: 'Número no caixa',
  importedId: 'Número no arquivo',
}

/** With one full stop: a masked name ends with one, as 'Rita Q.'. */
function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
