/** The sentences of the fields of the programme's forms. */

import type { FieldUnit } from '#contract/programme/field-label.ts'

export const unitWords: Partial<Record<FieldUnit, string>> = {
  points: 'pontos',
  centavos: 'R$',
  points_per_real: 'por real',
  percent: '%',
  minutes: 'minutos',
  days: 'dias',
  months: 'meses',
  years: 'anos',
  times: 'vezes',
  pieces: 'unidades',
}

export const fieldText = {
  none: 'nenhum',
  choose: 'Escolha',
  unknown: (value: string) => `${value} (não existe mais)`,
  colour: (label: string) => `Escolher: ${label.toLowerCase()}`,
  contrast: (ratio: string) => `Contraste com texto branco: ${ratio} : 1.`,
  lowContrast: 'O portal escurece os textos e botões onde não daria para ler.',
  picture: {
    choose: 'Escolher imagem',
    change: 'Trocar imagem',
    remove: 'Retirar',
    drop: 'ou solte o arquivo aqui',
    sending: 'Enviando…',
    none: 'Sem imagem',
    tooLarge: 'A imagem tem mais de 5 MB. Escolha uma menor.',
    wrongFormat: 'Este arquivo não é uma imagem SVG, PNG, JPG, WebP ou AVIF.',
    removed: 'Imagem retirada',
  },
  list: {
    add: 'Acrescentar',
    up: (name: string) => `Subir ${name}`,
    down: (name: string) => `Descer ${name}`,
    remove: (name: string) => `Retirar ${name}`,
    removed: (name: string) => `${name} saiu do rascunho`,
    edit: (name: string) => `Editar ${name}`,
    close: 'Fechar',
    unnamed: 'sem nome',
    cleared: (label: string) => `${label} saiu do rascunho`,
  },
  expiry: {
    never: 'Não vencem',
    days: 'Depois de alguns dias',
    months: 'Depois de alguns meses',
    endOfMonth: 'No fim do mês',
    endOfYear: 'No fim do ano',
    amount: { days: 'Dias até vencer', months: 'Meses até vencer' },
  },
  allEvents: 'Todos os acontecimentos',
  events: {
    'points.generated': 'Pontos de uma compra ou promoção',
    'points.reversed': 'Devolução de uma compra',
    'intention.authorized': 'Cliente autorizou o uso de pontos',
    'intention.declined': 'Cliente recusou o uso de pontos',
    'intention.expired': 'Pedido de uso expirou',
    'voucher.issued': 'Troca por um prêmio',
    'voucher.withdrawn': 'Prêmio retirado na loja',
    'level.changed': 'Cliente mudou de nível',
    'customer.created': 'Novo cadastro',
    'customer.erased': 'Cliente apagou a conta',
    'head.signed': 'Selo do dia assinado',
  } as Record<string, string>,
}
