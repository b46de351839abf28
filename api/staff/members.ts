/** The people of a company's console (D15). */

import type * as z from 'zod/mini'

import { ApiError } from '#api/http/api-error.ts'
import type { StaffCaller } from '#api/http/caller.ts'
import { staffLink, type StaffMember, type StaffRole } from '#contract/console/staff.ts'
import { subsidiaryKey, unknownSubsidiary } from '#contract/subsidiary.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { checkCaller } from './person.ts'

type Member = z.infer<typeof StaffMember>

/** All people of a company, or the one with `id`. People who have left come last. */
export function staffMembers(
  database: Database,
  company_id: string,
  now: Date,
  id: string | null = null,
): Promise<Member[]> {
  return rows<Member>(
    database,
    sql`select id, email, name, role, shops,
               case
                 when left_at is not null then 'LEFT'
                 when invited_at is not null then 'INVITED'
                 else 'ACTIVE'
               end as state,
               case
                 when left_at is null
                      and invited_at > ${now}::timestamptz - make_interval(hours => ${staffLink.invitation_hours})
                 then invited_at + make_interval(hours => ${staffLink.invitation_hours})
               end as invitation_ends_at,
               greatest(last_seen_at, (
                 select max(session.last_seen_at)
                   from staff_session session
                  where session.company_id = staff.company_id
                    and session.staff_id = staff.id
                    and factor_at is not null)) as last_seen_at,
               created_at, left_at
          from staff
         where company_id = ${company_id}
           and (${id}::uuid is null or id = ${id}::uuid)
         order by left_at is not null, name, id`,
  )
}

/** Throws `not_found`. */
export async function staffMember(
  database: Database,
  company_id: string,
  now: Date,
  id: string,
): Promise<Member> {
  const [member] = await staffMembers(database, company_id, now, id)
  if (!member) throw new ApiError('not_found')
  return member
}

/** The shops in the company's spelling. Throws `unknown_subsidiary` at the field for a shop that its list lacks. */
export async function listedShops(
  database: Database,
  company_id: string,
  shops: string[],
): Promise<string[]> {
  if (shops.length === 0) return []
  const found = await row<{ names: string[] }>(
    database,
    sql`select shop_names(${company_id}, null) as names`,
  )
  const { names } = found!
  const byKey = new Map(names.map((name) => [subsidiaryKey(name), name]))
  const listed = shops.map((shop) => {
    const name = byKey.get(subsidiaryKey(shop))
    if (name === undefined) throw unlisted(shop, names)
    return name
  })
  return [...new Set(listed)]
}

function unlisted(shop: string, names: string[]): ApiError {
  if (names.length === 0) return new ApiError('unknown_subsidiary')
  const { message } = unknownSubsidiary(shop, names)
  return new ApiError('unknown_subsidiary', { message, fields: { shops: [message] } })
}

export type LockedMember = {
  id: string
  email: string
  name: string
  role: StaffRole
  shops: string[]
  is_active: boolean
}

/**
 * Locks the person, the caller and the company's owners, in the order of their ids. If two owners remove each other at
 * once, the second one waits here and is then refused. `caller`: null for a command. Throws `not_found` for a person who
 * has left, and as `checkCaller`.
 */
export async function lockMember(
  connection: Database,
  company_id: string,
  id: string,
  caller: StaffCaller | null,
): Promise<{ member: LockedMember; owners: LockedMember[] }> {
  const locked = await rows<LockedMember>(
    connection,
    sql`select id, email, name, role, shops, invited_at is null as is_active
          from staff
         where company_id = ${company_id}
           and (id = ${id} or id = ${caller?.staff.id ?? null} or role = 'owner')
           and left_at is null
         order by id
           for no key update`,
  )
  if (caller) await checkCaller(connection, caller)
  const member = locked.find((one) => one.id === id)
  if (!member) throw new ApiError('not_found')
  return { member, owners: locked.filter(({ role, is_active }) => role === 'owner' && is_active) }
}

/** Throws `last_owner` if the person is the only owner who can sign in. */
export function keepAnOwner(id: string, owners: LockedMember[]): void {
  if (owners.length === 1 && owners[0]!.id === id) throw new ApiError('last_owner')
}
