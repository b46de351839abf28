/** A staff member merges two accounts of one person, and undoes that within 30 days (D15). */

import * as z from 'zod/mini'

import { FoundCustomer } from '#contract/console/desk.ts'
import { Customer } from '#contract/customer.ts'
import { Centavos, Points } from '#contract/value/money.ts'
import { Uuid } from '#contract/value/uuid.ts'

/** Days for which a merge can be undone. */
export const undoMergeDays = 30

/** How a staff member knows that both accounts belong to one person. The proof is part of the audit log. */
export const mergeProofs = ['document', 'contacts', 'receipts'] as const
export type MergeProof = (typeof mergeProofs)[number]
export const mergeProofNames: Record<MergeProof, string> = {
  document: 'viu o documento da pessoa',
  contacts: 'confirmou o celular ou o email das duas contas',
  receipts: 'viu comprovantes de compra das duas contas',
}

/**
 * The fields of a profile that the staying account takes from the other one, if it has none itself. The document moves, and only from a
 * pre-registered account to a registered one.
 */
const mergedFields = ['name', 'birthdate', 'sex', 'address', 'document'] as const
export type MergedField = (typeof mergedFields)[number]

/** The codes by which a merge is refused. A preview names one, so that the person reads the reason before they confirm. */
export const mergeErrors = [
  'customer_merged',
  'merge_chain',
  'merge_needs_document',
  'merge_needs_registered',
  'merge_debt',
  'merge_blocked',
  'intention_open',
] as const
export type MergeError = (typeof mergeErrors)[number]

/** The lots that a preview lists, the earliest expiry first. */
export const previewedLots = 50

const MergeAccount = z.object({
  ...FoundCustomer.shape,
  created_at: z.iso.datetime(),
  balance: Customer.shape.balance,
  level: z.nullable(z.string()),
  /** Vouchers that can still be withdrawn. */
  vouchers: z.int(),
  favorites: z.int(),
})
export type MergeAccount = z.infer<typeof MergeAccount>

/** GET /admin/customer/{id}/merge: {id} is the account that would stay. */
export const MergeQuery = z.strictObject({ absorbed_id: Uuid })
export const MergePreview = z.object({
  staying: MergeAccount,
  absorbed: MergeAccount,
  /** The lots that would go to the staying account, at most `previewedLots`. */
  lots: z.array(
    z.object({
      id: Uuid,
      points_amount: Points,
      points_value: Centavos,
      /** The first day on which the points can be spent; null: they can be spent now. */
      available_on: z.nullable(z.iso.date()),
      /** The last day; null: they never expire. */
      expires_on: z.nullable(z.iso.date()),
    }),
  ),
  lot_count: z.int(),
  points_amount: Points,
  points_value: Centavos,
  /** The fields that the staying account would take from the other one. */
  filled: z.array(z.enum(mergedFields)),
  /** The open sessions of the absorbed account, which would end. */
  sessions: z.int(),
  /** Why the accounts cannot be merged; null: they can. */
  problem: z.nullable(z.enum(mergeErrors)),
})
export type MergePreview = z.infer<typeof MergePreview>

/** POST /admin/customer/{id}/merge. */
export const MergeRequest = z.strictObject({
  absorbed_id: Uuid,
  proof: z.enum(mergeProofs, { error: 'Diga como você sabe que é a mesma pessoa' }),
  /** A repeat with the same key is the same merge and moves no points again. */
  key: Uuid,
})
export type MergeRequest = z.output<typeof MergeRequest>

export const Merged = z.object({
  id: Uuid,
  staying_id: Uuid,
  absorbed_id: Uuid,
  points_amount: Points,
  points_value: Centavos,
  merged_at: z.iso.datetime(),
  /** The last instant at which the merge can be undone. */
  undo_until: z.iso.datetime(),
  is_repeat: z.boolean(),
})
export type Merged = z.infer<typeof Merged>

/** POST /admin/merge/{id}/undo. */
export const UndoneMerge = z.object({
  id: Uuid,
  staying_id: Uuid,
  absorbed_id: Uuid,
  /** The points that went back to the absorbed account. */
  points_amount: Points,
  points_value: Centavos,
  /** The points that stay: they were spent, are held, have expired or paid a debt since. */
  kept_amount: Points,
})
export type UndoneMerge = z.infer<typeof UndoneMerge>

/** A merge in the record of one of its two customers. */
export const CustomerMerge = z.object({
  id: Uuid,
  /** The other account. */
  customer_id: Uuid,
  /** Masked. */
  name: z.nullable(z.string()),
  points_amount: Points,
  merged_at: z.iso.datetime(),
  /** Null: the merge is final. */
  undo_until: z.nullable(z.iso.datetime()),
})
export type CustomerMerge = z.infer<typeof CustomerMerge>

/** GET /admin/customer/{id}/merges. */
export const CustomerMerges = z.object({
  /** The account into which this one was merged; null: none. */
  merged_into: z.nullable(CustomerMerge),
  /** The accounts that were merged into this one. */
  absorbed: z.array(CustomerMerge),
})
export type CustomerMerges = z.infer<typeof CustomerMerges>
