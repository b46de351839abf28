/** Every sentence of the screens that is not a rule's or a refusal's: those are in contract/. */

import { formatInteger, formatMoney } from '#contract/money.ts'

/** R7.4: three forms. */
export function plural(
  number: number,
  { zero, one, many }: { zero: string; one: string; many: string },
): string {
  if (number === 0) return zero
  if (number === 1) return one
  return many.replace('#', formatInteger(number))
}

export const text = {
  loading: 'Carregando…',
  retry: 'Tentar de novo',
  close: 'Fechar',
  offline: 'Você está sem conexão. Mostramos o que foi visto por último.',

  notice: {
    success: 'Sucesso!',
    error: 'Erro...',
    understood: 'Entendi',
    confirm: 'Confirmar',
    cancel: 'Cancelar',
  },

  title: {
    login: 'Entrar',
    login_link: 'Entrar por link',
    forgot_password: 'Esqueci minha senha',
    reset_password: 'Redefinir senha',
    confirm_email: 'Confirmar email',
    complete_profile: 'Completar cadastro',
    settings: 'Meu cadastro',
    register: 'Criar conta',
    home: 'Resumo',
    loading: 'Carregando',
    not_found: 'Página não encontrada',
  },

  state: {
    page_not_found: 'Esta página não existe',
    page_not_found_text: 'O endereço pode ter mudado, ou faltou uma letra.',
    to_start: 'Ir para o início',
    company_not_found_text: 'Confira o endereço que você digitou ou o link que recebeu.',
    unavailable_text: 'Voltamos logo. Seu saldo está guardado.',
    load_failed: 'Não conseguimos carregar o programa',
    screen_failed: 'Não conseguimos mostrar esta tela',
    try_again: 'Verifique a sua conexão e tente de novo.',
  },

  login: {
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
    reauthentication_failed: 'Houve um erro ao reautenticar. Entre novamente.',
    used_email: (email: string | undefined) =>
      email
        ? `O email ${email} já tem cadastro. Entre com ele e a sua senha, ou receba um link.`
        : 'Este email já tem cadastro. Entre com ele e a sua senha, ou receba um link.',
  },

  provider: {
    heading: 'ou entre com',
    google: 'Entrar com Google',
    facebook: 'Entrar com Facebook',
    phone: 'Entrar com celular',
    phone_title: 'Entrar com celular',
    phone_label: 'Celular',
    phone_hint: 'Enviamos um código por SMS.',
    send_code: 'Enviar código',
    code_sent: (phone: string) => `Digite o código que enviamos para ${phone}.`,
    code: 'Código',
    confirm_code: 'Confirmar',
    other_phone: 'Enviar outro código',
    wrong_code: 'Este código não confere. Verifique e digite de novo.',
    expired_code: 'Este código expirou. Peça outro.',
    invalid_phone: 'Insira um número de celular válido',
    other_provider: 'Este email já entrou de outra forma. Use a mesma de antes.',
    blocked: 'O navegador bloqueou a janela. Toque de novo.',
    connection_failed: 'Ocorreu um erro de conexão, recarregue a página.',
    failed: 'Não foi possível entrar. Tente novamente.',
  },

  password: {
    current: 'Senha atual',
    length: 'De 6 a 30 caracteres',
    common: 'Esta é uma das senhas mais usadas: seria a primeira a ser tentada. Prefira outra.',
    weak: 'Senha fraca. Uma frase curta é mais forte, e fácil de lembrar.',
    fair: 'Senha razoável. Mais longa, fica melhor.',
    strong: 'Senha forte.',
  },

  login_link: {
    heading: 'Entrar sem senha',
    explanation: 'Enviamos para o seu email um link que entra na sua conta. Ele vale 15 minutos.',
    email: 'Email',
    submit: 'Receber o link',
    sent: 'Confira seu email',
    sent_text:
      'Se o usuário existir, acabamos de enviar uma mensagem com o link para entrar. Ele vale 15 minutos. Se não chegar, olhe também na caixa de spam.',
    use: 'Falta só um toque',
    use_text: (email: string) => `Você vai entrar como ${email}.`,
    enter: 'Entrar',
    incomplete: 'Este link está incompleto. Peça outro.',
  },

  forgot_password: {
    heading: 'Esqueceu a senha?',
    explanation: 'Diga quem você é e enviamos um link para criar outra.',
    identifier: 'Email ou CPF/CNPJ',
    submit: 'Receber o link',
    sent: 'Confira suas mensagens',
    sent_text:
      'Se o usuário existir, acabamos de enviar uma mensagem com o link para criar outra senha. Ele vale 60 minutos. Se não chegar, olhe também na caixa de spam.',
  },

  reset_password: {
    heading: 'Crie outra senha',
    password: 'Nova senha',
    password_confirmation: 'Repita a nova senha',
    submit: 'Redefinir a senha',
    ask_again: 'Pedir outro link',
  },

  confirm_email: {
    heading: 'Confirme seu email',
    explanation: 'Assim sabemos que este email é seu, e podemos ajudar se você perder a senha.',
    submit: 'Confirmar meu email',
    confirmed: 'Seu email foi confirmado. Obrigado!',
    password_ended:
      'Por segurança, crie agora uma nova senha: a anterior foi escolhida antes de sabermos que este email é seu, e deixou de valer.',
    new_password: 'Criar uma nova senha',
    failed_text: 'Entre na sua conta e, em Meu cadastro, peça outro link de confirmação.',
    continue: 'Continuar',
  },

  register: {
    heading: 'Crie sua conta',
    name: 'Nome completo',
    cpf: 'CPF',
    cnpj: 'CNPJ',
    use_cpf: 'Usar CPF',
    use_cnpj: 'Usar CNPJ',
    email: 'Email',
    birthdate: 'Data de nascimento',
    birthdate_format: 'DD/MM/AAAA',
    password: 'Senha',
    password_confirmation: 'Repita a senha',
    accept: 'Li e concordo com',
    terms: 'os termos de uso',
    and: 'e',
    privacy: 'a política de privacidade',
    opt_in_marketing: 'Quero receber novidades e promoções',
    submit: 'Criar conta',
    has_account: 'Já tem conta?',
    login: 'Entrar',
    welcome: 'Conta criada. Boas-vindas!',
    has_errors: 'Há erros nos campos abaixo.',
    passwords_differ: 'Os campos de senha não coincidem...',
    leave: 'Sair do cadastro?',
    leave_text: 'O que você preencheu será perdido.',
  },

  complete_profile: {
    heading: 'Falta pouco',
    explanation: 'Precisamos destes dados para guardar seus pontos no seu nome.',
    submit: 'Continuar',
  },

  settings: {
    profile: 'Dados pessoais',
    phone: 'Celular',
    phone_format: '(00) 00000-0000',
    sex: 'Sexo',
    sexes: { F: 'Feminino', M: 'Masculino', O: 'Outro', N: 'Prefiro não informar' },
    choose: 'Escolha',
    why_password: 'Para trocar o email, confirme que é você.',
    save: 'Salvar dados',
    saved: 'Suas informações foram atualizadas!',
    not_saved: (why: string) => `Não foi possível atualizar suas informações. ${why}`,
    unsaved: 'Recuperamos o que você não tinha salvado. Confira e salve.',
    credentials: 'Senha',
    save_credentials: 'Trocar a senha',
    credentials_saved: 'Suas credenciais foram atualizadas!',
    email: 'Seu email',
    email_status: (email: string, confirmed: boolean) =>
      confirmed ? `${email} está confirmado.` : `${email} ainda não foi confirmado.`,
    resend: 'Reenviar a confirmação',
    resent: (email: string) => `Enviamos o link de confirmação para ${email}.`,
    not_resent: (why: string) => `Não foi possível reenviar o email. ${why}`,
  },

  address: {
    heading: 'Endereço',
    address_postal_code: 'CEP',
    address_street: 'Rua',
    address_number: 'Número',
    address_complement: 'Complemento',
    address_district: 'Bairro',
    address_city: 'Cidade',
    address_state: 'Estado',
    postal_code_hint: 'Com o CEP preenchemos o resto.',
    searching: 'Buscando o endereço…',
    found: 'Endereço encontrado. Confira e complete o número.',
    save: 'Salvar endereço',
    missing: 'Seu cadastro está quase completo.',
    complete: 'Completar agora',
  },

  devices: {
    heading: 'Aparelhos conectados',
    unknown: 'Aparelho desconhecido',
    current: 'Este aparelho',
    since: (date: string) => `Desde ${date}`,
    last_used: (date: string) => `Usado em ${date}`,
    sign_out: 'Desconectar',
    sign_out_of: (name: string) => `Desconectar ${name}`,
    sign_out_title: 'Desconectar este aparelho?',
    sign_out_text: (name: string) => `Quem usa ${name} vai precisar entrar de novo.`,
  },

  consent: {
    heading: 'Privacidade',
    opt_in: 'Termos de uso e política de privacidade',
    marketing: 'Novidades e promoções',
    cookies: 'Política de cookies',
    granted: (date: string) => `Você concordou em ${date}`,
    withdrawn: (date: string) => `Você retirou em ${date}`,
    never: 'Você não concordou',
    withdraw: 'Retirar',
  },

  cookies: {
    title: 'Este site usa cookies',
    explanation: 'Com eles você continua conectado e entendemos como o programa é usado.',
    policy: 'Leia a política de cookies',
    agree: 'Concordo',
  },

  age: {
    explanation: (company: string) => `${company} pede a sua idade para mostrar o programa.`,
    yes: 'Sim',
    no: 'Não',
  },

  shell: {
    menu: 'Abrir menu',
    closeMenu: 'Fechar menu',
    navigation: 'Navegação',
    account: (initials: string) => (initials ? `Sua conta: ${initials}` : 'Sua conta'),
    home: 'Resumo',
    logout: 'Sair',
    skip: 'Pular para o conteúdo',
    balance: 'Saldo',
    developed_by: 'Desenvolvido por',
  },

  dashboard: {
    hello: (name: string) => (name ? `Olá, ${name}` : 'Olá'),
    balance: 'Seu saldo',
    balance_failed: 'Não conseguimos atualizar o saldo agora.',
    received: (points: number) =>
      plural(points, {
        zero: 'Você ainda não recebeu pontos',
        one: 'Você já recebeu 1 ponto',
        many: 'Você já recebeu # pontos',
      }),
  },

  points: {
    history: 'Histórico recente',
    amount: (points: number) =>
      plural(points, { zero: 'nenhum ponto', one: '1 ponto', many: '# pontos' }),
    types: {
      GNR: 'Pontos recebidos',
      CNS: 'Pontos usados',
      GNR_REVERSAL: 'Compra devolvida',
      CNS_REVERSAL: 'Uso desfeito',
      EXP: 'Pontos vencidos',
    },
    more: 'Ver mais',
    arrived: (amount: string, shop: string) => `Você ganhou ${amount} em ${shop}`,
    purchase: (centavos: number) => `Compra de ${formatMoney(centavos)}`,
    valid_until: (date: string) => `Vale até ${date}`,
    calculation: 'Como calculamos',
    rule: 'Regra',
    base: 'Valor da compra',
    rate_points: (rate: string) => `${rate} por real`,
    rate_percentage: (rate: string) => `${rate}% da compra`,
    rate: 'Taxa',
    rounding: 'Arredondado para baixo',
    empty: 'Seu histórico começa na próxima compra',
    empty_text: 'Diga seu CPF no caixa e veja o resultado aqui, na hora.',
  },
} as const
