/**
 * A staff member's draft of the company document (D15). A draft may hold wrong values: they are stored, and each answer lists them as
 * mistakes.
 */

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { afterOf } from '#api/company-file/act.ts'
import { lossesOf } from '#api/company-file/in-use.ts'
import { versionOf, withDefaults } from '#api/company-file/version.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { lossSentences } from '#contract/company-file/text.ts'
import { changesOf, codeChanges, codeLosses } from '#contract/programme/change.ts'
import type { Change, Draft, PatchOperation } from '#contract/programme/draft.ts'
import { actSentence } from '#contract/programme/text.ts'
import { type Database, transaction } from '#database/sql.ts'

import { ownerOf } from './act.ts'
import { checkDraft } from './check.ts'
import { deleteCodes, poolsOfDraft } from './codes.ts'
import { withOperatorFieldsOf } from './operator-field.ts'
import { patched } from './patch.ts'
import { draftImages, withPicturesOf } from './picture.ts'
import {
  beginDraft,
  deleteDraft,
  draftOf,
  lockDraft,
  saveDraft,
  type StoredDraft,
} from './stored-draft.ts'

/** The caller's draft; undefined without one. */
export async function readDraft(database: Database, caller: StaffCall): Promise<Draft | undefined> {
  const stored = await draftOf(database, ownerOf(caller))
  return stored && shownDraft(database, caller, stored)
}

async function shownDraft(
  database: Database,
  caller: StaffCall,
  draft: StoredDraft,
): Promise<Draft> {
  const { company_id } = caller
  const published = (await versionOf(database, company_id))!
  const before = withDefaults(published.document)
  const base = (await versionOf(database, company_id, draft.base_version))!
  const pools = await poolsOfDraft(database, ownerOf(caller))
  const document = withDefaults(draft.document)
  const { file, mistakes } = await checkDraft(database, company_id, {
    document,
    published: { ...published, document: before },
    pools,
  })
  return {
    ...draft,
    updated_at: new Date(draft.updated_at).toISOString(),
    version: published.version,
    document: { ...draft.document },
    pictures: await draftImages(database, company_id, draft.document, published.images),
    pools,
    changes: [...changesOf(withDefaults(base.document), document), ...codeChanges(document, pools)],
    mistakes,
    losses: [
      ...codeLosses(before, document, pools, 'lost'),
      ...(file
        ? await lossesOf(
            database,
            { company_id, file: before as CompanyFile },
            file,
            caller.now,
            lossSentences,
          )
        : []),
    ],
  }
}

/**
 * Edits the draft; the first edit begins it on the newest version. Throws `draft_changed` for another revision than the stored
 * one, and `validation` for a path that does not exist.
 */
export async function changeDraft(
  database: Database,
  { revision, operations }: { revision: number; operations: PatchOperation[] },
  caller: StaffCall,
): Promise<Draft> {
  const owner = ownerOf(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const stored = await lockDraft(connection, owner)
    if ((stored?.revision ?? 0) !== revision) throw new ApiError('draft_changed')
    if (stored) {
      const document = patched(stored.document, operations)
      await saveDraft(connection, owner, { ...stored, document }, caller.now)
    } else {
      const { version, document } = (await versionOf(connection, caller.company_id))!
      const begun = { document: patched(withDefaults(document), operations), base_version: version }
      // Another tab began one at the same time.
      if (!(await beginDraft(connection, owner, begun, caller.now))) {
        throw new ApiError('draft_changed')
      }
    }
    return heldDraft(connection, caller)
  })
}

/** The caller's draft, which the transaction has locked. */
export async function heldDraft(connection: Database, caller: StaffCall): Promise<Draft> {
  return (await readDraft(connection, caller))!
}

/** Throws `not_found` without a draft. */
export async function discardDraft(database: Database, caller: StaffCall): Promise<void> {
  const owner = ownerOf(caller)
  await transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const stored = await lockDraft(connection, owner)
    if (!stored) throw new ApiError('not_found')
    const { changes } = await shownDraft(connection, caller, stored)
    await deleteDraft(connection, owner)
    await noteDiscard(connection, caller, stored, changes)
  })
}

function noteDiscard(
  connection: Database,
  caller: StaffCall,
  { base_version, revision }: StoredDraft,
  changes: Change[],
): Promise<void> {
  const act = {
    action: 'programme.discarded',
    sentence: actSentence.discarded(caller.staff.name),
    before: { base_version, revision },
    after: afterOf(changes, { state: 'DISCARDED' }),
  } as const
  return noteAct(connection, caller.company_id, staffActor(caller), act, caller.now)
}

/**
 * A draft that brings a version back, on the newest one, with the pictures that it had. What only the operator may change stays as
 * the newest version has it. The caller's own draft, if there is one, is discarded with its codes. Throws `not_found` for an unknown
 * version.
 */
export async function restoreVersion(
  database: Database,
  version: number,
  caller: StaffCall,
): Promise<Draft> {
  const owner = ownerOf(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const restored = await versionOf(connection, caller.company_id, version)
    if (!restored) throw new ApiError('not_found')
    const newest = (await versionOf(connection, caller.company_id))!
    const earlier = withPicturesOf(withDefaults(restored.document), restored, newest)
    const published = withDefaults(newest.document) as CompanyFile
    const document = withOperatorFieldsOf(earlier, published)
    const draft = { document, base_version: newest.version }
    const begun = await beginDraft(connection, owner, draft, caller.now)
    if (!begun) {
      const discarded = (await lockDraft(connection, owner))!
      const { changes } = await shownDraft(connection, caller, discarded)
      await deleteCodes(connection, owner)
      await saveDraft(connection, owner, { ...discarded, ...draft }, caller.now)
      await noteDiscard(connection, caller, discarded, changes)
    }
    return heldDraft(connection, caller)
  })
}
