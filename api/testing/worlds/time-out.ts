/** Statements that PostgreSQL ends at their time limit (57014), for tests. What is changed here is undone when the test has finished. */

import type pg from 'pg'
import { onTestFinished } from 'vitest'

const raise = `raise exception using errcode = '57014', message = 'canceling statement due to statement timeout';`

/** Each statement that writes a row of the company into the table reaches the time limit. */
export async function timeOutWrites(
  database: pg.Pool,
  table: string,
  company_id: string,
): Promise<void> {
  await database.query(
    `create function time_out() returns trigger language plpgsql as $$ begin ${raise} end $$;
     create trigger time_out before insert or update on ${table}
        for each row when (new.company_id = '${company_id}') execute function time_out()`,
  )
  onTestFinished(async () => {
    await database.query('drop function time_out() cascade')
  })
}

/** Each statement that adds up the points of more than `maxCustomers` of the company's customers reaches the time limit. */
export const timeOutPoints = (database: pg.Pool, company_id: string, maxCustomers: number) =>
  beforePoints(database, company_id, maxCustomers, raise)

/** Each statement that adds up the company's points takes 60 s, if it may. */
export const delayPoints = (database: pg.Pool, company_id: string) =>
  beforePoints(database, company_id, -1, 'perform pg_sleep(60);')

async function beforePoints(
  database: pg.Pool,
  company_id: string,
  maxCustomers: number,
  body: string,
): Promise<void> {
  const parameters = 'p_company_id uuid, p_after uuid, p_until uuid, p_day date'
  await database.query(
    `alter function points_after rename to points_in_time;
     create function points_after(${parameters})
     returns table (earned_month date, expires_month date, amount bigint, value bigint, expired_amount bigint, expired_value bigint)
     language plpgsql stable as $$
     begin
       if p_company_id = '${company_id}' and ${maxCustomers} < (
            select count(*)
              from customer
             where company_id = p_company_id
               and id > p_after
               and id <= p_until) then
         ${body}
       end if;
       return query select * from points_in_time(p_company_id, p_after, p_until, p_day);
     end $$`,
  )
  onTestFinished(async () => {
    await database.query(
      'drop function points_after; alter function points_in_time rename to points_after',
    )
  })
}

/** Each statement that reads the chains of more than `maxCustomers` of the company's customers reaches the time limit. */
export async function timeOutChains(
  database: pg.Pool,
  company_id: string,
  maxCustomers: number,
): Promise<void> {
  await database.query(
    `alter function covered_chains rename to chains_in_time;
     create function covered_chains(p_company_id uuid, p_number integer, p_after uuid, p_limit integer)
     returns table (customer_id uuid, number integer, sequence integer, hash bytea, broken_at integer)
     language plpgsql stable as $$
     begin
       if p_company_id = '${company_id}' and p_limit > ${maxCustomers} then
         ${raise}
       end if;
       return query select * from chains_in_time(p_company_id, p_number, p_after, p_limit);
     end $$`,
  )
  onTestFinished(async () => {
    await database.query(
      'drop function covered_chains; alter function chains_in_time rename to covered_chains',
    )
  })
}
