import type { NoticeKind } from '#contract/notification.ts'

export const preferencesText = {
  heading: 'Avisos',
  about: 'Escolha o que receber. Entre 21h e 8h nada é enviado.',
  channels: { mail: 'Email', push: 'Notificação' },
  details: {
    points_received: 'A cada compra',
    points_expiring: 'Um resumo 30, 7 e 1 dia antes',
    voucher_issued: 'Assim que você troca',
    voucher_expiring: 'Um resumo 30, 7 e 1 dia antes',
    level_changed: 'Quando você sobe, desce ou começa',
    promotion_credited: 'Quando uma promoção rende saldo',
  } satisfies Record<NoticeKind, string>,
  needsMarketing: 'Para receber, ative “Novidades e promoções” em Privacidade.',
  needsEmail: 'Confirme seu email para receber avisos por email.',
  device: 'Notificações neste aparelho',
  states: {
    subscribed: 'Ativadas. Este aparelho mostra os avisos mesmo com o app fechado.',
    possible: 'Desativadas. Ative para ver os avisos mesmo com o app fechado.',
    denied:
      'Bloqueadas. Permita as notificações deste site nas configurações do navegador e volte aqui.',
    needs_install:
      'No iPhone e no iPad, instale o app antes: toque em Compartilhar e em “Adicionar à Tela de Início”.',
    unsupported: 'Este navegador não mostra notificações.',
  },
  subscribe: 'Ativar neste aparelho',
  unsubscribe: 'Desativar neste aparelho',
  notSubscribed: 'Não foi possível ativar as notificações neste aparelho. Tente novamente.',
} as const
