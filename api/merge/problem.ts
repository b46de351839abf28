/** Why two accounts cannot be merged. */

import type { MergeError } from '#contract/console/merge.ts'
import { type Database, row, sql } from '#database/sql.ts'

import type { Pair } from './lock.ts'

type Facts = {
  is_merged: boolean
  has_absorbed: boolean
  is_blocked: boolean
  held_amount: number
  debt: number
  /** What the staying account can pay of a debt. */
  spendable: number
  lacks_document: boolean
  lacks_registration: boolean
}

/** The reasons in the order of the table. Null: the accounts can be merged. */
export async function problemOf(database: Database, pair: Pair): Promise<MergeError | null> {
  const facts = await factsOf(database, pair)
  const problems: [boolean, MergeError][] = [
    [facts.is_merged, 'customer_merged'],
    [facts.has_absorbed, 'merge_chain'],
    [facts.is_blocked, 'merge_blocked'],
    [facts.lacks_registration, 'merge_needs_registered'],
    [facts.lacks_document, 'merge_needs_document'],
    [facts.held_amount > 0, 'intention_open'],
    [facts.debt > facts.spendable, 'merge_debt'],
  ]
  return problems.find(([isTrue]) => isTrue)?.[1] ?? null
}

async function factsOf(
  database: Database,
  { company_id, staying_id, absorbed_id, now }: Pair,
): Promise<Facts> {
  const found = await row<Facts>(
    database,
    sql`select merged_into(${company_id}, ${staying_id}) is not null
                 or merged_into(${company_id}, ${absorbed_id}) is not null as is_merged,
               cardinality(accounts_of(${company_id}, ${absorbed_id})) > 1 as has_absorbed,
               is_customer_blocked(${company_id}, ${absorbed_id}) as is_blocked,
               staying.held_amount + absorbed.held_amount as held_amount,
               absorbed.deficit_amount as debt,
               -- The lots of the absorbed account come first, and a deficit of the staying one takes its part.
               greatest(staying.amount + absorbed_lots.amount - staying.deficit_amount, 0) as spendable,
               -- A registered account takes the document of a pre-registered one (fields_to_fill).
               own.document is null and other.document is not null
                 and not (own.is_registered and not other.is_registered) as lacks_document,
               not own.is_registered and other.is_registered as lacks_registration
          from current_balance(${company_id}, ${staying_id}, ${now}) staying
         cross join current_balance(${company_id}, ${absorbed_id}, ${now}) absorbed
         cross join lateral (
                 select coalesce(sum(free.amount), 0)::bigint as amount
                   from free_points(${company_id}, ${absorbed_id}, ${now}) free
                  where free.expires_at > ${now}
                    and free.available_at <= ${now}) absorbed_lots
         cross join registration_of(${company_id}, ${staying_id}) own
         cross join registration_of(${company_id}, ${absorbed_id}) other`,
  )
  return found!
}
