/** The texts of the CSV files of reports. Points and counts are whole numbers, money is in reais with a comma. */

import type { ItemKind } from './report.ts'

export const summaryColumns = [
  'De',
  'Até',
  'Clientes',
  'Novos',
  'Saíram',
  'Ativos em 30 dias',
  'Ativos em 90 dias',
  'Compras',
  'Valor das compras',
  'Pontos de compras',
  'Pontos de compras em reais',
  'Pontos de promoções',
  'Pontos de promoções em reais',
  'Pontos devolvidos',
  'Pontos devolvidos em reais',
  'Pontos usados no caixa',
  'Pontos usados no caixa em reais',
  'Pontos trocados por prêmios',
  'Pontos trocados por prêmios em reais',
  'Ajustes em pontos',
  'Ajustes em reais',
  'Pontos vencidos',
  'Pontos vencidos em reais',
  'Vouchers emitidos',
  'Vouchers retirados',
  'Vouchers cancelados',
  'Vouchers expirados',
] as const

export const shopColumns = [
  'Loja',
  'Na lista da empresa',
  'Ativos em 30 dias',
  'Compras',
  'Valor das compras',
  'Valor das compras no período anterior',
  'Pontos de compras',
  'Pontos de compras em reais',
  'Pontos devolvidos',
  'Pontos devolvidos em reais',
  'Pontos usados no caixa',
  'Pontos usados no caixa em reais',
  'Pontos vencidos',
  'Pontos vencidos em reais',
  'Vouchers retirados',
] as const

export const itemColumns = [
  'Tipo',
  'Nome',
  'Vezes',
  'Pontos',
  'Em reais',
  'Vezes no período anterior',
  'Pontos no período anterior',
  'Em reais no período anterior',
] as const

/** Lines of what is owed now, and of all closed months: both leave the period out of account. */
export const liabilityColumns = ['Vence em', 'Pontos', 'Em reais'] as const
/** The estimate of what will expire unused, and the redemption curve behind it. */
export const breakageColumns = ['Linha', 'Em reais', 'Usado em %'] as const
export const breakageLines = {
  value: 'Deve vencer sem uso',
  low: 'Pelo menos',
  high: 'No máximo',
  months: (months: number) => `Pelo uso de ${months} meses de pontos`,
  used: (age: number) => `Usado até ${age} meses depois do mês em que foi ganho`,
}
export const closingColumns = ['Mês fechado', 'Fechado por', 'Linha', 'Pontos', 'Em reais'] as const
export const closingLines = {
  expires: (month: string | null) => (month === null ? 'Sem vencimento' : `Vence em ${month}`),
  liability: 'Total a honrar',
  deficit: 'Devido por clientes',
  records: 'Soma dos lançamentos',
  expired: 'Vencidos até o fim do mês',
  difference: 'Diferença de arredondamento',
}

export const itemKindNames: Record<ItemKind, string> = {
  rule: 'Regra',
  promotion: 'Promoção',
  prize: 'Prêmio',
  adjustment: 'Ajuste',
}

export const reportFileWords = { yes: 'sim', no: 'não', noShop: '(sem loja)' }
