export const forgot_password_text = {
  heading: 'Esqueceu a senha?',
  explanation: 'Diga quem você é e enviamos um link para criar outra.',
  identifier: 'Email ou CPF/CNPJ',
  submit: 'Receber o link',
  sent: 'Confira suas mensagens',
  sent_text:
    'O link para criar uma nova senha vale por 60 minutos; se a mensagem não chegar, olhe também na caixa de spam.',
} as const
