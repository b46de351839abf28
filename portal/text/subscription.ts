export const subscriptionText = {
  leaving: 'Levando você ao clube…',
  leavingText: 'Você entra lá com a sua conta daqui. É só um instante.',
  again: 'Ir para o clube',
  none: 'Este programa não tem clube de assinatura',
  noneText: 'Seu saldo e seus prêmios continuam aqui.',
  toStart: 'Ver meu saldo',
} as const
