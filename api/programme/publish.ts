/** Publishes a draft: now, at a date, or after a second person agrees (D15). */

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { afterOf } from '#api/company-file/act.ts'
import { lockVersions, type Version, versionOf, withDefaults } from '#api/company-file/version.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { changesOf, codeChanges, codeLosses } from '#contract/programme/change.ts'
import type { Change, Draft, Publication, PublishRequest } from '#contract/programme/draft.ts'
import { actSentence, draftText } from '#contract/programme/text.ts'
import { isSame } from '#contract/value/json.ts'
import { type Database, transaction } from '#database/sql.ts'

import { ownerOf } from './act.ts'
import { applyVersion, prepared } from './apply-version.ts'
import { checkDraft } from './check.ts'
import { draftCodes, poolsOfDraft } from './codes.ts'
import { shownRequest } from './request.ts'
import { deleteDraft, draftOf, lockDraft } from './stored-draft.ts'
import { addRequest, type StoredRequest } from './stored-request.ts'

/**
 * Publishes the caller's draft, or asks for it. Throws `not_found`, `draft_changed`, `draft_outdated`, `draft_invalid` or
 * `draft_unchanged`; then nothing is applied.
 */
export async function publishDraft(
  { database, secret }: SealedDatabase,
  publication: Publication,
  caller: StaffCall,
): Promise<PublishRequest> {
  const { company_id, staff, now } = caller
  const owner = ownerOf(caller)
  const publish_at = futureOf(publication.publish_at, now)
  const draft = await draftOf(database, owner)
  if (!draft) throw new ApiError('not_found')
  if (draft.revision !== publication.revision) throw new ApiError('draft_changed')
  const published = (await versionOf(database, company_id))!
  if (draft.base_version !== published.version) throw new ApiError('draft_outdated')
  const pools = await poolsOfDraft(database, owner)
  const { file, changes, lost_codes } = await publishable(database, company_id, draft.document, {
    published,
    pools,
  })
  if (changes.length === 0) throw new ApiError('draft_unchanged')
  const isApproval = needsApproval(published)
  const codes = await draftCodes(database, owner)
  const ready =
    isApproval || publish_at
      ? null
      : await prepared({ database, secret }, company_id, file, published, codes)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const newest = await lockVersions(connection, company_id)
    const locked = await lockDraft(connection, owner)
    if (!locked) throw new ApiError('not_found')
    if (locked.revision !== publication.revision) throw new ApiError('draft_changed')
    if (locked.base_version !== newest) throw new ApiError('draft_outdated')
    // Another tab may have added codes, which the revision does not count.
    if (!isSame(await draftCodes(connection, owner), codes)) throw new ApiError('draft_changed')
    const publisher = { staff_id: staff.id, approver_id: null }
    const version =
      ready && (await applyVersion({ database: connection, secret }, ready, publisher, now))
    await deleteDraft(connection, owner)
    const state = stateOf(version, isApproval)
    const from = { ...locked, document: file, codes, staff_id: staff.id }
    const request = { ...from, state, version, publish_at }
    const id = await addRequest(connection, company_id, request, now)
    const sentence =
      version === null
        ? actSentence.requested(staff.name, changes, isApproval)
        : actSentence.published(staff.name, version, changes)
    const act = {
      action: version === null ? 'programme.requested' : 'programme.published',
      subject: version === null ? id : String(version),
      sentence,
      before: { version: newest },
      after: afterOf(changes, {
        version: version ?? newest,
        state,
        publish_at,
        ...(version !== null && lostCodes(lost_codes)),
      }),
    } as const
    await noteAct(connection, company_id, staffActor(caller), act, now)
    // The codes of a published request are gone, so its own changes lack them.
    return { ...(await shownRequest(connection, company_id, id)), changes }
  })
}

function stateOf(version: number | null, isApproval: boolean): StoredRequest['state'] {
  if (version !== null) return 'PUBLISHED'
  return isApproval ? 'WAITING' : 'SCHEDULED'
}

/** Throws `validation` for an instant that is not in the future. */
function futureOf(publish_at: string | null, now: Date): Date | null {
  if (publish_at === null) return null
  const instant = new Date(publish_at)
  if (instant > now) return instant
  throw new ApiError('validation', { fields: { publish_at: [draftText.notLater] } })
}

/** The published document decides, so that a draft cannot switch the approval off. A version without the field needs none. */
export function needsApproval({ document }: Version): boolean {
  return (document as Partial<CompanyFile>).approvals?.publish ?? false
}

/** The codes that a publication deletes, in its audit entry. */
export function lostCodes(lost_codes: string[]): { lost_codes?: string[] } {
  return lost_codes.length === 0 ? {} : { lost_codes }
}

/**
 * The file of a document, its changes with the codes that come with it, and a sentence for the codes of each removed prize. Throws
 * `draft_invalid` for a mistake.
 */
export async function publishable(
  database: Database,
  company_id: string,
  document: object,
  { published, pools }: { published: Version; pools: Draft['pools'] },
): Promise<{ file: CompanyFile; changes: Change[]; lost_codes: string[] }> {
  const before = withDefaults(published.document)
  const { file, mistakes } = await checkDraft(database, company_id, {
    document,
    published: { ...published, document: before },
    pools,
  })
  if (!file || mistakes.length > 0) throw new ApiError('draft_invalid')
  return {
    file,
    changes: [...changesOf(before, file), ...codeChanges(file, pools)],
    lost_codes: codeLosses(before, file, pools, 'deleted'),
  }
}
