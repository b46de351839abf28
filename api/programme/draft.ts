/** A staff member's draft of the company document (D15). What is wrong in it is kept and answered as mistakes. */

import { noteAct } from '#api/audit/note.ts'
import { lossesOf } from '#api/company-file/in-use.ts'
import { versionOf, withDefaults } from '#api/company-file/version.ts'
import { ApiError } from '#api/http/api-error.ts'
import { lossSentences } from '#contract/company-file/text.ts'
import { changesOf } from '#contract/programme/change.ts'
import type { Draft, PatchOperation } from '#contract/programme/draft.ts'
import { actSentence } from '#contract/programme/text.ts'
import { type Database, transaction } from '#database/sql.ts'

import { actorOf, afterOf, type Caller, ownerOf } from './act.ts'
import { checkDraft } from './check.ts'
import { poolsOfDraft } from './codes.ts'
import { patched } from './patch.ts'
import { draftImages } from './picture.ts'
import {
  beginDraft,
  deleteDraft,
  draftOf,
  lockDraft,
  saveDraft,
  type StoredDraft,
} from './stored-draft.ts'

/** The caller's draft; undefined without one. */
export async function readDraft(database: Database, caller: Caller): Promise<Draft | undefined> {
  const stored = await draftOf(database, ownerOf(caller))
  return stored && shownDraft(database, caller, stored)
}

async function shownDraft(database: Database, caller: Caller, draft: StoredDraft): Promise<Draft> {
  const { company_id } = caller
  const published = (await versionOf(database, company_id))!
  const base = (await versionOf(database, company_id, draft.base_version))!
  const pools = await poolsOfDraft(database, ownerOf(caller))
  const document = withDefaults(draft.document)
  const { file, mistakes } = await checkDraft(database, company_id, {
    document,
    published: { ...published, document: withDefaults(published.document) },
    pools,
  })
  return {
    ...draft,
    updated_at: new Date(draft.updated_at).toISOString(),
    version: published.version,
    document: { ...draft.document },
    pictures: await draftImages(database, company_id, draft.document, published.images),
    pools,
    changes: changesOf(withDefaults(base.document), document),
    mistakes,
    losses: file ? await lossesOf(database, file, caller.now, lossSentences) : [],
  }
}

/**
 * Edits the draft; the first edit begins it on the newest version. Throws `draft_changed` for another revision than the stored
 * one, and `validation` for a path that does not exist.
 */
export async function changeDraft(
  database: Database,
  { revision, operations }: { revision: number; operations: PatchOperation[] },
  caller: Caller,
): Promise<Draft> {
  const owner = ownerOf(caller)
  await transaction(database, async (connection) => {
    const stored = await lockDraft(connection, owner)
    if ((stored?.revision ?? 0) !== revision) throw new ApiError('draft_changed')
    if (stored) {
      const document = patched(stored.document, operations)
      await saveDraft(connection, owner, { ...stored, document }, caller.now)
      return
    }
    const { version, document } = (await versionOf(connection, caller.company_id))!
    const begun = { document: patched(withDefaults(document), operations), base_version: version }
    // Another tab began one at the same time.
    if (!(await beginDraft(connection, owner, begun, caller.now))) {
      throw new ApiError('draft_changed')
    }
  })
  return (await readDraft(database, caller))!
}

/** Throws `not_found` without a draft. */
export async function discardDraft(database: Database, caller: Caller): Promise<void> {
  const owner = ownerOf(caller)
  await transaction(database, async (connection) => {
    const stored = await lockDraft(connection, owner)
    if (!stored) throw new ApiError('not_found')
    const base = (await versionOf(connection, caller.company_id, stored.base_version))!
    const changes = changesOf(withDefaults(base.document), withDefaults(stored.document))
    await deleteDraft(connection, owner)
    const act = {
      action: 'programme.discarded',
      sentence: actSentence.discarded(caller.staff.name),
      after: afterOf(changes),
    } as const
    await noteAct(connection, caller.company_id, actorOf(caller), act, caller.now)
  })
}

/** A draft that brings a version back, on the newest one. The caller's own draft, if there is one, is replaced. */
export async function restoreVersion(
  database: Database,
  version: number,
  caller: Caller,
): Promise<Draft> {
  const owner = ownerOf(caller)
  await transaction(database, async (connection) => {
    const restored = await versionOf(connection, caller.company_id, version)
    if (!restored) throw new ApiError('not_found')
    const newest = (await versionOf(connection, caller.company_id))!
    const draft = { document: withDefaults(restored.document), base_version: newest.version }
    const begun = await beginDraft(connection, owner, draft, caller.now)
    if (!begun) await saveDraft(connection, owner, draft, caller.now)
  })
  return (await readDraft(database, caller))!
}
