/** How often somebody may try (T7, T8): kept in PostgreSQL, so that every node counts the same. */

import { hash } from 'node:crypto'

import { ApiError } from '#api/http/api-error.ts'
import { networkOf } from '#api/http/network.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** A leaky bucket: `free` tries at once, one forgiven every `forgets_every_s`; then each wait is twice the last. */
type Limit = { free: number; forgets_every_s: number; max_wait_s: number }

/**
 * By whom an attempt is counted. An account from everywhere only slows down, and for seconds: a stranger who guesses must
 * not lock its owner out. The company's is for an attack from everywhere at once.
 */
type Limits = { account_here?: Limit; account: Limit; address?: Limit; company?: Limit }

const guess = {
  account_here: { free: 5, forgets_every_s: 600, max_wait_s: 900 },
  account: { free: 50, forgets_every_s: 600, max_wait_s: 5 },
  address: { free: 50, forgets_every_s: 30, max_wait_s: 900 },
  company: { free: 10_000, forgets_every_s: 0.02, max_wait_s: 2 },
} satisfies Limits

/** What one mailbox receives: six mails at once, then some six an hour. */
const mailbox: Limit = { free: 5, forgets_every_s: 600, max_wait_s: 3600 }

/** Far more than a person reads in a minute. */
const replayed: Limit = { free: 60, forgets_every_s: 2, max_wait_s: 60 }

const wrong_code: Limit = { free: 20, forgets_every_s: 6, max_wait_s: 60 }

/** A file of a year takes as much work as a hundred pages. */
const file: Limit = { free: 20, forgets_every_s: 30, max_wait_s: 60 }

const limits = {
  login: guess,
  /** It tells who has an account (R3.11). */
  register: guess,
  /** The secret of a mailed link, or the current password of who is signed in. */
  secret: guess,
  /** Each fills a mailbox: whose it is must not be flooded, wherever the requests come from. */
  mail: { ...guess, account: mailbox },
  /** Mails with a link, counted by recipient when they are written: many routes lead to one mailbox. */
  mailed_link: { account: mailbox },
  /** Mails that tell of changed credentials. Apart, so that nobody can suppress one by asking for links. */
  mailed_notice: { account: mailbox },
  /** A look-up that another's service pays for. */
  look_up: guess,
  /** A statement as a file. */
  statement_file: { ...guess, account_here: file, account: file },
  /** A statement of a day goes through all of the customer's records. */
  statement: { ...guess, account_here: replayed, account: replayed, address: guess.company },
  /**
   * Points for who is new, which one person with many made-up ones would farm (T17). From one network as many as a shop's
   * own would send on a good day, and then thirty an hour.
   */
  newcomer: { ...guess, address: { free: 30, forgets_every_s: 120, max_wait_s: 3600 } },
  /** A voucher's code at a till: ten wrong ones a minute, because a company's own codes may be short (T16). */
  voucher: { ...guess, account_here: wrong_code, account: wrong_code, address: wrong_code },
} as const satisfies Record<string, Limits>

export type Attempt = {
  company_id: string
  /** What is tried: each counts for itself. */
  action: keyof typeof limits
  /**
   * Whom it is tried on, or all of them where one guess is tried on several; left out where there is nobody. A customer's
   * id where the account exists: an email, a CPF and a phone are three names for one account.
   */
  account?: string | readonly string[]
  /** The caller's network address; left out where nobody calls. */
  address?: string
}

/**
 * Counts an attempt before it is made. Throws `too_many_requests` with the seconds to wait where somebody has tried too
 * often; then it must not be made.
 */
export async function countAttempt(database: Database, attempt: Attempt, now: Date): Promise<void> {
  let longest_s = 0
  for (const { limit, subject_hash } of subjects(attempt)) {
    const { free, forgets_every_s, max_wait_s } = limit
    const counted = await row<{ wait_s: number }>(
      database,
      sql`insert into attempt as known (company_id, action, subject_hash, failures, last_at, free_at)
          values (${attempt.company_id}, ${attempt.action}, ${subject_hash}, 1, ${now}, 'epoch')
          on conflict (company_id, action, subject_hash) do update
             set (failures, last_at, free_at) = (
                   -- Who is waiting is told how long, and does not wait longer for having asked.
                   select case when known.free_at > excluded.last_at then known.failures else remembered + 1 end,
                          greatest(known.last_at, excluded.last_at),
                          case when known.free_at > excluded.last_at or remembered < ${free} then known.free_at
                               else excluded.last_at + interval '1 second'
                                      * least(${max_wait_s}, power(2, least(30, remembered - ${free})))
                          end
                     -- Two nodes' clocks differ: time that went back takes nothing away, and adds nothing.
                     from (select greatest(0, known.failures
                             - greatest(0, extract(epoch from excluded.last_at - known.last_at)) / ${forgets_every_s})
                             as remembered) of_late)
          returning ceil(extract(epoch from coalesce(old.free_at, 'epoch') - ${now}))::int as wait_s`,
    )
    longest_s = Math.max(longest_s, counted!.wait_s)
  }
  if (longest_s > 0) throw new ApiError('too_many_requests', { retry_after_s: longest_s })
}

/**
 * Throws `too_many_requests` where somebody has to wait, and counts nothing: for what only counts when it fails, because
 * many do it well at once.
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
 * `work` as an attempt: counted before it begins; when it goes well it was none, because who signs in often is nobody to
 * slow down.
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

/** One that was counted was none. */
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

/** Only hashes are kept: no address, email or document. */
function subjects({ action, account, address, company_id }: Attempt) {
  const limit: Limits = limits[action]
  const network = address === undefined ? undefined : networkOf(address)
  const accounts = account === undefined ? [] : [account].flat()
  const counted: [Limit | undefined, string][] = [
    [network === undefined ? undefined : limit.address, `address ${network}`],
    [limit.company, `company ${company_id}`],
    ...accounts.flatMap((one): [Limit | undefined, string][] => [
      [network === undefined ? undefined : limit.account_here, `account ${one} ${network}`],
      [limit.account, `account ${one}`],
    ]),
  ]
  return counted.flatMap(([counted_limit, subject]) =>
    counted_limit
      ? [{ limit: counted_limit, subject_hash: hash('sha256', subject, 'buffer') }]
      : [],
  )
}
