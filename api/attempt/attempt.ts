/** Rate limits for attempts (T7, T8). Stored in PostgreSQL, so that all nodes share the counts. */

import { hash } from 'node:crypto'

import { ApiError } from '#api/http/api-error.ts'
import { networkOf } from '#api/http/network.ts'
import { purgeBatch, purgeByCompany } from '#database/purge/purge-by-company.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/**
 * A leaky bucket: `free` + 1 attempts at once, and one attempt is forgiven every `forgetsEvery_s`. Beyond that each
 * wait doubles.
 */
type Limit = { free: number; forgetsEvery_s: number; maxWait_s: number }

/**
 * The subjects by which an attempt is counted. Attempts on one account from all addresses are delayed by seconds only: a
 * stranger who guesses must not lock the owner out. The company's count is for an attack from many addresses at once.
 */
type Limits = { accountHere?: Limit; account: Limit; address?: Limit; company?: Limit }

const guess = {
  accountHere: { free: 5, forgetsEvery_s: 600, maxWait_s: 900 },
  account: { free: 50, forgetsEvery_s: 600, maxWait_s: 5 },
  address: { free: 50, forgetsEvery_s: 30, maxWait_s: 900 },
  company: { free: 10_000, forgetsEvery_s: 0.02, maxWait_s: 2 },
} satisfies Limits

/** Mails to one mailbox: 6 at once, then about 6 an hour. */
const mailbox: Limit = { free: 5, forgetsEvery_s: 600, maxWait_s: 3600 }

/** Statements of a day: 61 at once, then 30 a minute, more than a person reads. */
const dayStatement: Limit = { free: 60, forgetsEvery_s: 2, maxWait_s: 60 }

const wrong_code: Limit = { free: 20, forgetsEvery_s: 6, maxWait_s: 60 }

/** Files of statements, and passes for a wallet. The file of one year costs as much as 100 pages of history. */
const file: Limit = { free: 20, forgetsEvery_s: 30, maxWait_s: 60 }

const dataFile: Limit = { free: 5, forgetsEvery_s: 600, maxWait_s: 600 }

const limits = {
  login: guess,
  /** Registrations. They are limited like guesses, because the answer reveals whether an account exists (R3.11). */
  register: guess,
  /** Guesses of a mailed link's token, or of the current password of a signed-in customer. */
  secret: guess,
  /** Each request sends a mail. Counted by mailbox too, so that many addresses cannot flood it. */
  mail: { ...guess, account: mailbox },
  /** Mails with a link, counted by recipient when they are written, because several routes send to one mailbox. */
  mailed_link: { account: mailbox },
  /** Mails about changed credentials. Counted apart, so that nobody can suppress one by requesting links. */
  mailed_notice: { account: mailbox },
  /** Mails about points and vouchers. Counted apart, so that many purchases suppress no mail about the account. */
  mailed_event: { account: mailbox },
  /** A look-up that calls an outside service. */
  look_up: guess,
  /** A statement as a file. */
  statement_file: { ...guess, accountHere: file, account: file },
  /** A signed pass for a phone's wallet. */
  wallet_pass: { ...guess, accountHere: file, account: file },
  /** Everything about a person: as much work as 20 files of a statement. */
  data_file: { ...guess, accountHere: dataFile, account: dataFile },
  /** A statement of a day reads all of the customer's records. */
  statement: { ...guess, accountHere: dayStatement, account: dayStatement, address: guess.company },
  /**
   * Promotions for new customers, which one person could collect with many invented customers (T17). One
   * network may activate 31 at once, as a shop's Wi-Fi does on a busy day, and then 30 an hour.
   */
  newcomer: { ...guess, address: { free: 30, forgetsEvery_s: 120, maxWait_s: 3600 } },
  /** The password of a sign-in to the console, and the current password that a signed-in staff member enters to change it. */
  staff_login: guess,
  /**
   * The second factor. Only a person who knows the password is counted here, so the waits of an account may be long. A thief of the
   * password has 96 guesses a day. One of them is a valid code of 6 digits on 0.03 % of the days.
   */
  staff_factor: {
    ...guess,
    accountHere: { free: 5, forgetsEvery_s: 600, maxWait_s: 900 },
    account: { free: 10, forgetsEvery_s: 600, maxWait_s: 900 },
  },
  /** Mails with a link to the console, by mailbox, and guesses of such a link. */
  staff_link: { ...guess, account: mailbox },
  /** Voucher codes at a till: 10 wrong codes a minute, because a company's own codes may be short (T16). */
  voucher: { ...guess, accountHere: wrong_code, account: wrong_code, address: wrong_code },
} as const satisfies Record<string, Limits>

export type Attempt = {
  company_id: string
  /** The kind of attempt. Each kind has its own counts. */
  action: keyof typeof limits
  /**
   * The accounts that the attempt is counted for. One guess can concern several accounts, or none. An existing account is
   * identified by the customer's id, because email, CPF and phone are three names for one account.
   */
  account?: string | readonly string[]
  /** The caller's IP address; undefined for a job. */
  address?: string
}

/**
 * Counts an attempt before it is made. Throws `too_many_requests` with the seconds to wait when the limit is reached; the
 * attempt must then not be made.
 */
