import { plural } from './plural.ts'

type Deadline = { days: number; date: string }

/** The time left for something. */
function deadline(what: string, { days, date }: Deadline): string {
  if (days < 0) return `Seu prazo para ${what} terminou em ${date}`
  return plural(days, {
    zero: `Hoje é o último dia para ${what}`,
    one: `Você tem até amanhã para ${what}`,
    many: `Você tem # dias para ${what}, até ${date}`,
  })
}

export const notificationText = {
  title: 'Notificações',
  bell: (count: string) =>
    count === '1' ? 'Notificações: 1 não lida' : `Notificações: ${count} não lidas`,
  unread: 'Nova',
  older: 'Ver mais antigas',
  empty: 'Nada por aqui ainda',
  emptyText: 'Avisamos quando o seu saldo crescer, o seu nível mudar ou algo estiver para expirar.',
  points_received: (amount: string, shop: string) => `Você ganhou ${amount} em ${shop}`,
  promotion_credited: (amount: string, promotion: string) =>
    `Você ganhou ${amount} com a promoção ${promotion}`,
  levelRise: (level: string) => `Você subiu para o nível ${level}`,
  level_fall: (level: string) => `Seu nível agora é ${level}`,
  level_left: (level: string) => `Você saiu do nível ${level}`,
  points_expiring: (amount: string, last_day: Deadline) => deadline(`usar ${amount}`, last_day),
  voucher_expiring: (prize: string, last_day: Deadline) => deadline(`retirar ${prize}`, last_day),
  intention_ended: {
    CAPTURED: (amount: string, shop: string) => `Você usou ${amount} em ${shop}`,
    DECLINED: (amount: string, shop: string) => `Você recusou usar ${amount} em ${shop}`,
    CANCELLED: (amount: string, shop: string) => `${shop} cancelou o uso de ${amount}`,
    EXPIRED: (amount: string, shop: string) => `O pedido de ${shop} para usar ${amount} expirou`,
  },
  now: 'agora',
  minutesAgo: (minutes: number) =>
    plural(minutes, { zero: 'agora', one: 'há 1 minuto', many: 'há # minutos' }),
  today: (time: string) => `hoje, ${time}`,
  yesterday: (time: string) => `ontem, ${time}`,
} as const
