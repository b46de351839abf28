export const loginLinkText = {
  heading: 'Entrar sem senha',
  explanation:
    'Enviamos para o seu email um link para entrar na sua conta. Ele vale por 15 minutos.',
  email: 'Email',
  submit: 'Receber o link',
  sent: 'Confira seu email',
  sentText:
    'O link para entrar vale por 15 minutos; se a mensagem não chegar, olhe também na caixa de spam.',
  use: 'Falta só um toque',
  confirmation: (email: string) => `Você vai entrar como ${email}.`,
  enter: 'Entrar',
  prove: 'Confirme que é você',
  proveText: (email: string) =>
    `Você vai entrar como ${email}, que ainda não foi confirmado. Digite a senha da sua conta: a senha e os aparelhos conectados continuam como estão.`,
  enterNew: 'Criar a senha e entrar',
  incomplete: 'Este link está incompleto. Peça outro.',
} as const