export async function countAttempt(database: Database, attempt: Attempt, now: Date): Promise<void> {
  let longest_s = 0
  for (const { limit, subject_hash } of subjects(attempt)) {
    const { free, forgetsEvery_s, maxWait_s } = limit
    const wait = await row<{ wait_s: number }>(
      database,
      sql`insert into attempt as bucket (company_id, action, subject_hash, failures, last_at, free_at)
          values (${attempt.company_id}, ${attempt.action}, ${subject_hash}, 1, ${now}, 'epoch')
          on conflict (company_id, action, subject_hash) do update
             set failures = case
                   -- An attempt during the wait gets the remaining seconds and does not extend the wait.
                   when bucket.free_at > excluded.last_at then bucket.failures
                   else remembered(bucket.failures, bucket.last_at, excluded.last_at, ${forgetsEvery_s}) + 1
                 end,
                 last_at = greatest(bucket.last_at, excluded.last_at),
                 free_at = case
                   when bucket.free_at > excluded.last_at
                        or remembered(bucket.failures, bucket.last_at, excluded.last_at, ${forgetsEvery_s}) < ${free}
                   then bucket.free_at
                   else seconds_after(excluded.last_at, least(${maxWait_s}, power(2, least(30,
                          remembered(bucket.failures, bucket.last_at, excluded.last_at, ${forgetsEvery_s}) - ${free}))))
                 end
          returning ceil(extract(epoch from coalesce(old.free_at, 'epoch') - ${now}))::int as wait_s`,
    )
    longest_s = Math.max(longest_s, wait!.wait_s)
  }
  if (longest_s > 0) throw new ApiError('too_many_requests', { retry_after_s: longest_s })
}

/**
 * Throws `too_many_requests` when the limit is reached, and counts nothing. For attempts that count only when they fail,
 * because many succeed at once.
 */
export async function refuseWaiting(
  database: Database,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const waiting = await row<{ wait_s: number | null }>(
    database,
    sql`select ceil(extract(epoch from max(free_at) - ${now}))::int as wait_s
          from attempt
         where company_id = ${attempt.company_id}
           and action = ${attempt.action}
           and subject_hash = any(${subjects(attempt).map(({ subject_hash }) => subject_hash)}::bytea[])
           and free_at > ${now}`,
  )
  if (waiting?.wait_s) throw new ApiError('too_many_requests', { retry_after_s: waiting.wait_s })
}

/**
 * Runs `work` as an attempt. Counts it before `work` begins, and takes the count back when `work` succeeds, so that frequent
 * sign-ins are not delayed.
 */
export async function attempted<Result>(
  database: Database,
  attempt: Attempt,
  now: Date,
  work: () => Promise<Result>,
): Promise<Result> {
  await countAttempt(database, attempt, now)
  const result = await work()
  await forgiveAttempt(database, attempt)
  return result
}

/** Removes a counted attempt from the counts. */
export async function forgiveAttempt(database: Database, attempt: Attempt): Promise<void> {
  await rows(
    database,
    sql`update attempt
           set failures = greatest(0, failures - 1)
         where company_id = ${attempt.company_id}
           and action = ${attempt.action}
           and subject_hash = any(${subjects(attempt).map(({ subject_hash }) => subject_hash)}::bytea[])`,
  )
}

type Reached = { subject: string; day: string; events: number; first_at: string; last_at: string }

/**
 * The networks that had to wait since `from_at`, each by the first 8 digits of its hash: enough to tell two apart. The day is that of
 * the wait's end. At most `limit`.
 */
export function waitingNetworks(
  database: Database,
  action: Attempt['action'],
  { company_id, time_zone, from_at }: { company_id: string; time_zone: string; from_at: string },
  limit: number,
): Promise<Reached[]> {
  return rows<Reached>(
    database,
    sql`select substr(encode(subject_hash, 'hex'), 1, 8) as subject, (free_at at time zone ${time_zone})::date as day,
               greatest(1, floor(failures))::bigint as events, least(last_at, free_at) as first_at,
               least(last_at, free_at) as last_at
          from attempt
         where company_id = ${company_id}
           and action = ${action}
           and free_at >= ${from_at}
           and subject_hash <> ${hash('sha256', companySubject(company_id), 'buffer')}
         order by free_at desc, subject_hash
         limit ${limit}`,
  )
}

/** Stores hashes only: no IP address, email or document. */
function subjects({ action, account, address, company_id }: Attempt) {
  const limit: Limits = limits[action]
  const network = address === undefined ? undefined : networkOf(address)
  const accounts = account === undefined ? [] : [account].flat()
  const buckets: [Limit | undefined, string][] = [
    [network === undefined ? undefined : limit.address, `address ${network}`],
    [limit.company, companySubject(company_id)],
    ...accounts.flatMap((one): [Limit | undefined, string][] => [
      [network === undefined ? undefined : limit.accountHere, `account ${one} ${network}`],
      [limit.account, `account ${one}`],
    ]),
  ]
  return buckets.flatMap(([countedLimit, subject]) =>
    countedLimit ? [{ limit: countedLimit, subject_hash: hash('sha256', subject, 'buffer') }] : [],
  )
}

function companySubject(company_id: string): string {
  return `company ${company_id}`
}

/** Deletes the counts whose waits ended before `until`. */
export async function purgeAttempts(database: Database, until: Date): Promise<void> {
  await purgeByCompany(database, async (company_id) => {
    const deleted = await rows(
      database,
      sql`delete from attempt
           where company_id = ${company_id}
             and (action, subject_hash) in (
                   select action, subject_hash
                     from attempt
                    where company_id = ${company_id}
                      and greatest(last_at, free_at) < ${until}
                    limit ${purgeBatch})
             -- Somebody may have tried again since the batch was chosen.
             and greatest(last_at, free_at) < ${until}
          returning company_id`,
    )
    return deleted.length
  })
}
