/** The person's rights over the data that a company holds about them (LGPD art. 18, D16). */

import * as z from 'zod/mini'

import { Centavos, Points } from '#contract/value/money.ts'
import { Uuid } from '#contract/value/uuid.ts'

import { Consent } from './consent.ts'
import { Customer } from './customer.ts'
import { TillIntention } from './intention.ts'
import { NoticeChoice, Notification } from './notification.ts'
import { PointsEntry } from './points.ts'
import { CurrentPassword, Session } from './session.ts'
import { Voucher } from './voucher.ts'

const Instant = z.iso.datetime()

/** A line of `staff_acts` in GET /customer/data: what the company's staff has done with the customer's record. */
export const StaffAct = z.object({
  at: Instant,
  /** In Portuguese and without the staff member's name: 'viu os dados de um cliente'. */
  act: z.string(),
  reason: z.nullable(z.string()),
})
export type StaffAct = z.infer<typeof StaffAct>

const Profile = z.object({
  ...Customer.shape,
  email_verified_at: z.nullable(Instant),
  phone_verified_at: z.nullable(Instant),
  /** A till gave points to the document before the person registered. */
  is_pre_registered: z.boolean(),
  /** The last day of a sign-in or of the use of a session. */
  last_seen_on: z.nullable(z.iso.date()),
  created_at: Instant,
})

/** The lists of an account in GET /customer/data, in the order of the file. */
export const DataSections = z.object({
  consents: z.array(z.object({ ...Consent.shape, user_agent: z.nullable(z.string()) })),
  sessions: z.array(Session),
  /** Accounts at Google, Facebook or another provider. */
  accounts: z.array(z.object({ issuer: z.string(), subject: z.string(), created_at: Instant })),
  mailed_links: z.array(
    z.object({
      purpose: z.string(),
      email: z.string(),
      created_at: Instant,
      expires_at: Instant,
      used_at: z.nullable(Instant),
    }),
  ),
  /** Oldest first. Expiries (EXP) stand between the records. */
  points: z.array(PointsEntry),
  intentions: z.array(z.omit(TillIntention, { warning: true })),
  /** Those of the accounts that were merged into this one, too. */
  vouchers: z.array(Voucher),
  notifications: z.array(Notification),
  notice_choices: z.array(NoticeChoice),
  favorites: z.array(z.object({ prize_id: Uuid, name: z.string(), created_at: Instant })),
  promotions: z.array(
    z.object({ code: z.string(), name: z.string(), record_id: Uuid, created_at: Instant }),
  ),
  level_changes: z.array(
    z.object({
      from_name: z.nullable(z.string()),
      to_name: z.nullable(z.string()),
      reason: z.string(),
      created_at: Instant,
    }),
  ),
  staff_acts: z.array(StaffAct),
})

/** The profile of an account that the company's staff has merged into the person's account. */
export const MergedProfile = z.object({ merged_at: Instant, ...Profile.shape })
export type MergedProfile = z.output<typeof MergedProfile>

/** The lists of a merged account. A merge deletes its sessions; its vouchers are among those of the account that stays. */
export const MergedSections = z.omit(DataSections, { sessions: true, vouchers: true })

/**
 * All data about a person, except secrets and duplicates (contract/person/personal-data.ts has the reasons). The file has these
 * sections in this order.
 */
export const CustomerData = z.object({
  exported_at: Instant,
  profile: Profile,
  ...DataSections.shape,
  /** The accounts that were merged into this one, the oldest merge first. */
  merged_accounts: z.array(z.object({ ...MergedProfile.shape, ...MergedSections.shape })),
})
export type CustomerData = z.output<typeof CustomerData>

/** `application/json` in the form of CustomerData: a stream on the server, a Blob on the client. */
export const CustomerDataFile = z.custom<ReadableStream<Uint8Array> | Blob>()

/** How long a sign-in counts as fresh. */
export const freshMinutes = 10

/** The loss of a customer who leaves: all points, also pending and held ones, and the vouchers that were not withdrawn. */
export const Forfeit = z.strictObject({
  points_amount: Points.check(z.minimum(0)),
  points_value: Centavos.check(z.minimum(0)),
  vouchers: z.int().check(z.minimum(0)),
})
export type Forfeit = z.infer<typeof Forfeit>

/** GET /customer/erasure: the consequences that the screen states before it asks for confirmation. */
export const ErasurePreview = z.object({
  forfeits: Forfeit,
  /** Whether the account has a password, which the screen asks for. A fresh sign-in proves the person, too. */
  asks_password: z.boolean(),
  is_sign_in_fresh: z.boolean(),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

/** DELETE /customer. The request repeats the forfeit, so that the person never loses more than the screen stated. */
export const Erasure = z.strictObject({
  forfeits: Forfeit,
  current_password: z.optional(CurrentPassword),
})
export type Erasure = z.output<typeof Erasure>

/**
 * A registered customer is inactive if all of this holds for `retention.inactive_months`:
 * - The customer has not signed in, has used no session and has withdrawn no voucher.
 * - The customer has no new record (purchase, return, use of points, voucher, promotion) and no new request of a till.
 * Nothing may be open either: no hold, no request of a till, no voucher to withdraw.
 */
/** Months that a company may set as `retention.inactive_months`. */
export const inactiveMonths = { min: 6, max: 240 } as const

/** Days from the mail that announces the erasure of an inactive customer to the erasure. */
export const announcedDays = 30

/** Default months after the last movement until an unclaimed pre-registration is deleted. */
export const defaultPreRegisteredMonths = 24
