import { prizeSentence } from '#contract/prize-word.ts'

import { plural } from './plural.ts'

export const dashboardText = {
  hello: (name: string) => (name ? `Olá, ${name}` : 'Olá'),
  balance: 'Seu saldo',
  balanceFailed: 'Não conseguimos atualizar o saldo agora.',
  received: (points: number) =>
    plural(points, {
      zero: '',
      one: 'Você já juntou 1 ponto por aqui',
      many: 'Você já juntou # pontos por aqui',
    }),
  redeem: 'Trocar',
  goal: (amount: string, prize: string) => `Faltam ${amount} para ${prize}`,
  goalOne: (amount: string, prize: string) => `Falta ${amount} para ${prize}`,
  goalPercent: (percent: number, prize: string) => `${percent}% do caminho para ${prize}`,
  arrives: (amount: string, date: string) => `${amount} chegam em ${date}`,
  arrivesOne: (amount: string, date: string) => `${amount} chega em ${date}`,
  arriving: (amount: string, next: string, date: string) =>
    `${amount} a caminho, ${next} já em ${date}`,
  held: 'Reservado no caixa',
  deficit: 'Saldo a compensar',
  deficitText:
    'Uma compra foi devolvida depois que os pontos dela foram usados. Suas próximas compras pagam essa diferença.',
  deficitTextCash:
    'Uma compra foi devolvida depois que o crédito dela foi usado. Suas próximas compras pagam essa diferença.',
  expires: (line: string, date: string) => `${line}, em ${date}`,
  expiresFar: (line: string, date: string) => `${date}: ${line}`,
  urgent: 'Usar agora',
  withinReach: 'Você já pode trocar',
  nearly: 'Quase lá',
  withinReachAndNearly: 'Ao seu alcance',
  missing: (amount: string) => `Faltam ${amount}`,
  missingOne: (amount: string) => `Falta ${amount}`,
  allPrizes: prizeSentence('Ver tod{o|a}s'),
  guaranteed: (level: string, date: string) => `${level} garantido até ${date}`,
  benefit: (amount: string) => `Ganhe ${amount}`,
  until: (date: string) => `Até ${date}`,
  firstSteps: 'Primeiros passos',
  done: 'Feito',
  stepEmail: 'Confirmar seu email',
  stepEmailText: 'Para usar o seu saldo.',
  stepProfile: 'Completar seu cadastro',
  stepProfileText: 'Endereço e sexo, em 1 minuto.',
  stepPromotion: (promotion: string) => `Ativar ${promotion}`,
  stepPurchase: 'Fazer a primeira compra',
  stepPurchaseText: 'Diga seu CPF no caixa.',
  last_purchase: 'Última compra',
  noPurchase: 'Sua próxima compra aparece aqui.',
  earned: (amount: string) => `Você ganhou ${amount}`,
  redemptions: 'Meus vouchers',
  noRedemptions: 'Seus vouchers aparecem aqui.',
  toStore: prizeSentence('Ver {os|as} {many}'),
  allRedemptions: 'Ver todos os vouchers',
  to_withdraw: (vouchers: number) =>
    plural(vouchers, {
      zero: 'Nada para retirar',
      one: '1 voucher para retirar',
      many: '# vouchers para retirar',
    }),
  voucherStates: {
    TO_WITHDRAW: 'Para retirar',
    WITHDRAWN: 'Retirado',
    EXPIRED: 'Expirado',
    CANCELLED: 'Cancelado',
  },
  allHistory: 'Ver todo o histórico',
} as const
