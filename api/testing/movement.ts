/** The ledger's functions that other slices call inside their own statements, as tests call them: at the world's clock. */

import { row, type Statement, sql } from '#database/sql.ts'

import type { TestCompany, World } from './world.ts'

export type Movement = {
  refusal: string | null
  details: Record<string, number> | null
  record: { id: string; amount: number; value: number; sequence: number } | null
}
type Person = { id: string }

export function consume(
  world: World,
  company: TestCompany,
  customer: Person,
  amount: number,
  external_id: string | null = null,
): Promise<Movement> {
  return movement(
    world,
    sql`select to_jsonb(consume_points(${company.id}, ${customer.id}, ${amount}, 'voucher', null, 'Loja 1', null, null,
                          ${external_id}, ${world.now()})) as moved`,
  )
}

export function grant(
  world: World,
  company: TestCompany,
  customer: Person,
  amount: number,
  expires_on: string | null = null,
): Promise<Movement> {
  return movement(
    world,
    sql`select to_jsonb(grant_points(${company.id}, ${customer.id}, ${amount}, 'promotion', null,
                          '{"promotion": "Natal"}', ${expires_on}, ${world.now()})) as moved`,
  )
}

export function hold(
  world: World,
  company: TestCompany,
  customer: Person,
  hold_id: string,
  amount: number,
  /** The first instant without it. */
  expires_at: string = 'infinity',
): Promise<Movement> {
  return movement(
    world,
    sql`select to_jsonb(hold_points(${company.id}, ${customer.id}, ${hold_id}, ${amount}, ${expires_at}, ${world.now()})) as moved`,
  )
}

export function capture(
  world: World,
  company: TestCompany,
  hold_id: string,
  amount: number,
  external_id: string | null = null,
): Promise<Movement> {
  return movement(
    world,
    sql`select to_jsonb(capture_hold(${company.id}, ${hold_id}, ${amount}, 'api:/points/intention', ${hold_id},
                          'Loja 1', 10000, null, ${external_id}, ${world.now()})) as moved`,
  )
}

export async function release(world: World, company: TestCompany, hold_id: string): Promise<void> {
  await row(world.database, sql`select release_hold(${company.id}, ${hold_id}, ${world.now()})`)
}

export function undo(
  world: World,
  company: TestCompany,
  consumption_id: string,
): Promise<Movement> {
  return movement(
    world,
    sql`select to_jsonb(reverse_consumption(${company.id}, ${consumption_id}, 'voucher', null, ${world.now()})) as moved`,
  )
}

async function movement({ database }: World, statement: Statement): Promise<Movement> {
  return (await row<{ moved: Movement }>(database, statement))!.moved
}
