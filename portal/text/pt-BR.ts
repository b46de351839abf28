/** The sentences that every page may need. A slice's own are in its file beside this one, so that a chunk brings its own. */

export const text = {
  loading: 'Carregando…',
  retry: 'Tentar de novo',
  close: 'Fechar',
  seen_at: (when: string) => `Visto em ${when}`,
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
    promotion: 'Promoções',
    faq: 'Perguntas frequentes',
    subscription: 'Clube de assinatura',
    store: 'Prêmios',
    prize: 'Prêmio',
    history: 'Histórico',
    levels: 'Níveis',
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
    welcome: 'Boas-vindas! Crie sua conta',
    login: 'Entrar',
    guest_text: 'Seu saldo espera por você.',
  },
} as const
