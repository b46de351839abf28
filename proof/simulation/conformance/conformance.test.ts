/** The model database of the simulation answers as PostgreSQL does, so that the simulation proves something about the product. */

import { describe, expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { type Database, rows, sql, transaction } from '#database/sql.ts'
import { applyEach } from '#engine/apply.ts'
import { bytes } from '#engine/command.ts'

import { balanceOf } from '../disk/account.ts'
import { CommandHistory, type Step } from './history.ts'
import { openTwoSides } from './two-sides.ts'

const world = await createWorld()
/** A history of this seed reaches every error code below. */
const seed = 3
const sides = await openTwoSides(world, seed)
const { company, server, facts, model, onModel, endpoint_id } = sides
const history = new CommandHistory(sides, seed)

const steps = 500

describe(`the model database, seed ${seed}`, () => {
  test('500 random commands have the same outcomes on both sides [I1 I5 I6 I9 I10]', async () => {
    const played: Step[] = []
    for (let n = 0; n < steps; n += 1) {
      const step = await history.step()
      expect({ n, verb: step.verb, ...(step.model as object) }).toEqual({
        n,
        verb: step.verb,
        ...(step.real as object),
      })
      played.push(step)
    }
    const reached = new Set(played.map(({ real }) => (real as { error: string | null }).error))
    expect([...reached]).toEqual(
      expect.arrayContaining([
        null,
        'already_reversed',
        'authorization_required',
        'capture_exceeds_hold',
        'forbidden',
        'idempotency_mismatch',
        'insufficient_balance',
        'intention_declined',
        'intention_open',
        'intention_over',
        'not_found',
        'points_exceed_purchase',
        'return_exceeds_purchase',
        'too_many_requests',
        'wrong_code',
      ]),
    )
    expect(server.disk.violations).toEqual([])
  })

  test('the accounts, events and notices after the commands are the same [I3 I14]', async () => {
    const balances = await rows<{ amount: number; held: number; deficit: number }>(
      world.database,
      sql`select case when deficit_amount > 0 then 0 else amount end as amount, held_amount as held, deficit_amount as deficit
            from balance
           where company_id = ${company.id}
           order by customer_id`,
    )
    const accounts = facts.people
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id }) => balanceOf(server.disk.accounts.get(id)!))
    expect(accounts).toEqual(balances)
    const types = await rows<{ type: string }>(
      world.database,
      sql`select type
            from webhook_event
           where company_id = ${company.id} and type <> 'customer.created'
           order by id`,
    )
    expect([...server.disk.events.values()].map(({ type }) => ({ type })).toSorted(byType)).toEqual(
      types.toSorted(byType),
    )
    const kinds = await rows<{ type: string }>(
      world.database,
      sql`select type
            from notification
           where company_id = ${company.id} and type in ('points_received', 'voucher_issued')`,
    )
    const noticed = [...server.disk.notices.values()].map(({ kind }) => ({ type: kind }))
    expect(noticed.toSorted(byType)).toEqual(kinds.toSorted(byType))
  })

  test('a command finds its customer locked, and a second one of a call comes later [T1]', async () => {
    const { document, id: customer_id } = facts.people[0]!
    const now = new Date(sides.began_ms + 36 * 3_600_000)
    const till = { key_hash: `\\x${facts.keys[0]!.hash}`, scope: 'points', address: null }
    const sale = (external_id: string) => ({
      verb: 'earn' as const,
      ...till,
      document,
      purchase_value: 100,
      points_value: 0,
      external_id,
      subsidiary_name: facts.shop,
      subsidiary_key: facts.shop,
      fingerprint: bytes(Buffer.from(external_id)),
    })
    /** Two sales at once, while another transaction holds the customer, and then alone. */
    const play = async (pool: Parameters<typeof transaction>[0]) => {
      const errors = async (connection: Database) => {
        const commands = [sale('locked 1'), sale('locked 2')]
        return (await applyEach(connection, company.id, commands, now)).map(({ error }) => error)
      }
      const whileLocked = await transaction(pool, async (connection) => {
        await rows(
          connection,
          sql`select lock_balance(${company.id}, coalesce(${customer_id}::uuid, named.id))
                from (values (1)) one
                left join named_customers(${company.id}, ${null}, ${null}, null, null, ${now}) named on true`,
        )
        return errors(pool)
      })
      return [whileLocked, await errors(pool)]
    }
    const real = await play(world.database)
    expect(await onModel(play(model.pool))).toEqual(real)
    expect(real).toEqual([
      ['busy', 'later'],
      [null, 'later'],
    ])
  })

  test('claims and outcomes of deliveries are the same [D3]', async () => {
    await rows(
      world.database,
      sql`delete from webhook_delivery where company_id = ${company.id} and event_id in (
            select id from webhook_event where company_id = ${company.id} and type = 'customer.created') returning 1`,
    )
    const now = new Date(sides.began_ms + 40 * 3_600_000)
    for (const status of [200, 500, null, 410]) {
      const [real, fromModel] = await Promise.all([claimAndSettle(world.database), fromModelSide()])
      expect(fromModel).toEqual(real)

      async function fromModelSide() {
        return onModel(claimAndSettle(model.pool))
      }
      async function claimAndSettle(pool: typeof world.database) {
        const claimed = await rows<{ event_id: string; claimed_until: string; attempts: number }>(
          pool,
          sql`select * from claim_deliveries(${[]}, ${2}, ${5}, ${now})`,
        )
        const attempts = claimed.map(({ event_id, claimed_until }, n) => ({
          n,
          company_id: company.id,
          event_id,
          endpoint_id,
          claimed_until,
          status,
          failure: status === null ? 'timeout' : null,
          duration_ms: 1,
          retry_s: 5,
          now,
        }))
        const settled = await rows<{ outcome: string }>(
          pool,
          sql`select settled.n, settled.outcome
                from jsonb_to_recordset(${JSON.stringify([{ company_id: company.id, attempts }])}) call (company_id uuid, attempts jsonb)
               cross join lateral settle_deliveries(call.company_id, call.attempts) settled`,
        )
        return {
          attempts: claimed.map((one) => one.attempts),
          outcomes: settled.map(({ outcome }) => outcome),
        }
      }
    }
  })
})

function byType(one: { type: string }, other: { type: string }): number {
  return one.type.localeCompare(other.type)
}
