/** The audit log: who did what in a company's programme, when and from where (D15). Append-only. */

import * as z from 'zod/mini'

import { CalendarDate } from '#contract/value/date.ts'
import { maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

/** The kinds of acts. Every write of the console has one. */
export const auditActions = [
  'staff.password_given',
  'staff.signed_in',
  'staff.signed_out',
  'staff.sign_in_refused',
  'staff.invited',
  'staff.joined',
  'staff.changed',
  'staff.left',
  'staff.password_changed',
  'staff.factor_added',
  'staff.recovery_codes_made',
  'staff.factor_removed',
  'staff.session_ended',
  'programme.published',
  'programme.requested',
  'programme.approved',
  'programme.withdrawn',
  'programme.discarded',
  'programme.rebased',
  'programme.suspended',
  'programme.applied',
  'host.released',
  'company.moved',
  'sandbox.applied',
  'sandbox.reset',
  'job.replayed',
  'secret.resealed',
  'key.made',
  'key.changed',
  'key.revoked',
  'webhook.secret_made',
  'webhook.enabled',
  'webhook.replayed',
  'report.month_closed',
  'report.rebuilt',
  'customer.found',
  'customer.exported',
  'customer.erased',
  'customer.viewed',
  'import.checked',
  'import.started',
  'import.applied',
  'import.discarded',
  'customer.adjusted',
  'customer.adjustment_undone',
  'customer.blocked',
  'customer.unblocked',
  'customer.reversed',
  'customer.voucher_cancelled',
  'customer.corrected',
  'customer.sold',
  'customer.asked',
  'customer.ask_cancelled',
  'customer.sold_with_points',
  'customer.returned',
  'customer.use_undone',
  'customer.voucher_withdrawn',
  'customer.merged',
  'customer.merge_undone',
  'customer.adjustment_requested',
  'customer.adjustment_approved',
  'customer.adjustment_refused',
  'customer.reviewed',
  'review.closed',
] as const
export type AuditAction = (typeof auditActions)[number]

/**
 * The sentence of an entry whose personal values were erased, without `actor_name`. The chain has no names, so no sentence of its own.
 */
const erasedSentences: Record<AuditAction, string> = {
  'staff.password_given': 'acertou a senha do console',
  'staff.signed_in': 'entrou no console',
  'staff.signed_out': 'saiu do console',
  'staff.sign_in_refused': 'tentou entrar no console',
  'staff.invited': 'convidou uma pessoa',
  'staff.joined': 'aceitou o convite',
  'staff.changed': 'mudou os dados de uma pessoa da equipe',
  'staff.left': 'retirou uma pessoa da equipe',
  'staff.password_changed': 'trocou a senha',
  'staff.factor_added': 'criou um segundo fator',
  'staff.recovery_codes_made': 'gerou novos códigos de recuperação',
  'staff.factor_removed': 'apagou um segundo fator',
  'staff.session_ended': 'encerrou uma sessão',
  'programme.published': 'publicou o programa',
  'programme.requested': 'pediu a publicação do programa',
  'programme.approved': 'aprovou a publicação do programa',
  'programme.withdrawn': 'retirou o pedido de publicação',
  'programme.discarded': 'descartou um rascunho',
  'programme.rebased': 'recomeçou um rascunho da versão publicada',
  'programme.suspended': 'suspendeu uma publicação agendada',
  'programme.applied': 'aplicou a pasta do programa',
  'host.released': 'liberou um endereço para outras empresas',
  'company.moved': 'moveu a empresa para outro servidor',
  'sandbox.applied': 'preparou o sandbox',
  'sandbox.reset': 'zerou o sandbox',
  'job.replayed': 'mandou repetir tarefas que falharam',
  'secret.resealed': 'trocou o segredo do servidor',
  'key.made': 'criou uma chave de caixa',
  'key.changed': 'mudou uma chave de caixa',
  'key.revoked': 'revogou uma chave de caixa',
  'webhook.secret_made': 'criou um segredo de webhook',
  'webhook.enabled': 'voltou a enviar a um webhook',
  'webhook.replayed': 'enviou eventos outra vez',
  'report.month_closed': 'fechou um mês',
  'report.rebuilt': 'mandou recalcular os relatórios',
  'customer.found': 'procurou um cliente',
  'customer.exported': 'exportou os dados de um cliente',
  'customer.erased': 'apagou um cliente',
  'customer.viewed': 'viu os dados de um cliente',
  'import.checked': 'conferiu um arquivo de importação',
  'import.started': 'mandou aplicar uma importação',
  'import.applied': 'terminou uma importação',
  'import.discarded': 'desistiu de uma importação',
  'customer.adjusted': 'ajustou o saldo de um cliente',
  'customer.adjustment_undone': 'desfez um ajuste de saldo de um cliente',
  'customer.blocked': 'bloqueou um cliente',
  'customer.unblocked': 'desbloqueou um cliente',
  'customer.reversed': 'estornou um movimento de um cliente',
  'customer.voucher_cancelled': 'cancelou um voucher de um cliente',
  'customer.corrected': 'corrigiu os dados de um cliente',
  'customer.sold': 'registrou uma venda no caixa',
  'customer.asked': 'pediu pontos a um cliente no caixa',
  'customer.ask_cancelled': 'desistiu de um pedido de pontos no caixa',
  'customer.sold_with_points': 'registrou uma venda com pontos no caixa',
  'customer.returned': 'devolveu uma venda no caixa',
  'customer.use_undone': 'desfez um uso de pontos no caixa',
  'customer.voucher_withdrawn': 'entregou um prêmio no caixa',
  'customer.merged': 'juntou duas contas de um cliente',
  'customer.merge_undone': 'separou duas contas juntadas de um cliente',
  'customer.adjustment_requested': 'pediu um ajuste de saldo de um cliente',
  'customer.adjustment_approved': 'aprovou um ajuste de saldo de um cliente',
  'customer.adjustment_refused': 'recusou ou retirou um pedido de ajuste de saldo de um cliente',
  'customer.reviewed': 'reviu os movimentos de um cliente',
  'review.closed': 'reviu uma chave, uma pessoa da equipe ou uma rede',
}

/** An act without the actor's name and without what it concerned: 'viu os dados de um cliente'. */
export function actWords(action: AuditAction): string {
  return erasedSentences[action]
}

/** Stands where a person's values were erased. */
export const erasedText = '(apagado)'

/** The sentence of an entry without its personal values: '(apagado) convidou uma pessoa'. */
export function erasedSentence(action: AuditAction): string {
  return `${erasedText} ${actWords(action)}`
}

/** `staff`: a person of the console. `operator`: a command on the server. `system`: a job, as a scheduled publication. */
const actorKinds = ['staff', 'operator', 'system'] as const

export const AuditEntry = z.object({
  /** The number of the entry in the company's chain: 1, 2, 3 … */
  sequence: z.int(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(actorKinds),
    /** The id of a staff member; null for another kind of actor. */
    id: z.nullable(Uuid),
    name: z.string(),
  }),
  action: z.enum(auditActions),
  /** In Portuguese: 'Ana convidou rui@cafe.com.br como caixa'. */
  sentence: z.string(),
  /** The id or the name of what was changed; null: nothing single. */
  subject: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  /** The caller's network address, also of a refused sign-in; null: a command or a job, or an erased address. */
  address: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Letters of the words that the log is searched by: as many as a name may have. */
export const maxAuditWords = maxLine

const filters = {
  /** Words of the sentence and of the changes of the programme, or parts of words, in any order, without case and accents. */
  text: z.optional(text(1, maxAuditWords)),
  action: z.optional(z.enum(auditActions)),
  /** What the person did, and refused sign-ins with the person's email. */
  staff_id: z.optional(Uuid),
  /** Days in the company's time zone, both included. */
  from: z.optional(CalendarDate),
  to: z.optional(CalendarDate),
}

export const AuditFilters = z.strictObject(filters)
export type AuditFilters = z.output<typeof AuditFilters>
export const AuditPage = z.strictObject({
  ...filters,
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
})
export type AuditPage = z.output<typeof AuditPage>

/** A text without case and accents: the form that a search compares. Column audit_personal.words has the sentence so. */
export function searchForm(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

export const AuditFile = z.custom<ReadableStream<Uint8Array> | Blob>()

/** The texts of the CSV. */
export const auditFileWords = {
  columns: [
    'Número',
    'Data',
    'Hora',
    'Quem',
    'O que foi feito',
    'Tipo',
    'Assunto',
    'Antes',
    'Depois',
    'Endereço de rede',
  ],
}
