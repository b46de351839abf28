import { plural } from './plural.ts'

export const dashboard_text = {
  hello: (name: string) => (name ? `Olá, ${name}` : 'Olá'),
  balance: 'Seu saldo',
  balance_failed: 'Não conseguimos atualizar o saldo agora.',
  received: (points: number) =>
    plural(points, {
      zero: 'Você ainda não recebeu pontos',
      one: 'Você já recebeu 1 ponto',
      many: 'Você já recebeu # pontos',
    }),
  pending: 'A liberar',
  held: 'Reservado no caixa',
  deficit: 'Saldo a compensar',
  deficit_text: 'Uma compra foi devolvida depois que os pontos dela foram usados.',
  deficit_text_cash: 'Uma compra foi devolvida depois que o crédito dela foi usado.',
  last_purchase: 'Última compra',
  no_purchase: 'Sua próxima compra aparece aqui.',
  earned: (amount: string) => `Você ganhou ${amount}`,
  redemptions: 'Meus resgates',
  no_redemptions: 'Você ainda não trocou nada.',
  to_store: 'Ver os prêmios',
  all_redemptions: 'Ver todos os resgates',
  to_withdraw: (vouchers: number) =>
    plural(vouchers, {
      zero: 'Nada a retirar',
      one: '1 resgate a retirar',
      many: '# resgates a retirar',
    }),
  voucher_states: {
    TO_WITHDRAW: 'A retirar',
    WITHDRAWN: 'Retirado',
    EXPIRED: 'Vencido',
    CANCELLED: 'Cancelado',
  },
  all_history: 'Ver todo o histórico',
} as const
