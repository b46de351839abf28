/** Compares a draft with a version that was published after the draft began, and merges the two (D15). */

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { afterOf } from '#api/company-file/act.ts'
import { type Version, versionOf, withDefaults } from '#api/company-file/version.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import { changesOf, isWithin, sentencesAt } from '#contract/programme/change.ts'
import type { Change, Conflict, Draft } from '#contract/programme/draft.ts'
import { mergedDocument } from '#contract/programme/merge.ts'
import { actSentence, draftText } from '#contract/programme/text.ts'
import { type Database, transaction } from '#database/sql.ts'

import { ownerOf } from './act.ts'
import { heldDraft } from './draft.ts'
import { draftOf, lockDraft, saveDraft, type StoredDraft } from './stored-draft.ts'

/** Throws `not_found` without a draft. */
export async function conflictOf(database: Database, caller: StaffCall): Promise<Conflict> {
  const stored = await draftOf(database, ownerOf(caller))
  if (!stored) throw new ApiError('not_found')
  const { base, mine, theirs, newest } = await sidesOf(database, caller.company_id, stored)
  const { both } = mergedDocument(base, mine, theirs, [])
  const [own, other] = [changesOf(base, mine), changesOf(base, theirs)]
  return {
    version: newest.version,
    both: both.map((path) => ({
      path,
      mine: sentencesAt(own, path) || draftText.unchanged,
      theirs: sentencesAt(other, path) || draftText.unchanged,
    })),
    theirs: other.filter((change) => !both.some((path) => isWithin(change.path, path))),
  }
}

/**
 * Begins the draft anew from the newest version. The audit log gets the own changes that it leaves out. Throws `not_found`, and
 * `draft_changed` for another revision.
 */
export async function rebaseDraft(
  database: Database,
  { revision, mine: chosen }: { revision: number; mine: string[] },
  caller: StaffCall,
): Promise<Draft> {
  const owner = ownerOf(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const stored = await lockDraft(connection, owner)
    if (!stored) throw new ApiError('not_found')
    if (stored.revision !== revision) throw new ApiError('draft_changed')
    const { base, mine, theirs, newest } = await sidesOf(connection, caller.company_id, stored)
    const { document, both } = mergedDocument(base, mine, theirs, chosen)
    const rebased = { ...stored, document, base_version: newest.version }
    await saveDraft(connection, owner, rebased, caller.now)
    const left = both.filter((path) => !chosen.includes(path))
    const lost = changesOf(base, mine).filter(({ path }) => left.some((one) => isWithin(path, one)))
    await noteRebase(connection, caller, {
      before: stored.base_version,
      after: newest.version,
      lost,
    })
    return heldDraft(connection, caller)
  })
}

type Rebased = { before: number; after: number; lost: Change[] }

function noteRebase(
  connection: Database,
  caller: StaffCall,
  { before, after, lost }: Rebased,
): Promise<void> {
  const act = {
    action: 'programme.rebased',
    sentence: actSentence.rebased(caller.staff.name, after, lost),
    before: { base_version: before },
    after: afterOf(lost, { base_version: after }),
  } as const
  return noteAct(connection, caller.company_id, staffActor(caller), act, caller.now)
}

async function sidesOf(
  database: Database,
  company_id: string,
  { document, base_version }: StoredDraft,
): Promise<{ base: object; mine: object; theirs: object; newest: Version }> {
  const newest = (await versionOf(database, company_id))!
  const base = (await versionOf(database, company_id, base_version))!
  return {
    base: withDefaults(base.document),
    mine: withDefaults(document),
    theirs: withDefaults(newest.document),
    newest,
  }
}
