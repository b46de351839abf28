/** Compares the answers that clients received with the database: each write must be stored once, and no other write. */

import type { SealedDatabase } from '#api/context/context.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import type { TillIntention } from '#contract/intention.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'
import { rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { halves } from './halves.ts'

type Verb =
  | 'generate'
  | 'reverse'
  | 'activate'
  | 'open'
  | 'capture'
  | 'cancel'
  | 'redeem'
  | 'withdraw'
  | 'give_back'
/** An answer that a client received. `subject`: the id that the call named, for an answer without an id. */
export type Received = { verb: Verb; subject: string | null; status: number; body: unknown }

export type Verification = {
  /** Acknowledged, and missing or different in the database. */
  lost: string[]
  /** In the database, and never acknowledged. */
  doubled: string[]
  /** Written in part: rows that belong to the write are missing. */
  halves: string[]
  /** The company's customers whose balance differs from the replay. */
  differences: string[]
}

/** `received`: every answer that clients of this company ever received. */
export async function verify(
  sealed: SealedDatabase,
  company_id: string,
  received: Received[],
  now: Date,
): Promise<Verification> {
  const expected = received.flatMap(effectsOf)
  const { database } = sealed
  const stored = await facts(sealed, company_id)
  const { differences } = await audit(database, now, { company_id })
  return {
    lost: without(expected, stored),
    doubled: without(stored, expected),
    halves: await halves(database, company_id),
    differences: differences.map(({ customer_id, reason }) => `${customer_id} ${reason}`),
  }
}

/** The facts that the first list has more often than the second. */
export function without(all: string[], others: string[]): string[] {
  const counts = new Map<string, number>()
  for (const fact of others) counts.set(fact, (counts.get(fact) ?? 0) + 1)
  return all.filter((fact) => {
    const count = counts.get(fact) ?? 0
    counts.set(fact, count - 1)
    return count <= 0
  })
}

type Effects = { [verb in Verb]: (body: never, subject: string | null) => string[] }

/** The facts that an answer states, one sentence each, in the words that `facts` uses for the tables. */
export function effectsOf({ verb, subject, status, body }: Received): string[] {
  return status < 300 ? effects[verb](body as never, subject) : []
}

function record({ id, points_amount, points_value }: GeneratedPoints): string[] {
  return [`record ${id} ${points_amount} ${points_value}`]
}

const effects: Effects = {
  generate: record,
  reverse: record,
  activate: record,
  open: ({ id, points_amount }: TillIntention) => [`intention ${id} ${points_amount}`],
  capture: ({ id, captured }: TillIntention) => [
    `intention ${id} CAPTURED`,
    `record ${captured!.record_id} ${-captured!.points_amount} ${-captured!.points_value}`,
  ],
  cancel: (_body: unknown, id) => [`intention ${id} CANCELLED`],
  redeem: (vouchers: Voucher[]) =>
    vouchers.map(({ id, code, points_amount }) => `voucher ${id} ${points_amount} ${code}`),
  withdraw: ({ id }: Voucher) => [`voucher ${id} withdrawn`],
  give_back: ({ id, points_amount }: Voucher) => [`voucher ${id} given back ${points_amount}`],
}

export async function facts(
  { database, secret }: SealedDatabase,
  company_id: string,
): Promise<string[]> {
  const codes = voucherCodes(secret)
  const found = await rows<{ fact: string; sealed_code: Buffer | null }>(
    database,
    sql`select concat_ws(' ', 'record', id, amount, value) as fact, null::bytea as sealed_code
          from points_record
         where company_id = ${company_id}
           -- Vouchers and merges report their own records. No answer reports a recovery: it follows from points that came back.
           and origin not in ('voucher', 'recovery', 'merge')
         union all
        select concat_ws(' ', 'intention', id, points_amount), null
          from intention
         where company_id = ${company_id}
         union all
        select concat_ws(' ', 'intention', id, status), null
          from intention
         where company_id = ${company_id}
           and status in ('CAPTURED', 'CANCELLED')
         union all
        select concat_ws(' ', 'voucher', voucher.id, -amount), sealed_code
          from points_record
          join voucher on voucher.company_id = points_record.company_id and record_id = points_record.id
         where points_record.company_id = ${company_id}
           and type_id = 'CNS'
           and origin = 'voucher'
         union all
        select concat_ws(' ', 'voucher', id, 'withdrawn'), null
          from voucher
         where company_id = ${company_id}
           and withdrawn_at is not null
         union all
        select concat_ws(' ', 'voucher', voucher.id, 'given back', amount), null
          from points_record
          join voucher on voucher.company_id = points_record.company_id and record_id = reverses_id
         where points_record.company_id = ${company_id}
           and type_id = 'CNS_REVERSAL'`,
  )
  return found.map(({ fact, sealed_code }) =>
    sealed_code ? `${fact} ${codes.open(company_id, sealed_code)}` : fact,
  )
}
