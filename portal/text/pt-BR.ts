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
    password_hint: 'De 6 a 30 caracteres',
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
