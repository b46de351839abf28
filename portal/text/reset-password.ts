export const reset_password_text = {
  heading: 'Crie outra senha',
  password: 'Nova senha',
  password_confirmation: 'Repita a nova senha',
  submit: 'Redefinir a senha',
  ask_again: 'Pedir outro link',
} as const
