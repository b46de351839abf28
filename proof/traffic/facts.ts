/** What the tables say about the calls of the staff: each row as one sentence, in the words of effects.ts. */

import type { SealedDatabase } from '#api/context/context.ts'
import { facts } from '#api/testing/models/verification.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** Every movement, act and entry of the company. */
export async function allFacts(sealed: SealedDatabase, company_id: string): Promise<string[]> {
  const [engine, staff] = await Promise.all([
    facts(sealed, company_id),
    staffFacts(sealed.database, company_id),
  ])
  return [...engine, ...staff]
}

async function staffFacts(database: Database, company_id: string): Promise<string[]> {
  const found = await rows<{ fact: string }>(
    database,
    sql`select concat_ws(' ', 'act', kind, id, external_id) as fact
          from counter_act
         where company_id = ${company_id}
         union all
        select concat_ws(' ', 'entry', action,
                 coalesce(after ->> 'merge_id', after ->> 'record_id', after ->> 'intention_id', after ->> 'voucher_id', subject))
          from audit_entry
         cross join lateral (select detail -> 'after') state (after)
         where company_id = ${company_id}
           and actor_kind = 'staff'
         union all
        select concat_ws(' ', 'merge', id, points_amount, points_value)
          from customer_merge
         where company_id = ${company_id}
         union all
        select concat_ws(' ', 'merge', id, 'undone')
          from customer_merge
         where company_id = ${company_id}
           and undone_at is not null`,
  )
  return found.map(({ fact }) => fact)
}

/** Finds acts of the staff that are stored in part. Returns one line for each. */
export async function staffHalves(database: Database, company_id: string): Promise<string[]> {
  const found = await rows<{ half: string }>(
    database,
    sql`select concat_ws(' ', 'act without its movement', kind, id) as half
          from counter_act act
         where company_id = ${company_id}
           and not exists (select from points_record where company_id = act.company_id and id = act.id)
           and not exists (select from intention where company_id = act.company_id and id = act.id)
           and not exists (select from voucher
                            where company_id = act.company_id and id = act.id and withdrawn_at is not null)
         union all
        select concat_ws(' ', 'movement of a counter without its act', record.id)
          from points_record record
          join partner_key key on key.company_id = record.company_id and key.id = partner_key_id
         where record.company_id = ${company_id}
           and staff_id is not null
           and not exists (select from counter_act act where act.company_id = record.company_id and act.id = record.id)
         union all
        select concat_ws(' ', 'customer of a till without a record', id)
          from customer
         where company_id = ${company_id}
           and login_type = 'PRE'
           and not exists (select from points_record
                            where points_record.company_id = customer.company_id and customer_id = customer.id)
         union all
        select concat_ws(' ', 'block and its entries', customer_id)
          from (select subject::uuid as customer_id,
                       sum(case action when 'customer.blocked' then 1 else -1 end) as blocks
                  from audit_entry
                 where company_id = ${company_id}
                   and action in ('customer.blocked', 'customer.unblocked')
                 group by 1) noted
          full join (select customer_id, 1 as rows from customer_block where company_id = ${company_id}) stored
               using (customer_id)
         where coalesce(blocks, 0) <> coalesce(rows, 0)
         union all
        select concat_ws(' ', 'merge and its account', customer_id)
          from (select absorbed_id as customer_id, staying_id
                  from customer_merge
                 where company_id = ${company_id} and undone_at is null) merge
          full join (select customer_id, merged_into_id
                       from balance
                      where company_id = ${company_id} and merged_into_id is not null) account using (customer_id)
         where staying_id is distinct from merged_into_id`,
  )
  return found.map(({ half }) => half)
}
