/** An activity at the moment of the erasure: the customer is erased cleanly or kept whole. */

import { beforeEach, describe, expect, test } from 'vitest'

import { createInactiveWorld, day } from '#api/testing/worlds/inactive-world.ts'
import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import { sale, type TestCompany } from '#api/testing/worlds/world.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createInactiveWorld()
const { database, createShop, run, announce, isErased, signIn } = world

type Person = Awaited<ReturnType<typeof world.registered>>

beforeEach(() => world.moveClock(day.first))

async function auditIsClean(): Promise<void> {
  expect((await audit(database, world.now())).differences).toEqual([])
}

describe('an activity at the moment of the erasure', () => {
  /** Runs the job while a transaction holds the lock, which then notes the customer's activity and commits. */
  async function whileErasing(company: TestCompany, customer: Person, lock: 'sale' | 'sign-in') {
    const [company_id, customer_id] = [company.id, customer.id]
    let erasure: ReturnType<typeof run>
    await transaction(database, async (connection) => {
      await rows(
        connection,
        lock === 'sale'
          ? sql`select from balance
                 where company_id = ${company_id} and customer_id = ${customer_id} for update`
          : sql`select from customer
                 where company_id = ${company_id} and id = ${customer_id} for share`,
      )
      erasure = run(company)
      await somebodyWaits(database)
      await rows(connection, sql`select note_seen(${company_id}, ${customer_id}, ${world.now()})`)
    })
    return erasure!
  }

  test.each(['sale', 'sign-in'] as const)(
    'an inactive customer is kept if an activity commits first, under the lock of a %s [D16]',
    async (lock) => {
      const company = await createShop()
      const customer = await world.confirmed(company, 100)
      await announce(company)
      world.moveClock(day.erased)
      await whileErasing(company, customer, lock)
      expect(await isErased(company, customer)).toBe(false)
      expect((await signIn(company, customer)).status).toBe(200)
    },
  )

  test.each(['signs in', 'buys'])(
    'an inactive customer who %s is either erased completely or kept whole [D16]',
    async (then) => {
      for (let round = 0; round < 6; round += 1) {
        world.moveClock(day.first)
        const company = await createShop()
        const customer = await world.confirmed(company, 100)
        await announce(company)
        world.moveClock(day.erased)
        const act = async () =>
          then === 'signs in'
            ? signIn(company, customer)
            : world.generate(company, sale(customer.document))
        const [, answer] = await Promise.all([run(company), act()])
        const erased = await isErased(company, customer)
        const left = await row<{ sessions: number; owner: string | null; amount: number }>(
          database,
          sql`select (select count(*)
                        from session
                       where session.company_id = balance.company_id
                         and session.customer_id = balance.customer_id) as sessions,
                     (select id
                        from customer
                       where customer.company_id = balance.company_id
                         and customer.document = ${customer.document}) as owner,
                     balance.amount
                from balance
               where balance.company_id = ${company.id} and balance.customer_id = ${customer.id}`,
        )
        if (then === 'signs in') {
          expect(answer.status, answer.text).toBe(erased ? 422 : 200)
          expect(left!.sessions > 0).toBe(!erased)
          expect(left!.owner === customer.id).toBe(!erased)
        } else {
          // A sale after the erasure waits for the next customer who registers with the document.
          expect(answer.status, answer.text).toBe(201)
          expect(left!.amount).toBe(erased ? 100 : 200)
          expect(left!.owner === customer.id).toBe(!erased)
        }
      }
      await auditIsClean()
    },
  )
})
