export const loginText = {
  welcome: 'Que bom ver você',
  identifier: 'Email, CPF/CNPJ ou celular',
  password: 'Senha',
  showPassword: 'Mostrar senha',
  hidePassword: 'Esconder senha',
  submit: 'Entrar',
  noAccount: 'Ainda não participa?',
  register: 'Criar minha conta',
  authNeeded: 'Você precisa entrar na sua conta para poder fazer isso',
  loggedOut: 'Você saiu da sua conta. Até logo!',
  tokenExpired: 'Sua sessão expirou! Entre novamente para usar seus pontos',
  password_reset: 'A sua senha foi redefinida.',
  forgotPassword: 'Esqueci minha senha',
  byLink: 'Receber um link por email',
  back: 'Voltar para o login',
  mailSent: 'Se o usuário existir, acabamos de enviar uma mensagem...',
  reauthenticationFailed: 'Houve um erro ao reautenticar...',
  used_email: (email: string | undefined) =>
    email
      ? `O email ${email} já tem cadastro. Entre com ele e a sua senha, ou receba um link.`
      : 'Este email já tem cadastro. Entre com ele e a sua senha, ou receba um link.',
} as const
