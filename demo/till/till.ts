/**
 * /_demo/caixa: a till in the browser, so that the demo needs no other program. The page sends the cashier's input, and this
 * server makes the partner calls, so the till's key never leaves it. Only the demo's own database has it.
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import { companyByHostname } from '#api/company/lookup.ts'
import { titleFontFile } from '#api/company/title-font.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { hostname } from '#api/http/hostname.ts'
import type { Company } from '#contract/company.ts'
import type { EndpointKey, RequestOf, ResponseOf } from '#contract/endpoints/endpoints.ts'
import type { ErrorBody } from '#contract/error.ts'
import type { TillIntention } from '#contract/intention.ts'
import type { PartnerCustomer } from '#contract/partner.ts'
import { bareDocument } from '#contract/person/document.ts'
import type { CalculationRule } from '#contract/points.ts'
import type { UnknownSubsidiary } from '#contract/subsidiary.ts'
import { localDate } from '#contract/value/date.ts'

import {
  amountOf,
  chargePart,
  customerPart,
  prizeReceipt,
  saleReceipt,
  tillPage,
  useReceipt,
} from './page.ts'
import { text } from './text.ts'

/** A demo company's till: its key, and the initial customer document and shop of its page. */
export type DemoTill = { key: string; document: string; shop: string }

/** The cashier's input by field name. */
type Typed = Record<string, string>

/** The page's changes: new HTML by element id (`parts`), a new line of the list (`receipt`) and a sentence (`said`). */
type Shown = {
  parts?: Record<string, string>
  receipt?: string
  said?: string
  /** The status of the open charge, by which the page sees whether it has changed. */
  status?: TillIntention['status']
  isRefused?: true
}

/** Name in the URL → the file of the page. The decoder is a package without a build: decode.js imports index.js. */
const files: Record<string, string> = {
  'till.js': join(import.meta.dirname, 'till.js'),
  'scan.js': join(import.meta.dirname, 'scan.js'),
  'till.css': join(import.meta.dirname, 'till.css'),
  'decoder/decode.js': fileURLToPath(import.meta.resolve('qr/decode.js')),
  'decoder/index.js': fileURLToPath(import.meta.resolve('qr')),
}

