import { plural } from './plural.ts'

type Deadline = { days: number; date: string }

/**
 * The line for `count` vouchers of one prize. Its verb differs from the verb for points and money (pointsText.expiresMany).
 */
function voucherDeadline(prize: string, { days, date }: Deadline, count: number): string {
  if (count > 1) return vouchersDeadline(`${count} vouchers de ${prize}`, { days, date })
  if (days < 0) return `Seu voucher de ${prize} expirou em ${date}`
  return plural(days, {
    zero: `Seu voucher de ${prize} expira hoje`,
    one: `Seu voucher de ${prize} expira amanhã, em ${date}`,
    many: `Seu voucher de ${prize} expira em # dias, em ${date}`,
  })
}

function vouchersDeadline(vouchers: string, { days, date }: Deadline): string {
  if (days < 0) return `${vouchers} expiraram em ${date}`
  return plural(days, {
    zero: `${vouchers} expiram hoje`,
    one: `${vouchers} expiram amanhã, em ${date}`,
    many: `${vouchers} expiram em # dias, em ${date}`,
  })
}

export const notificationText = {
  title: 'Notificações',
  bell: (count: string) =>
    count === '1' ? 'Notificações: 1 não lida' : `Notificações: ${count} não lidas`,
  unread: 'Nova',
  older: 'Ver mais antigas',
  empty: 'Nada por aqui ainda',
  emptyText:
    'Avisamos quando o seu saldo crescer, o seu nível mudar ou o prazo de algo estiver acabando.',
  points_received: (amount: string, shop: string) => `Você ganhou ${amount} em ${shop}`,
  promotion_credited: (amount: string, promotion: string) =>
    `Você ganhou ${amount} com a promoção ${promotion}`,
  points_given: (amount: string) => `A loja acertou o seu saldo: você recebeu ${amount}`,
  points_taken: (amount: string) => `A loja acertou o seu saldo: ${amount} a menos`,
  levelStart: (level: string) => `Boas-vindas! Você começa no nível ${level}`,
  levelRise: (level: string) => `Você subiu para o nível ${level}`,
  level_fall: (level: string) => `Seu nível agora é ${level}`,
  level_left: (level: string) => `Você saiu do nível ${level}`,
  /** 'hoje' needs no date. */
  points_expiring: (line: string, { days, date }: Deadline) =>
    days === 0 ? line : `${line}, em ${date}`,
  voucher_issued: (prize: string, count: number) =>
    count === 1 ? `Você trocou por ${prize}` : `Você trocou por ${prize}: ${count} vouchers`,
  voucher_expiring: voucherDeadline,
  intention_ended: {
    CAPTURED: (amount: string, shop: string) => `Você usou ${amount} em ${shop}`,
    DECLINED: (amount: string, shop: string) => `Você recusou usar ${amount} em ${shop}`,
    /** The shop cancelled the request, or five wrong codes did. */
    CANCELLED: (amount: string, shop: string) =>
      `O pedido de ${shop} para usar ${amount} foi cancelado`,
    EXPIRED: (amount: string, shop: string) => `O pedido de ${shop} para usar ${amount} expirou`,
  },
  now: 'agora',
  minutesAgo: (minutes: number) =>
    plural(minutes, { zero: 'agora', one: 'há 1 minuto', many: 'há # minutos' }),
  today: (time: string) => `hoje, ${time}`,
  yesterday: (time: string) => `ontem, ${time}`,
} as const
