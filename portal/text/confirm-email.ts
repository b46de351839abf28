export const confirm_email_text = {
  heading: 'Confirme seu email',
  explanation: 'Assim sabemos que este email é seu, e podemos ajudar se você perder a senha.',
  submit: 'Confirmar meu email',
  confirmed: 'Seu email foi confirmado. Obrigado!',
  password_ended:
    'Por segurança, crie agora uma nova senha: a anterior foi escolhida antes de sabermos que este email é seu, e deixou de valer.',
  new_password: 'Criar uma nova senha',
  failed_text: 'Entre na sua conta e, em Meu cadastro, peça outro link de confirmação.',
  continue: 'Continuar',
} as const
