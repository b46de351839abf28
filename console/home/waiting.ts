/** The tasks of a person at the start: sentences with a link, made from the answers of the API. */

import type * as z from 'zod/mini'

import type { RouteName } from '#console/path/paths.ts'
import { homeText } from '#console/text/home.ts'
import type { AdjustmentRequest } from '#contract/console/adjustment-request.ts'
import type { ReviewItem } from '#contract/console/review.ts'
import type { Me } from '#contract/console/staff.ts'
import type { WebhookEndpointView } from '#contract/console/webhook-delivery.ts'
import type { Draft, Programme, PublishRequest } from '#contract/programme/draft.ts'

export type Waiting = {
  id: string
  title: string
  text?: string
  to: RouteName
  /** Customers or the company lose something until it is done. */
  isUrgent: boolean
}

type Answers = {
  me: Me
  programme: Programme | undefined
  draft: Draft | undefined
  adjustments: AdjustmentRequest[] | undefined
  reviews: ReviewItem[] | undefined
  webhooks: z.output<typeof WebhookEndpointView>[] | undefined
  instantText: (instant: string) => string
}

/** Home warns of a prize that has at most this many codes, or pieces of its stock, left. */
const fewCodes = 10
/** Home warns of a person's recovery codes when at most this many are left. */
const fewRecoveryCodes = 2

/** The urgent ones first. */
export function waitingFor(answers: Answers): Waiting[] {
  const all = [
    ...requestsOf(answers),
    ...adjustmentsOf(answers),
    ...reviewsOf(answers.reviews),
    ...draftOf(answers.draft),
    ...webhooksOf(answers.webhooks),
    ...codesOf(answers.programme),
    ...stocksOf(answers.programme),
    ...recoveryOf(answers.me),
  ]
  return [...all.filter(({ isUrgent }) => isUrgent), ...all.filter(({ isUrgent }) => !isUrgent)]
}

function requestsOf({ me, programme, instantText }: Answers): Waiting[] {
  const { actions, staff } = me
  return (programme?.requests ?? []).flatMap((request): Waiting[] => {
    const isOwn = request.asked_by.id === staff.id
    const to = 'programme.draft'
    if (request.state === 'WAITING') {
      if (isOwn) return [{ id: request.id, title: homeText.approveOwn, to, isUrgent: false }]
      if (!actions.includes('programme.publish')) return []
      const title = homeText.approve(request.asked_by.name, request.changes.length)
      return [{ id: request.id, title, text: homeText.approveText, to, isUrgent: true }]
    }
    if (request.state === 'SUSPENDED') {
      const { suspended: title, suspendedText: text } = homeText
      return [{ id: request.id, title, text, to, isUrgent: true }]
    }
    return scheduledOf(request, instantText)
  })
}

/** Own requests are one line, because their author can do nothing but wait. */
function adjustmentsOf({ me, adjustments = [] }: Answers): Waiting[] {
  const own = adjustments.filter(({ asked_by }) => asked_by.id === me.staff.id).length
  const others = adjustments.length - own
  const to = 'approvals'
  return [
    ...(others > 0 && me.actions.includes('customer.adjust_above')
      ? [
          {
            id: 'adjustments',
            title: homeText.adjustments(others),
            text: homeText.approveText,
            to,
            isUrgent: true,
          } as const,
        ]
      : []),
    ...(own > 0
      ? [
          {
            id: 'own-adjustments',
            title: homeText.ownAdjustments(own),
            to,
            isUrgent: false,
          } as const,
        ]
      : []),
  ]
}

function reviewsOf(items: ReviewItem[] = []): Waiting[] {
  if (items.length === 0) return []
  const { reviews, reviewText: text } = homeText
  return [{ id: 'review', title: reviews(items.length), text, to: 'review', isUrgent: true }]
}

function scheduledOf(
  { id, state, publish_at, asked_by }: z.output<typeof PublishRequest>,
  instantText: Answers['instantText'],
): Waiting[] {
  if (state !== 'SCHEDULED' || publish_at === null) return []
  return [
    {
      id,
      title: homeText.scheduled(instantText(publish_at)),
      text: homeText.scheduledBy(asked_by.name),
      to: 'programme.draft',
      isUrgent: false,
    },
  ]
}

function draftOf(draft: Draft | undefined): Waiting[] {
  if (!draft || draft.changes.length === 0) return []
  const isOld = draft.version > draft.base_version
  const wrong = draft.mistakes.length
  return [
    {
      id: 'draft',
      title: homeText.draft(draft.changes.length),
      text: isOld
        ? homeText.draftOld
        : wrong > 0
          ? homeText.draftMistakes(wrong)
          : homeText.draftText,
      to: 'programme.draft',
      isUrgent: isOld,
    },
  ]
}

function webhooksOf(endpoints: Answers['webhooks'] = []): Waiting[] {
  return endpoints.flatMap(({ id, url, disabled_at, given_up }): Waiting[] => {
    const to = 'settings.webhooks'
    if (disabled_at) return [{ id, title: homeText.webhookOff, text: url, to, isUrgent: true }]
    if (given_up === 0) return []
    return [{ id, title: homeText.webhookFailed(given_up), text: url, to, isUrgent: true }]
  })
}

function codesOf(programme: Programme | undefined): Waiting[] {
  return (programme?.pools ?? [])
    .filter(({ free }) => free <= fewCodes)
    .map(({ key, free }) => ({
      id: `codes-${key}`,
      title: homeText.codes(prizeName(programme!, key), free),
      text: homeText.codesText,
      to: 'programme.prizes',
      isUrgent: free === 0,
    }))
}

function stocksOf(programme: Programme | undefined): Waiting[] {
  return (programme?.stocks ?? [])
    .filter(({ stock_left }) => stock_left <= fewCodes)
    .map(({ key, stock_left }) => ({
      id: `stock-${key}`,
      title: homeText.stock(prizeName(programme!, key), stock_left),
      text: homeText.stockText,
      to: 'programme.prizes',
      isUrgent: stock_left === 0,
    }))
}

/** The document is as loose as JSON for the console's types. The published one follows company-file.ts. */
function prizeName({ document }: Programme, key: string): string {
  const prizes = (document['prizes'] ?? []) as { key: string; name: string }[]
  return prizes.find((prize) => prize.key === key)?.name ?? key
}

function recoveryOf({ factors }: Me): Waiting[] {
  const left = factors.recovery_codes_left
  if (left > fewRecoveryCodes) return []
  const { recoveryText: text } = homeText
  return [
    {
      id: 'recovery',
      title: homeText.recovery(left),
      text,
      to: 'settings.account',
      isUrgent: false,
    },
  ]
}
