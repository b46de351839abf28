/** Companies that erase inactive customers, and the nightly job that does it. */

import type { MailJob } from '#api/context/mail-job.ts'
import { noteAnnouncementSent } from '#api/privacy/announcement/announcement.ts'
import { eraseInactive } from '#api/privacy/inactive/inactive.ts'
import { row, rows, sql } from '#database/sql.ts'

import { asGuest, createWorld, type TestCompany } from './world.ts'

type Person = { id: string; email: string; password: string }
type Announced = Extract<MailJob, { kind: 'erasure_announced' }>

/**
 * Instants of a company that erases customers after 12 inactive months, for a customer who was last active at `first`. At `almost`
 * the period is not over. The erasure is announced at `announced`. The customer can prevent it until `last`, and it happens at
 * `erased`.
 */
export const day = {
  first: '2026-11-20T15:00:00Z',
  almost: '2027-11-20T15:00:00Z',
  announced: '2027-11-21T15:00:00Z',
  last: '2027-12-21T23:00:00Z',
  erased: '2027-12-22T04:00:00Z',
}

/** Call it once at the top of a test file. */
export async function createInactiveWorld() {
  const world = await createWorld({ poolSize: 20 })
  const { call, database, secret } = world

  let companies = 0
  /** A new company that erases customers who are inactive for a year. `applyAgain` applies its file with changes. */
  async function createShop(changes: object = {}) {
    companies += 1
    const slug = `padaria-${companies}`
    const file = {
      retention: { inactive_months: 12 },
      prizes: [{ key: 'um', name: 'Pão', value: 10 }],
    }
    const shop = await world.createCompany(slug, { ...file, ...changes })
    const applyAgain = (others: object) => world.createCompany(slug, { ...file, ...others })
    return { ...shop, applyAgain }
  }

  /** Runs the job. `jobs`: the mails of the company. */
  async function run(company: TestCompany, batchSize?: number) {
    const all: MailJob[] = []
    const counts = await eraseInactive({
      database,
      secret,
      now: world.now(),
      queueMail: async (_, job) => void all.push(job),
      ...(batchSize !== undefined && { batchSize }),
    })
    const jobs = all.filter(
      (job): job is Announced => job.kind === 'erasure_announced' && job.company_id === company.id,
    )
    return { ...counts, jobs }
  }

  /** Announces the erasure of the company's inactive customers, and notes that the mails were sent. */
  async function announce(company: TestCompany): Promise<Announced[]> {
    world.moveClock(day.announced)
    const { jobs } = await run(company)
    for (const job of jobs) await noteAnnouncementSent(database, job, world.now())
    return jobs
  }

  /** Throws if one of customer and balance is erased and the other is not. */
  async function isErased(company: TestCompany, customer: { id: string }): Promise<boolean> {
    const found = await row<{ customer: boolean; balance: boolean }>(
      database,
      sql`select customer.erased_at is not null as customer, balance.is_erased as balance
            from customer
            join balance on balance.company_id = customer.company_id and balance.customer_id = customer.id
           where customer.company_id = ${company.id} and customer.id = ${customer.id}`,
    )
    if (found!.customer !== found!.balance) throw new Error('half of the customer is erased')
    return found!.customer
  }

  function announcements({ id }: TestCompany): Promise<object[]> {
    return rows(
      database,
      sql`select customer_id, id, points_amount, points_value, erase_after
            from erasure_announcement
           where company_id = ${id}`,
    )
  }

  function signIn(company: TestCompany, { email, password }: Person) {
    const body = { identifier: email, password }
    return call('POST /customer/login', { headers: asGuest(company), body })
  }

  return { ...world, createShop, run, announce, isErased, announcements, signIn }
}
