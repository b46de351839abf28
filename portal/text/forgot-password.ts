export const forgotPasswordText = {
  heading: 'Esqueceu a senha?',
  explanation: 'Diga quem você é e enviamos um link para criar outra.',
  identifier: 'Email ou CPF/CNPJ',
  submit: 'Receber o link',
  sent: 'Confira suas mensagens',
  sentText:
    'O link para criar uma nova senha vale por 60 minutos; se a mensagem não chegar, olhe também na caixa de spam.',
} as const
