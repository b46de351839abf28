export const forgotPasswordText = {
  heading: 'Esqueceu a senha?',
  explanation: 'Informe seu email, CPF ou CNPJ e enviaremos um link para criar uma nova senha.',
  identifier: 'Email ou CPF/CNPJ',
  submit: 'Receber o link',
  sent: 'Confira suas mensagens',
  sentText:
    'O link para criar uma nova senha vale por 60 minutos; se a mensagem não chegar, olhe também na caixa de spam.',
} as const
