/** Requests to publish: approved by a second person, withdrawn, or refused (D15). */

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { afterOf } from '#api/company-file/act.ts'
import { lockVersions, type Version, versionOf, withDefaults } from '#api/company-file/version.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import { changesOf, codeChanges } from '#contract/programme/change.ts'
import type { Change, PublishRequest } from '#contract/programme/draft.ts'
import { mergedDocument } from '#contract/programme/merge.ts'
import { actSentence } from '#contract/programme/text.ts'
import { type Database, transaction } from '#database/sql.ts'

import { restoreCodes } from './codes.ts'
import { beginDraft, lockDraft, saveDraft } from './stored-draft.ts'
import {
  isOver,
  isSuspended,
  lockRequest,
  moveRequest,
  requestOf,
  type StoredRequest,
} from './stored-request.ts'

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
  return {
    id: request.id,
    state: isSuspended(request, newest) ? 'SUSPENDED' : request.state,
    asked_by: { id: request.staff_id, name: request.staff_name },
    asked_at: new Date(request.asked_at).toISOString(),
    approved_by:
      request.approver_id === null
        ? null
        : { id: request.approver_id, name: request.approver_name ?? '' },
    publish_at: request.publish_at && new Date(request.publish_at).toISOString(),
    changes: changesIn(base, request),
    version: request.version,
  }
}

/** What the request changes, with the codes that it adds. */
function changesIn(base: Version, { document, codes }: StoredRequest): Change[] {
  const pools = Object.entries(codes).map(([key, { length }]) => ({ key, added: length }))
  return [...changesOf(withDefaults(base.document), document), ...codeChanges(document, pools)]
}

/**
 * Withdraws the caller's own request, or refuses another person's. Its changes and codes go back to the asker's draft. If the asker
 * has begun another, it gets what it has not changed itself. Throws `not_found` or `request_over`.
 */
export async function endRequest(
  { database, secret }: SealedDatabase,
  id: string,
  caller: StaffCall,
): Promise<PublishRequest> {
  const { company_id, staff, now } = caller
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    await lockVersions(connection, company_id)
    const request = await lockRequest(connection, company_id, id)
    if (!request) throw new ApiError('not_found')
    if (isOver(request)) throw new ApiError('request_over')
    const isOwn = request.staff_id === staff.id
    const end = { ...request, version: null, state: isOwn ? 'WITHDRAWN' : 'REFUSED' } as const
    await moveRequest(connection, company_id, id, end, now)
    const asker = { company_id, staff_id: request.staff_id }
    const base = (await versionOf(connection, company_id, request.base_version))!
    if (!(await beginDraft(connection, asker, request, now))) {
      await mergeIntoDraft(connection, asker, { base, request }, now)
    }
    await restoreCodes(connection, secret, asker, request.codes)
    const act = {
      action: 'programme.withdrawn',
      subject: id,
      sentence: isOwn
        ? actSentence.withdrawn(staff.name)
        : actSentence.refused(staff.name, request.staff_name),
      before: { state: request.state },
      after: afterOf(changesIn(base, request), { state: end.state }),
    } as const
    await noteAct(connection, company_id, staffActor(caller), act, now)
    return shownRequest(connection, company_id, id)
  })
}

/** The draft keeps its own value where both changed a field. */
async function mergeIntoDraft(
  connection: Database,
  asker: { company_id: string; staff_id: string },
  { base, request }: { base: Version; request: StoredRequest },
  now: Date,
): Promise<void> {
  const draft = (await lockDraft(connection, asker))!
  const before = withDefaults(base.document)
  const { both } = mergedDocument(before, draft.document, request.document, [])
  const { document } = mergedDocument(before, draft.document, request.document, both)
  await saveDraft(connection, asker, { ...draft, document }, now)
}
