import { plural } from './plural.ts'

export const dashboardText = {
  hello: (name: string) => (name ? `Olá, ${name}` : 'Olá'),
  balance: 'Seu saldo',
  balanceFailed: 'Não conseguimos atualizar o saldo agora.',
  received: (points: number) =>
    plural(points, {
      zero: 'Você ainda não recebeu pontos',
      one: 'Você já recebeu 1 ponto',
      many: 'Você já recebeu # pontos',
    }),
  pending: 'A liberar',
  held: 'Reservado no caixa',
  deficit: 'Saldo a compensar',
  deficitText: 'Uma compra foi devolvida depois que os pontos dela foram usados.',
  deficitTextCash: 'Uma compra foi devolvida depois que o crédito dela foi usado.',
  last_purchase: 'Última compra',
  noPurchase: 'Sua próxima compra aparece aqui.',
  earned: (amount: string) => `Você ganhou ${amount}`,
  redemptions: 'Meus vouchers',
  noRedemptions: 'Você ainda não trocou nada.',
  toStore: 'Ver os prêmios',
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
