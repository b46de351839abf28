/** The sentences of sign-in, second factor, invitation and passwords. */

export const sessionText = {
  signIn: 'Entrar no console',
  email: 'Email',
  password: 'Senha',
  show: 'Mostrar senha',
  hide: 'Esconder senha',
  enter: 'Entrar',
  forgot: 'Esqueci minha senha',
}
