export const confirmEmailText = {
  heading: 'Confirme seu email',
  explanation: 'Assim sabemos que este email é seu e podemos ajudar se você perder a senha.',
  submit: 'Confirmar meu email',
  ask: (email: string | undefined) =>
    `Para confirmar ${email ?? 'este email'}, digite a senha da sua conta. A senha e os aparelhos conectados continuam como estão.`,
  askOther: (email: string | undefined) =>
    `Este link pode ser de outra conta. Para confirmar ${email ?? 'o email dela'}, digite a senha dessa conta.`,
  submitNew: 'Confirmar e criar a senha',
  confirmed: 'Seu email foi confirmado. Obrigado!',
  password_ended: 'Sua nova senha já vale, e os outros aparelhos saíram da conta.',
  failedText: 'Entre na sua conta e, em Meu cadastro, peça outro link de confirmação.',
  continue: 'Continuar',
} as const
