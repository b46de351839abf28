export const login_text = {
  welcome: 'Que bom ver você',
  identifier: 'Email, CPF/CNPJ ou celular',
  password: 'Senha',
  show_password: 'Mostrar senha',
  hide_password: 'Esconder senha',
  submit: 'Entrar',
  no_account: 'Ainda não participa?',
  register: 'Criar minha conta',
  auth_needed: 'Você precisa entrar na sua conta para poder fazer isso',
  logged_out: 'Você saiu da sua conta. Até logo!',
  token_expired: 'Sua sessão expirou! Entre novamente para usar seus pontos',
  password_reset: 'A sua senha foi redefinida.',
  forgot_password: 'Esqueci minha senha',
  by_link: 'Receber um link por email',
  back: 'Voltar para a entrada',
  mail_sent: 'Se o usuário existir, acabamos de enviar uma mensagem...',
  reauthentication_failed: 'Houve um erro ao reautenticar...',
  used_email: (email: string | undefined) =>
    email
      ? `O email ${email} já tem cadastro. Entre com ele e a sua senha, ou receba um link.`
      : 'Este email já tem cadastro. Entre com ele e a sua senha, ou receba um link.',
} as const
