import { prizeSentence } from '#contract/prize-word.ts'

export const subscriptionText = {
  leaving: 'Levando você ao clube…',
  leavingText: 'Você entra lá com a sua conta daqui. É só um instante.',
  again: 'Ir para o clube',
  none: 'Este programa não tem clube de assinatura',
  noneText: prizeSentence('Seu saldo e {seus|suas} {many} continuam aqui.'),
  toStart: 'Ver meu saldo',
} as const
