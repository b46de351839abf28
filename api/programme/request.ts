/** Requests to publish: approved by a second person, withdrawn, or refused (D15). */

import { noteAct } from '#api/audit/note.ts'
import { lockVersions, versionOf, withDefaults } from '#api/company-file/version.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { changesOf } from '#contract/programme/change.ts'
import type { PublishRequest } from '#contract/programme/draft.ts'
import { actSentence } from '#contract/programme/text.ts'
import { type Database, transaction } from '#database/sql.ts'

import { actorOf, afterOf, type Caller } from './act.ts'
import { restoreCodes } from './codes.ts'
import { beginDraft } from './stored-draft.ts'
import { lockRequest, moveRequest, requestOf, type StoredRequest } from './stored-request.ts'

/** A request as the console shows it. */
export async function shownRequest(
  database: Database,
  company_id: string,
  id: string,
): Promise<PublishRequest> {
  const { version } = (await versionOf(database, company_id))!
  return shown(database, company_id, (await requestOf(database, company_id, id))!, version)
}

export async function shown(
  database: Database,
  company_id: string,
  request: StoredRequest,
  newest: number,
): Promise<PublishRequest> {
  const base = (await versionOf(database, company_id, request.base_version))!
  const isOpen = request.state === 'WAITING' || request.state === 'SCHEDULED'
  return {
    id: request.id,
    // Another version was published meanwhile: what a person agreed to is no longer what would change.
    state: isOpen && request.base_version < newest ? 'SUSPENDED' : request.state,
    asked_by: { id: request.staff_id, name: request.staff_name },
    asked_at: new Date(request.asked_at).toISOString(),
    approved_by:
      request.approver_id === null
        ? null
        : { id: request.approver_id, name: request.approver_name ?? '' },
    publish_at: request.publish_at && new Date(request.publish_at).toISOString(),
    changes: changesOf(withDefaults(base.document), request.document),
    version: request.version,
  }
}

/** Whether the request has ended. */
export function isOver({ state }: StoredRequest): boolean {
  return state === 'PUBLISHED' || state === 'WITHDRAWN' || state === 'REFUSED'
}

/**
 * Withdraws the caller's own request, or refuses another person's. Its changes go back to the asker's draft, unless the asker has
 * begun another; then the request keeps them. Throws `not_found` or `request_over`.
 */
export async function endRequest(
  { database, secret }: SealedDatabase,
  id: string,
  caller: Caller,
): Promise<PublishRequest> {
  const { company_id, staff, now } = caller
  await transaction(database, async (connection) => {
    await lockVersions(connection, company_id)
    const request = await lockRequest(connection, company_id, id)
    if (!request) throw new ApiError('not_found')
    if (isOver(request)) throw new ApiError('request_over')
    const isOwn = request.staff_id === staff.id
    const end = { ...request, version: null, state: isOwn ? 'WITHDRAWN' : 'REFUSED' } as const
    await moveRequest(connection, company_id, id, end, now)
    const asker = { company_id, staff_id: request.staff_id }
    if (await beginDraft(connection, asker, request, now)) {
      await restoreCodes(connection, secret, asker, request.codes)
    }
    const base = (await versionOf(connection, company_id, request.base_version))!
    const act = {
      action: 'programme.withdrawn',
      subject: id,
      sentence: isOwn
        ? actSentence.withdrawn(staff.name)
        : actSentence.refused(staff.name, request.staff_name),
      after: afterOf(changesOf(withDefaults(base.document), request.document)),
    } as const
    await noteAct(connection, company_id, actorOf(caller), act, now)
  })
  return shownRequest(database, company_id, id)
}
