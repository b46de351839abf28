/** The ledger's movements without HTTP, at the world's clock, for tests. */

import { randomUUID } from 'node:crypto'

import { systemIo } from '#database/io.ts'
import { row, sql } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'
import type { Command } from '#engine/command.ts'

import type { TestCompany, World } from './world.ts'

export type Movement = {
  error: string | null
  details: Record<string, number> | null
  record: { id: string; amount: number; value: number; sequence: number } | null
}
type Person = { id: string }
/** What a movement needs of a world. */
type Ledger = Pick<World, 'database' | 'now'>

export function consume(
  world: Ledger,
  company: TestCompany,
  customer: Person,
  amount: number,
  external_id: string | null = null,
): Promise<Movement> {
  return applied(world, company, {
    verb: 'spend',
    caller_id: customer.id,
    amount,
    origin: 'voucher',
    subsidiary_name: 'Loja 1',
    ...(external_id !== null && { external_id }),
  })
}

export function grant(
  world: Ledger,
  company: TestCompany,
  customer: Person,
  amount: number,
  expires_on: string | null = null,
): Promise<Movement> {
  return applied(world, company, {
    verb: 'grant',
    caller_id: customer.id,
    amount,
    origin: 'promotion',
    calculation: { promotion: 'Natal' },
    ...(expires_on !== null && { expires_on }),
  })
}

export function adjust(
  world: Ledger,
  company: TestCompany,
  customer: Person,
  amount: number,
  expires_in_days: number | null = null,
): Promise<Movement> {
  return applied(world, company, {
    verb: 'adjust',
    customer_id: customer.id,
    amount,
    reason: 'Cortesia',
    expires_in_days,
    external_id: randomUUID(),
    fingerprint: String.raw`\x00`,
  })
}

export function undoAdjustment(
  world: Ledger,
  company: TestCompany,
  record_id: string,
): Promise<Movement> {
  return applied(world, company, { verb: 'undo_adjustment', record_id })
}

export function hold(
  world: Ledger,
  company: TestCompany,
  customer: Person,
  hold_id: string,
  amount: number,
  /** The first instant at which the points are free again. */
  expires_at: string = 'infinity',
): Promise<Movement> {
  return applied(world, company, {
    verb: 'hold',
    caller_id: customer.id,
    hold_id,
    amount,
    expires_at,
  })
}

export async function capture(
  world: Ledger,
  company: TestCompany,
  hold_id: string,
  amount: number,
  external_id: string | null = null,
): Promise<Movement> {
  return applied(world, company, {
    verb: 'finish_hold',
    caller_id: await holder(world, company, hold_id),
    hold_id,
    amount,
    origin: 'api:/points/intention',
    subsidiary_name: 'Loja 1',
    purchase_value: 10_000,
    ...(external_id !== null && { external_id }),
  })
}

export async function release(world: Ledger, company: TestCompany, hold_id: string): Promise<void> {
  const caller_id = await holder(world, company, hold_id)
  await applied(world, company, { verb: 'finish_hold', caller_id, hold_id, origin: 'release' })
}

export function undo(
  world: Ledger,
  company: TestCompany,
  consumption_id: string,
): Promise<Movement> {
  return applied(world, company, { verb: 'undo', record_id: consumption_id, origin: 'voucher' })
}

/** Ends the customer's expired holds and settles the level, as any movement does first. */
export async function settle(world: Ledger, company: TestCompany, customer: Person): Promise<void> {
  await applied(world, company, { verb: 'settle_level', caller_id: customer.id })
}

/** The customer of a hold. For an unknown hold any customer: the engine refuses the command anyway. */
async function holder(
  { database }: Ledger,
  company: TestCompany,
  hold_id: string,
): Promise<string> {
  const found = await row<{ customer_id: string }>(
    database,
    sql`select customer_id
          from balance
          left join hold using (company_id, customer_id)
         where company_id = ${company.id}
         order by hold.id is not distinct from ${hold_id} desc
         limit 1`,
  )
  return found!.customer_id
}

async function applied(
  { database, now }: Ledger,
  company: TestCompany,
  command: Command,
): Promise<Movement> {
  const { error, details, result } = await createEngine(systemIo(database)).apply(
    company.id,
    command,
    now(),
  )
  const isRecord = result !== null && 'sequence' in result
  return {
    error,
    details: details ?? (isRecord ? null : (result as Movement['details'])),
    record: isRecord ? result : null,
  }
}
