/** A company whose programme staff members edit in tests (D15). */

import { randomUUID } from 'node:crypto'

import { newToken, secretHash } from '#api/http/caller.ts'
import { staffCookie, type StaffRole } from '#contract/console/staff.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import type { Draft, PatchOperation, Programme } from '#contract/programme/draft.ts'
import { row, rows, sql } from '#database/sql.ts'

import type { Answer, Sent, TestCompany, World } from './world.ts'

export type Editor = Awaited<ReturnType<typeof editorOf>>

/** A staff member with an open session, and the calls of the programme as this person. */
export async function editorOf(
  { database, now, call }: Pick<World, 'database' | 'now' | 'call'>,
  company: TestCompany,
  {
    name = 'Ana Prado',
    role = 'owner',
    through = call,
  }: { name?: string; role?: StaffRole; through?: World['call'] } = {},
) {
  const token = newToken()
  const stored = await row<{ id: string }>(
    database,
    sql`insert into staff (company_id, email, name, role, created_at)
        values (${company.id}, ${`${randomUUID()}@cafe.example`}, ${name}, ${role}, ${now()})
        returning id`,
  )
  const { id } = stored!
  await rows(
    database,
    sql`insert into staff_session (company_id, token_hash, staff_id, factor_at, created_at, last_seen_at)
        values (${company.id}, ${secretHash(token)}, ${id}, ${now()}, ${now()}, ${now()})`,
  )
  const headers = { 'company-id': company.id, cookie: `${staffCookie}=${token}` }
  const send = (key: EndpointKey, sent: Sent = {}): Promise<Answer> =>
    through(key, { ...sent, headers: { ...headers, ...sent.headers } })
  const draft = async () => (await send('GET /admin/programme/draft')).body as Draft | undefined
  const patch = async (...operations: PatchOperation[]) => {
    const revision = (await draft())?.revision ?? 0
    return send('POST /admin/programme/draft/change', { body: { revision, operations } })
  }
  const publish = async (publish_at: string | null = null) => {
    const revision = (await draft())?.revision ?? 0
    return send('POST /admin/programme/publish', { body: { revision, publish_at } })
  }
  return {
    id,
    name,
    headers,
    send,
    draft,
    patch,
    publish,
    programme: async () => (await send('GET /admin/programme')).body as Programme,
  }
}

export function replace(path: string, value: unknown): PatchOperation {
  return { op: 'replace', path, value }
}
