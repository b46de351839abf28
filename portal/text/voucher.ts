import { prizeSentence } from '#contract/prize-word.ts'

import { plural } from './plural.ts'

export const voucherText = {
  state: {
    TO_WITHDRAW: 'Para retirar',
    WITHDRAWN: 'Retirado',
    EXPIRED: 'Expirado',
    CANCELLED: 'Cancelado',
  },
  heading: 'Seu voucher',
  show: 'Mostre este código no caixa para retirar.',
  nth: (number: number, of: number) => `Voucher ${number} de ${of}`,
  code: 'Código',
  qrCode: (code: string) => `QR code do voucher ${code}`,
  copy: 'Copiar código',
  copied: 'Código copiado',
  notCopied: 'Não foi possível copiar. O código está selecionado.',
  print: 'Imprimir',
  share: 'Compartilhar',
  shared: (prize: string, code: string) => `${prize} · código ${code}`,
  notShared: 'Não foi possível compartilhar. Copie o código.',
  where: (shops: number) =>
    plural(shops, {
      zero: 'Onde retirar',
      one: 'Onde retirar',
      many: 'Onde retirar (# lojas)',
    }),
  holder: (name: string) => `Voucher de ${name}`,
  moreShops: (shops: number) =>
    plural(shops, { zero: '', one: 'E mais 1 loja.', many: 'E mais # lojas.' }),
  mine: 'Ver meus vouchers',
  validUntil: (date: string) => `Vale até ${date}`,
  validFor: (days: number) =>
    plural(days, {
      zero: 'Vale só até hoje',
      one: 'Vale até amanhã',
      many: 'Vale por mais # dias',
    }),
  validAlways: 'Sem prazo para retirar',
  issued: (date: string) => `Trocado em ${date}`,
  withdrawn: (date: string, subsidiary: string | null) =>
    subsidiary ? `Retirado em ${date}, em ${subsidiary}` : `Retirado em ${date}`,
  expired: (date: string) => `Expirou em ${date}`,
  cancelled: 'Cancelado. O valor voltou para o seu saldo.',
  more: 'Ver mais vouchers',
  gone: 'Não encontramos este voucher',
  empty: {
    TO_WITHDRAW: prizeSentence('Nada para retirar agora'),
    WITHDRAWN: prizeSentence('Você ainda não retirou {many}'),
    ENDED: prizeSentence('Nenhum voucher expirou'),
  },
  emptyText: {
    TO_WITHDRAW: prizeSentence('Escolha um{|a} {one}: o voucher aparece aqui na hora.'),
    WITHDRAWN: prizeSentence('O que você retirar fica guardado aqui.'),
    ENDED: prizeSentence('Você está em dia.'),
  },
} as const
