import type * as z from 'zod/mini'

import { ApiError } from '#api/http/api-error.ts'
import type { StaffCaller } from '#api/http/caller.ts'
import { originOf } from '#api/http/origin.ts'
import {
  actionsOf,
  freshFactorMinutes,
  type Me,
  type StaffRole,
  staffSession,
} from '#contract/console/staff.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { fileOf } from './console.ts'
import { isFresh } from './session.ts'

type Stored = {
  staff: { id: string; email: string; name: string; role: StaffRole; shops: string[] }
  factors: z.infer<typeof Me>['factors']
  factor_at: string | null
  created_at: string
  last_seen_at: string
}

type Call = Pick<StaffCaller, 'company_id' | 'token_hash'> & { host: string; now: Date }

/** GET /admin/me, read anew: the caller may just have changed what it says. */
export async function me(
  database: Database,
  { company_id, token_hash, host, now }: Call,
): Promise<z.infer<typeof Me>> {
  const stored = await row<Stored>(
    database,
    sql`select jsonb_build_object('id', staff.id, 'email', email, 'name', staff.name, 'role', role, 'shops', shops) as staff,
               jsonb_build_object(
                 'has_totp', totp_sealed is not null,
                 'passkeys', (
                   select coalesce(jsonb_agg(jsonb_build_object(
                            'id', passkey.id, 'name', passkey.name, 'created_at', passkey.created_at,
                            'last_used_at', passkey.last_used_at) order by passkey.created_at, passkey.id), '[]')
                     from staff_passkey passkey
                    where passkey.company_id = staff.company_id and passkey.staff_id = staff.id),
                 'recovery_codes_left', (
                   select count(*)
                     from staff_recovery_code code
                    where code.company_id = staff.company_id and code.staff_id = staff.id and used_at is null)) as factors,
               factor_at, session.created_at, session.last_seen_at
          from staff_session session
          join staff on staff.company_id = session.company_id and staff.id = session.staff_id
         where session.company_id = ${company_id} and session.token_hash = ${token_hash}`,
  )
  if (!stored) throw new ApiError('unauthenticated')
  const { staff, factors } = stored
  const stage = stageOf(stored)
  return {
    staff,
    company: await shownCompany(database, company_id, host),
    factors: { ...factors, passkeys: factors.passkeys.map(withInstants) },
    stage,
    ...ends(stored, now),
    actions: stage === 'open' ? actionsOf(staff.role) : [],
  }
}

function stageOf({ factors, factor_at }: Stored): z.infer<typeof Me>['stage'] {
  if (factor_at !== null) return 'open'
  return factors.has_totp || factors.passkeys.length > 0 ? 'second_factor' : 'enrolment'
}

/** JSON of PostgreSQL writes an instant in the session's time zone. */
function withInstants(passkey: Stored['factors']['passkeys'][number]) {
  const { created_at, last_used_at } = passkey
  return {
    ...passkey,
    created_at: new Date(created_at).toISOString(),
    last_used_at: last_used_at && new Date(last_used_at).toISOString(),
  }
}

function ends({ factor_at, created_at, last_seen_at }: Stored, now: Date) {
  const after = (instant: string, minutes: number) =>
    new Date(new Date(instant).getTime() + minutes * 60_000).toISOString()
  const is_fresh = factor_at !== null && isFresh(new Date(factor_at), now)
  return {
    fresh_until: is_fresh ? after(factor_at, freshFactorMinutes) : null,
    ends_at: after(created_at, staffSession.max_hours * 60),
    idle_ends_at: after(last_seen_at, staffSession.max_idle_minutes),
  }
}

/** The portal of a .localhost name is on this server's port. */
async function shownCompany(database: Database, id: string, host: string) {
  const { slug, name, program_name, frontend_domain, time_zone } = await fileOf(database, id)
  const port = Number(/:(\d+)$/.exec(host)?.[1] ?? 80)
  return { id, slug, name, program_name, portal_url: originOf(frontend_domain, port), time_zone }
}
