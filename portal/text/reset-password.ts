export const resetPasswordText = {
  heading: 'Crie outra senha',
  password: 'Nova senha',
  password_confirmation: 'Repita a nova senha',
  submit: 'Redefinir a senha',
  askAgain: 'Pedir outro link',
} as const
