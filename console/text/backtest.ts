/** The sentences of the backtest of a draft. */

import { counted, formatInteger, formatMoney } from '#contract/value/money.ts'

export const backtestText = {
  title: 'E se já valesse?',
  intro:
    'Antes de publicar, as compras dos últimos 12 meses são calculadas de novo por este rascunho. Nada é gravado.',
  start: 'Simular com as compras de 12 meses',
  stop: 'Parar',
  resume: 'Continuar',
  running: 'Calculando as compras',
  progress: (read: number, total: number) =>
    `${formatInteger(Math.min(read, total))} de ${counted(total, 'cliente', 'clientes')}`,
  stopped: 'A simulação parou antes do fim. Os números abaixo são só dos clientes já lidos.',
  empty: 'Nenhuma compra nos últimos 12 meses: não há o que simular.',
  period: (since: string, until: string, purchases: number, customers: number) =>
    `${counted(purchases, 'compra', 'compras')} de ${counted(customers, 'cliente', 'clientes')}, de ${since} a ${until}.`,
  figures: {
    name: 'Medida',
    before: 'Como foi',
    after: 'Com o rascunho',
    change: 'Diferença',
    points: 'Pontos gerados',
    value: 'Custo em R$',
    liability: 'Passivo destas compras',
  },
  figuresLabel: 'Custo e passivo',
  points: (points: number) => counted(points, 'ponto', 'pontos'),
  /** +1.250, or -1.250 (-10 %). */
  difference: (before: number, after: number, isMoney: boolean) => {
    const change = after - before
    const sign = change > 0 ? '+' : ''
    const text = isMoney ? formatMoney(change) : formatInteger(change)
    const percent = before === 0 ? '' : ` (${sign}${percentOf(change, before)} %)`
    return change === 0 ? 'igual' : `${sign}${text}${percent}`
  },
  proofTitle: 'A conta confere?',
  proof: (exact: number, purchases: number) =>
    `${formatInteger(exact)} de ${counted(purchases, 'compra', 'compras')} recalculadas com a versão da época dão o que está no extrato, ponto por ponto.`,
  byRecord: (count: number) =>
    `${counted(count, 'outra confere', 'outras conferem')} com o cálculo guardado no próprio lançamento: a versão da época não está guardada.`,
  differing: (count: number) =>
    `${counted(count, 'compra não confere e deixa', 'compras não conferem e deixam')} a simulação menos certa.`,
  refused: (count: number) =>
    `${counted(count, 'compra ficaria', 'compras ficariam')} sem pontos: o rascunho não tem regra para ${count === 1 ? 'ela' : 'elas'} naquela data.`,
  held: {
    title: 'O que a simulação não muda',
    items: [
      'O nível de cada compra é o que o cliente tinha naquele dia. Um multiplicador novo conta; um gatilho novo não muda quem estava em que nível.',
      'Os clientes compram e trocam como fizeram: do que cada compra rende, fica sem uso a mesma parte.',
      'Pontos de promoções e prêmios ficam de fora. Devoluções tiram a mesma parte da compra.',
      'O lançamento não diz se o caixa escolheu a regra. Se ela era a padrão do dia, a simulação usa a padrão do rascunho.',
      'Uma regra com datas vale só para as compras feitas dentro delas.',
    ],
  },
  levelsTitle: 'Quem ganha e quem perde, por nível de hoje',
  levels: {
    level: 'Nível',
    customers: 'Clientes',
    winners: 'Ganham',
    losers: 'Perdem',
    before: 'Pontos como foi',
    after: 'Pontos com o rascunho',
    beforeValue: 'R$ como foi',
    afterValue: 'R$ com o rascunho',
  },
  noLevel: 'Sem nível',
  examplesTitle: 'Clientes, antes e depois',
  examplesText: 'Os que mais ganham, os que mais perdem, e depois os que mais compram.',
  examples: {
    customer: 'Cliente',
    level: 'Nível',
    purchases: 'Compras',
    before: 'Pontos como foi',
    after: 'Pontos com o rascunho',
    change: 'Diferença',
  },
  noName: 'Cliente sem cadastro',
  how: (name: string) => `Como calculamos: ${name}`,
  last: (value: string, at: string) => `A última compra, de ${value}, em ${at}`,
  before: 'Como foi',
  after: 'Com o rascunho',
  refusedPurchase: 'O rascunho não tem regra para esta compra: 0 pontos.',
  calculation: {
    result: (points: number, value: string) =>
      `${counted(points, 'ponto', 'pontos')}, que ${points === 1 ? 'vale' : 'valem'} ${value}`,
    expires: (date: string) => `Valem até ${date}`,
    noExpiry: 'Não vencem',
  },
  saveLevels: 'Baixar níveis (CSV)',
  saveExamples: 'Baixar clientes (CSV)',
  levelsFile: 'simulacao-niveis.csv',
  examplesFile: 'simulacao-clientes.csv',
  waitForSave: 'Espere até tudo estar salvo',
}

/** 'dez décimos': one decimal, rounded towards 0. */
function percentOf(change: number, before: number): string {
  const tenths = (BigInt(change) * 1_000n) / BigInt(before)
  const digits = String(tenths < 0n ? -tenths : tenths).padStart(2, '0')
  return `${tenths < 0n ? '-' : ''}${digits.slice(0, -1)},${digits.slice(-1)}`
}
