/** Sentences that every page may need. Each slice has its own file beside this one, so that a chunk brings only its own. */

import { prizeSentence } from '#contract/prize-word.ts'

import { plural } from './plural.ts'

export const text = {
  loading: 'Carregando…',
  retry: 'Tentar de novo',
  close: 'Fechar',
  seenToday: (time: string) => `Atualizado hoje, ${time}`,
  seenYesterday: (time: string) => `Atualizado ontem, ${time}`,
  seenOn: (date: string, time: string) => `Atualizado em ${date}, ${time}`,
  offline: 'Você está sem conexão. Mostrando as últimas informações carregadas.',

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
    forgotPassword: 'Esqueci minha senha',
    resetPassword: 'Redefinir senha',
    confirmEmail: 'Confirmar email',
    completeProfile: 'Completar cadastro',
    settings: 'Meu cadastro',
    register: 'Criar conta',
    home: 'Resumo',
    promotion: 'Promoções',
    faq: 'Perguntas frequentes',
    subscription: 'Clube de assinatura',
    prizes: prizeSentence('{Many}'),
    prize: prizeSentence('{One}'),
    history: 'Histórico',
    levels: 'Níveis',
    loading: 'Carregando',
    not_found: 'Página não encontrada',
  },

  state: {
    page_not_found: 'Esta página não existe',
    pageNotFoundText: 'O endereço pode ter mudado ou faltou uma letra.',
    toStart: 'Ir para o início',
    companyNotFoundText: 'Confira o endereço que você digitou ou o link que recebeu.',
    maintenanceText: 'Voltamos logo. Seu saldo está guardado.',
    blockedText: (name: string) =>
      `Este programa está fora do ar. Em caso de dúvida, fale com ${name}.`,
    load_failed: 'Não conseguimos carregar o programa',
    screenFailed: 'Não conseguimos mostrar esta tela',
    tryAgain: 'Verifique a sua conexão e tente de novo.',
  },

  shell: {
    tabBar: 'Atalhos',
    vouchers: 'Vouchers',
    more: 'Mais',
    toWithdraw: (vouchers: number) =>
      plural(vouchers, {
        zero: 'nenhum voucher para retirar',
        one: '1 voucher para retirar',
        many: '# vouchers para retirar',
      }),
    closeMenu: 'Fechar menu',
    navigation: 'Navegação',
    account: (initials: string) => (initials ? `Sua conta: ${initials}` : 'Sua conta'),
    home: 'Resumo',
    logout: 'Sair',
    skip: 'Pular para o conteúdo',
    balance: 'Saldo',
    developedBy: 'Desenvolvido por',
    companySite: (company: string) => `Site de ${company}`,
    welcome: 'Boas-vindas! Crie sua conta',
    login: 'Entrar',
    guestText: 'Seu saldo espera por você.',
  },
} as const