export function demoTill(
  app: FastifyInstance,
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  tills: ReadonlyMap<string, DemoTill>,
): void {
  app.get('/_demo/caixa', { schema: { hide: true } }, async (request, reply) => {
    const { company, till } = await tillOf(hostname(request))
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({ 'content-security-policy': policy(nonce), 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(tillPage(company, till, nonce, await rulesOf(company, till)))
  })

  /** The rules that are valid today. */
  async function rulesOf(company: Company, till: DemoTill): Promise<CalculationRule[]> {
    const rules = await caller(app, till.key)('GET /partner/calculation-rule', {})
    const today = localDate(clock(), company.time_zone)
    return rules.filter(
      ({ valid_from, valid_to }) => (valid_from ?? today) <= today && today <= (valid_to ?? today),
    )
  }

  for (const [name, path] of Object.entries(files)) {
    const media_type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
    app.get(`/_demo/caixa/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(`${media_type}; charset=utf-8`).send(await readFile(path, 'utf8')),
    )
  }

  app.get('/_demo/caixa/title.woff', { schema: { hide: true } }, async (request, reply) => {
    const { company } = await tillOf(hostname(request))
    const file = titleFontFile(company.theme.font)
    if (file === null) throw new ApiError('not_found')
    return reply.type('font/woff').send(await readFile(file))
  })

  // Accepts JSON only, which a form of another site cannot send (T13).
  app.post(
    '/_demo/caixa/:action',
    { schema: { hide: true, body: z.record(z.string(), z.string()) } },
    (request) => play(request),
  )

  async function play(request: FastifyRequest): Promise<Shown> {
    const { action } = request.params as { action: string }
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!act) throw new ApiError('not_found')
    const { company, till } = await tillOf(hostname(request))
    try {
      const at = { company, call: caller(app, till.key), now: clock() }
      return await act(at, request.body as Typed)
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      return { said: error.message, isRefused: true }
    }
  }

  async function tillOf(host: string): Promise<{ company: Company; till: DemoTill }> {
    const found = await companyByHostname(database, host)
    const till = found && tills.get(found.company.id)
    if (!till) throw new ApiError('company_not_found')
    const { blocked_at, maintenance } = found.company
    if (blocked_at !== null || maintenance) throw new ApiError('company_unavailable')
    return { company: found.company, till }
  }
}

function policy(nonce: string): string {
  return `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

/** A failed action, with a sentence for the cashier. */
class NotDone extends Error {
  readonly status: number | undefined

  constructor(sentence: string, status?: number) {
    super(sentence)
    this.status = status
  }
}

type PartnerEndpoint = Extract<EndpointKey, `${string} /partner/${string}`>
type Call = <Key extends PartnerEndpoint>(
  key: Key,
  sent: RequestOf<Key>,
) => Promise<ResponseOf<Key>>
type At = { company: Company; call: Call; now: Date }

/** Calls the partner API as any till does, but inside this process. Throws NotDone. */
function caller(app: FastifyInstance, tillKey: string): Call {
  return async (key, sent) => {
    const [method, path] = key.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    const { params = {}, query, body }: { params?: Typed; query?: Typed; body?: object } = sent
    const answer = await app.inject({
      method,
      url: `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))}`,
      ...(query && { query }),
      ...(body && { payload: body }),
      headers: { authorization: `Bearer ${tillKey}` },
    })
    if (answer.statusCode >= 400) {
      const { message, data } = answer.json<ErrorBody>()
      const fields = Object.values(data.fields ?? {}).flat()
      throw new NotDone([message, ...fields].join(' '), answer.statusCode)
    }
    // An endpoint that answers 204 has no response body in its type.
    return answer.statusCode === 204 ? (undefined as never) : answer.json()
  }
}

const actions: Record<string, (at: At, typed: Typed) => Promise<Shown>> = {
  find: async (at, typed) => ({ parts: await customerOf(at, typed), said: '' }),

  sell: async (at, typed) => {
    const { calculation_rule_id } = typed
    const sale = await at.call('POST /partner/points/generate', {
      body: {
        ...commonOf(typed),
        purchase_value: centavos(typed['purchase_value']),
        // The form has no such field at a company with one rule.
        ...(calculation_rule_id !== undefined && { calculation_rule_id }),
      },
    })
    const amount = amountOf(at.company, sale.points_amount, sale.points_value)
    return {
      parts: await customerAfter(at, typed),
      receipt: saleReceipt(at.company, sale),
      said: withWarning(text.sold(amount), sale),
    }
  },

  charge: async (at, typed) => {
    const amount =
      typed['points_amount'] === undefined
        ? { points_value: centavos(typed['points_value']) }
        : { points_amount: whole(typed['points_amount']) }
    const purchase_value = centavos(typed['purchase_value'])
    const intention = await at.call('POST /partner/points/intention', {
      body: { ...commonOf(typed), ...amount, purchase_value },
    })
    return { ...(await charged(at, typed, intention)), said: withWarning(text.charged, intention) }
  },

  /** The state of the open charge. The page polls it every second. */
  look: async (at, typed) => {
    const { id = '', status } = typed
    const intention = await at.call('GET /partner/points/intention/{id}', { params: { id } })
    // Read the customer only after a change: a look-up every second would use up the key's 3,600 look-ups an hour.
    return intention.status === status ? { status } : charged(at, typed, intention)
  },

  capture: async (at, typed) => {
    const { id = '', code } = typed
    const intention = await at
      .call('POST /partner/points/intention/{id}/capture', {
        params: { id },
        body: code === undefined ? {} : { code },
      })
      .catch(async (error: NotDone) => {
        // The fifth wrong code ends the intention: show that instead of the error.
        const now = await at.call('GET /partner/points/intention/{id}', { params: { id } })
        if (now.status === 'PENDING' || now.status === 'AUTHORIZED') throw error
        return now
      })
    return charged(at, typed, intention)
  },

  cancel: async (at, typed) => {
    const params = { id: typed['id'] ?? '' }
    await at.call('DELETE /partner/points/intention/{id}', { params })
    return charged(at, typed, await at.call('GET /partner/points/intention/{id}', { params }))
  },

  withdraw: async (at, typed) => {
    const voucher = await at.call('POST /partner/voucher/{code}/withdraw', {
      params: { code: typed['code'] ?? '' },
      body: { subsidiary_name: typed['shop'] ?? '' },
    })
    return {
      receipt: prizeReceipt(at.company, voucher, at.now.toISOString()),
      said: withWarning(text.withdrawn(voucher.prize.name, at.company.prize_word), voucher),
    }
  },

  reverse: async (at, typed) => {
    const { id = '' } = typed
    await at.call('POST /partner/points/{id}/reverse', {
      params: { id },
      body: { external_id: externalId(typed) },
    })
    return {
      parts: { ...(await customerAfter(at, typed)), [`undo-${id}`]: `<p>${text.reversed}</p>` },
      said: text.reversal,
    }
  },
}

async function charged(at: At, typed: Typed, intention: TillIntention): Promise<Shown> {
  const { status, captured, purchase_value } = intention
  return {
    status,
    parts: { ...(await customerAfter(at, typed)), charge: chargePart(at.company, intention) },
    ...(captured && {
      receipt: useReceipt(at.company, purchase_value, captured, at.now.toISOString()),
    }),
    said: text[status],
  }
}

/** The current state of the till's customer. An unknown document is no error, because it can earn points (D3). */
async function customerOf(at: At, typed: Typed): Promise<Record<string, string>> {
  const query = customerKey(typed)
  const customer = await at
    .call('GET /partner/customer', { query })
    .catch((error: NotDone): PartnerCustomer | null => {
      if (error.status === 404 && 'document' in query) return null
      throw error
    })
  return { customer: customerPart(at.company, customer) }
}

/** The same after an action. The member code that named the customer may have expired since (D14). */
async function customerAfter(at: At, typed: Typed): Promise<Record<string, string>> {
  if ('document' in customerKey(typed)) return customerOf(at, typed)
  return customerOf(at, typed).catch((error: unknown) => {
    if (!(error instanceof NotDone)) throw error
    return { customer: customerPart(at.company, 'over') }
  })
}

/** The sentence, with the warning about an unknown shop if there is one. */
function withWarning(
  said: string,
  { warning }: { warning?: UnknownSubsidiary | undefined },
): string {
  return warning ? `${said} ${warning.message}` : said
}

function commonOf(typed: Typed) {
  return {
    customer: customerKey(typed),
    external_id: externalId(typed),
    subsidiary_name: typed['shop'] ?? '',
  }
}

/** The field accepts a member code from a scanner, or a document that the cashier types. */
function customerKey(typed: Typed): { document: string } | { code: string } {
  const document = (typed['document'] ?? '').trim()
  return document.startsWith('F1.') ? { code: document } : { document: bareDocument(document) }
}

/** The page's id of the sale. */
function externalId({ external_id = randomUUID() }: Typed): string {
  return `demo-${external_id}`
}

/** '1.045,9' → 104590. */
function centavos(input: string = ''): number {
  const [, reais, cents = ''] =
    /^(\d{1,3}(?:\.\d{3})*|\d+)(?:,(\d{1,2}))?$/.exec(input.trim()) ?? []
  if (reais === undefined) throw new NotDone(text.invalidMoney)
  return Number(reais.replaceAll('.', '') + cents.padEnd(2, '0'))
}

function whole(input: string): number {
  if (!/^\d+$/.test(input.trim())) throw new NotDone(text.invalidPoints)
  return Number(input)
}
