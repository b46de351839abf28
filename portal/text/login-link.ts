export const login_link_text = {
  heading: 'Entrar sem senha',
  explanation: 'Enviamos para o seu email um link que entra na sua conta. Ele vale 15 minutos.',
  email: 'Email',
  submit: 'Receber o link',
  sent: 'Confira seu email',
  sent_text:
    'Se o usuário existir, acabamos de enviar uma mensagem com o link para entrar. Ele vale 15 minutos. Se não chegar, olhe também na caixa de spam.',
  use: 'Falta só um toque',
  use_text: (email: string) => `Você vai entrar como ${email}.`,
  enter: 'Entrar',
  incomplete: 'Este link está incompleto. Peça outro.',
} as const
