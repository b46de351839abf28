/** The sentences of mails and pushes about points, vouchers, levels and promotions (D21), in the company's terms (D7). */

import { toBrazilianDate } from '#contract/value/date.ts'
import {
  type Display,
  isSingular,
  showsPurchases,
  speaksOfPoints,
} from '#contract/value/display.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'

import type { MessageContent } from './content.ts'

type NoticeText = {
  /** The subject of a mail, and the whole text of a push. */
  sentence: string
  paragraphs: string[]
  button: string
  footnote: string
  /** The screen that opens after a tap on the mail's button or on the push. */
  path: string
}

const footnote = 'Você escolhe os seus avisos em “Meu cadastro”, na parte “Avisos”.'
/** Maximum vouchers that a digest names one by one. */
const maxNamed = 5

export function noticeText({ kind, data }: MessageContent, display: Display): NoticeText {
  switch (kind) {
    case 'points_received': {
      const [{ subsidiary_name, ...points }] = data
      const amount = amountOf(points, display)
      return {
        sentence: `Você ganhou ${amount}`,
        paragraphs: [`Sua compra em ${subsidiary_name} rendeu ${amount}.`],
        ...balanceButton,
      }
    }
    case 'promotion_credited': {
      const [{ promotion_name, ...points }] = data
      const amount = amountOf(points, display)
      return {
        sentence: `Você ganhou ${amount}`,
        paragraphs: [`A promoção ${promotion_name} rendeu ${amount}.`],
        ...balanceButton,
      }
    }
    case 'points_expiring':
      return pointsExpiring(data, display)
    case 'voucher_issued': {
      const [{ prize_name, expires_at }] = data
      const deadline = expires_at === null ? [] : [`Use até ${toBrazilianDate(expires_at)}.`]
      return {
        sentence: `Seu voucher de ${prize_name}`,
        paragraphs: [`Seu voucher de ${prize_name} está pronto para retirar.`, ...deadline],
        button: 'Ver meu voucher',
        footnote,
        path: '/store?tab=to_withdraw',
      }
    }
    case 'voucher_expiring':
      return vouchersExpiring(data)
    default:
      return levelChanged(data[0])
  }
}

const balanceButton = { button: 'Ver meu saldo', footnote, path: '/fidelidade/resumo' }

type ContentOf<Kind extends MessageContent['kind']> = Extract<
  MessageContent,
  { kind: Kind }
>['data']

/** The sum of all expiring points. With several days, also the points that expire first. */
function pointsExpiring(days: ContentOf<'points_expiring'>, display: Display): NoticeText {
  const sum = {
    points_amount: days.reduce((total, { points_amount }) => total + points_amount, 0),
    points_value: days.reduce((total, { points_value }) => total + points_value, 0),
  }
  const [first] = days
  const last = days.at(-1)!
  const verb = isSingular(sum.points_amount, sum.points_value, display) ? 'vence' : 'vencem'
  const all = amountOf(sum, display)
  const paragraphs =
    days.length === 1
      ? [`${all} ${verb} ${inDays(last.days)}, em ${toBrazilianDate(last.expires_at)}.`]
      : [
          `${all} ${verb} até ${toBrazilianDate(last.expires_at)}.`,
          `${isSingular(first!.points_amount, first!.points_value, display) ? 'O primeiro' : 'Os primeiros'}: ${amountOf(first!, display)}, ${inDays(first!.days)}, em ${toBrazilianDate(first!.expires_at)}.`,
        ]
  return {
    sentence: `${all} ${verb} ${inDays(first!.days)}`,
    paragraphs,
    button: 'Usar agora',
    footnote,
    path: '/store',
  }
}

function vouchersExpiring(vouchers: ContentOf<'voucher_expiring'>): NoticeText {
  const lines = vouchers.slice(0, maxNamed).map(({ prize_name, days, expires_at }) => {
    return `${prize_name}: expira ${inDays(days)}, em ${toBrazilianDate(expires_at)}.`
  })
  const more = vouchers.length - lines.length
  const [first] = vouchers
  return {
    sentence:
      vouchers.length === 1
        ? `Seu voucher de ${first!.prize_name} expira ${inDays(first!.days)}`
        : `${vouchers.length} vouchers para retirar, o primeiro expira ${inDays(first!.days)}`,
    paragraphs: [
      vouchers.length === 1
        ? 'Você tem um voucher para retirar antes que ele expire.'
        : 'Você tem vouchers para retirar antes que eles expirem.',
      ...lines,
      ...(more > 0 ? [more === 1 ? 'E mais 1 voucher.' : `E mais ${more} vouchers.`] : []),
    ],
    button: vouchers.length === 1 ? 'Ver meu voucher' : 'Ver meus vouchers',
    footnote,
    path: '/store?tab=to_withdraw',
  }
}

function levelChanged({
  level_name,
  previous_level_name,
  is_rise,
}: ContentOf<'level_changed'>[0]): NoticeText {
  const level = { button: 'Ver meu nível', footnote, path: '/niveis' }
  if (level_name === null) {
    const sentence = `Você saiu do nível ${previous_level_name ?? ''}`
    return { sentence, paragraphs: [`${sentence}.`], ...level }
  }
  if (previous_level_name === null) {
    const sentence = `Você começa no nível ${level_name}`
    return {
      sentence: `Boas-vindas! ${sentence}`,
      paragraphs: [`Boas-vindas! ${sentence}.`],
      ...level,
    }
  }
  const sentence = is_rise
    ? `Você subiu para o nível ${level_name}`
    : `Seu nível agora é ${level_name}`
  return { sentence, paragraphs: [`${sentence}.`], ...level }
}

type Amount = { points_amount: number; points_value: number }

/** D7: points, or money if the company hides points, or 'saldo' if it hides both. */
export function amountOf({ points_amount, points_value }: Amount, display: Display): string {
  if (!showsPurchases(display)) return 'saldo'
  if (!speaksOfPoints(display)) return formatMoney(points_value)
  return points_amount === 1 ? '1 ponto' : `${formatInteger(points_amount)} pontos`
}

function inDays(days: number): string {
  if (days <= 0) return 'hoje'
  return days === 1 ? 'amanhã' : `em ${days} dias`
}
