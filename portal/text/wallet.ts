export const walletText = {
  // The wording of Apple's and Google's buttons.
  save: {
    apple: 'Adicionar à Apple Wallet',
    google: 'Adicionar à Carteira do Google',
  },
  member: 'O cartão na carteira abre Meu código. Ele não guarda o código nem o saldo.',
  offline: 'Sem conexão: adicione quando a internet voltar.',
  failed: 'Não conseguimos criar o cartão agora. Tente de novo mais tarde.',
} as const
