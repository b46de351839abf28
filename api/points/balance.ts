import { ApiError } from '#api/http/api-error.ts'
import type { Credential } from '#api/http/caller.ts'
import type { Balance } from '#contract/customer.ts'
import type { ErrorCode } from '#contract/error.ts'
import { batchSchedulerOf } from '#database/batch-scheduler.ts'
import { batched } from '#database/batch.ts'
import { type Database, isDistributed, rows, sql } from '#database/sql.ts'
import { bytes } from '#engine/command.ts'

type Reader = Pick<Credential['customer'], 'company_id' | 'token_hash'> & { now: Date }
type Answer = Balance & { code: ErrorCode | null }

/**
 * The balance that the customer of a token can spend (R7.1). One statement reads session and balance, for many customers in a
 * batch. Throws `unauthenticated` or `company_unavailable`.
 */
export function balanceReader(database: Database): (reader: Reader) => Promise<Balance> {
  const read = batched<Reader, Answer>(
    batchSchedulerOf(database),
    (readers) => readAll(database, readers),
    {
      laneOf: ({ company_id }) => company_id,
    },
  )
  return async (reader) => {
    const { code, amount_balance, value_balance } = await read(reader)
    if (code) throw new ApiError(code)
    return { amount_balance, value_balance }
  }
}

async function readAll(database: Database, readers: Reader[]): Promise<Answer[]> {
  if (isDistributed(database)) return readCompany(database, readers)
  const companies = [...Map.groupBy(readers, ({ company_id }) => company_id)]
  const calls = companies.map(([company_id, members]) => ({
    company_id,
    token_hashes: members.map(({ token_hash }) => bytes(token_hash)),
    now: members[0]!.now,
  }))
  const found = await rows<Answer & { company: number; n: number }>(
    database,
    sql`select call.company::integer, one.n, one.error as code, one.amount as amount_balance, one.value as value_balance
          from rows from (jsonb_to_recordset(${JSON.stringify(calls)}) as (company_id uuid, token_hashes bytea[], now timestamptz))
               with ordinality call (company_id, token_hashes, now, company)
         cross join lateral balances(call.company_id, call.token_hashes, call.now) one`,
  )
  const answers = new Map(
    found.map((answer) => [companies[answer.company - 1]![1][answer.n - 1]!, answer] as const),
  )
  return readers.map((one) => answers.get(one)!)
}

/** On Citus a batch has one company, and a statement of this form is sent to the company's worker as a whole. */
async function readCompany(database: Database, readers: Reader[]): Promise<Answer[]> {
  const [{ company_id, now }] = readers as [Reader]
  const found = await rows<Answer & { n: number }>(
    database,
    sql`select n, error as code, amount as amount_balance, value as value_balance
          from balances(${company_id}, ${readers.map(({ token_hash }) => token_hash)}, ${now})`,
  )
  const answers = new Map(found.map((answer) => [answer.n, answer]))
  return readers.map((_, at) => answers.get(at + 1)!)
}
