/** Statements that PostgreSQL ends at their time limit (57014), for tests. What is changed here is undone when the test has finished. */

import type pg from 'pg'
import { onTestFinished } from 'vitest'

const raise = `raise exception using errcode = '57014', message = 'canceling statement due to statement timeout';`

/**
 * Each statement that writes a row of the company into the table reaches the time limit. By a check and not a trigger: Citus refuses
 * triggers on a distributed table.
 */
export async function timeOutWrites(
  database: pg.Pool,
  table: string,
  company_id: string,
): Promise<void> {
  await database.query(
    `create function reach_time_limit(p_company_id uuid) returns boolean language plpgsql immutable as $$
     begin
       if p_company_id = '${company_id}' then
         ${raise}
       end if;
       return true;
     end $$`,
  )
  await database.query(
    `alter table ${table} add constraint time_out check (reach_time_limit(company_id)) not valid`,
  )
  onTestFinished(async () => {
    await database.query(`alter table ${table} drop constraint time_out`)
    await database.query('drop function reach_time_limit')
  })
}

/** Each statement that adds up the points of more than `maxCustomers` of the company's customers reaches the time limit. */
export const timeOutPoints = (database: pg.Pool, company_id: string, maxCustomers: number) =>
  beforePoints(database, company_id, maxCustomers, raise)

/** Each statement that adds up the company's points takes 60 s, if it may. */
export const delayPoints = (database: pg.Pool, company_id: string) =>
  beforePoints(database, company_id, -1, 'perform pg_sleep(60);')

function beforePoints(
  database: pg.Pool,
  company_id: string,
  maxCustomers: number,
  body: string,
): Promise<void> {
  return before(database, {
    name: 'points_after',
    parameters: 'p_company_id uuid, p_after uuid, p_until uuid, p_day date',
    returns:
      'table (earned_month date, expires_month date, amount bigint, value bigint, expired_amount bigint, expired_value bigint)',
    when: `p_company_id = '${company_id}' and ${maxCustomers} < (
             select count(*)
               from customer
              where company_id = p_company_id
                and id > p_after
                and id <= p_until)`,
    body,
  })
}

/** Each statement that reads the chains of more than `maxCustomers` of the company's customers reaches the time limit. */
export const timeOutChains = (database: pg.Pool, company_id: string, maxCustomers: number) =>
  before(database, {
    name: 'covered_chains',
    parameters: 'p_company_id uuid, p_number integer, p_after uuid, p_limit integer',
    returns:
      'table (customer_id uuid, number integer, sequence integer, hash bytea, broken_at integer)',
    when: `p_company_id = '${company_id}' and p_limit > ${maxCustomers}`,
    body: raise,
  })

/** Each statement that reads what a head of more than `maxCustomers` of the company's customers does not cover reaches the time limit. */
export const timeOutUncovered = (database: pg.Pool, company_id: string, maxCustomers: number) =>
  before(database, {
    name: 'uncovered_records',
    parameters:
      'p_company_id uuid, p_number integer, p_until timestamptz, p_after uuid, p_limit integer',
    returns: 'table (last_id uuid, records bigint, customer_id uuid, sequence integer)',
    when: `p_company_id = '${company_id}' and p_limit > ${maxCustomers}`,
    body: raise,
  })

/** Each statement that folds more than `maxRecords` of the company's records into its reports reaches the time limit. */
export const timeOutFolds = (database: pg.Pool, company_id: string, maxRecords: number) =>
  before(database, {
    name: 'fold_records',
    parameters: 'p_company_id uuid, p_before uuid, p_limit integer, p_settled_at timestamptz',
    returns: 'boolean',
    when: `p_company_id = '${company_id}' and p_limit > ${maxRecords}`,
    body: raise,
  })

/** Each statement that writes the notices of more than `maxCustomers` of the company's customers reaches the time limit. */
export const timeOutNotices = (database: pg.Pool, company_id: string, maxCustomers: number) =>
  before(database, {
    name: 'write_notices',
    parameters: 'p_company_id uuid, p_days integer[], p_page_size integer, p_now timestamptz',
    returns: 'boolean',
    when: `p_company_id = '${company_id}' and p_page_size > ${maxCustomers}`,
    body: raise,
  })

type Wrapped = {
  name: string
  parameters: string
  returns: string
  when: string
  body: string
}

/** Executes `body` before the function, if `when` is true. */
async function before(
  database: pg.Pool,
  { name, parameters, returns, when, body }: Wrapped,
): Promise<void> {
  const names = parameters.split(', ').map((parameter) => parameter.split(' ')[0])
  const call = `${name}_in_time(${names.join()})`
  await database.query(
    `alter function ${name} rename to ${name}_in_time;
     create function ${name}(${parameters}) returns ${returns} language plpgsql as $$
     begin
       if ${when} then
         ${body}
       end if;
       return ${returns.startsWith('table') ? `query select * from ${call}` : call};
     end $$`,
  )
  onTestFinished(async () => {
    await database.query(`drop function ${name}; alter function ${name}_in_time rename to ${name}`)
  })
}
