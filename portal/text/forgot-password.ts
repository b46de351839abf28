export const forgot_password_text = {
  heading: 'Esqueceu a senha?',
  explanation: 'Diga quem você é e enviamos um link para criar outra.',
  identifier: 'Email ou CPF/CNPJ',
  submit: 'Receber o link',
  sent: 'Confira suas mensagens',
  sent_text:
    'Se o usuário existir, acabamos de enviar uma mensagem com o link para criar outra senha. Ele vale 60 minutos. Se não chegar, olhe também na caixa de spam.',
} as const
