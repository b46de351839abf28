export const subscription_text = {
  leaving: 'Levando você ao clube…',
  leaving_text: 'Você entra lá com a sua conta daqui. É só um instante.',
  again: 'Ir para o clube',
  none: 'Este programa não tem clube de assinatura',
  none_text: 'Seu saldo e seus prêmios continuam aqui.',
  to_start: 'Ver meu saldo',
} as const
