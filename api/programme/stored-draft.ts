/** The rows of drafts. */

import { beginVersions } from '#api/company-file/version.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

export type StoredDraft = {
  document: object
  base_version: number
  revision: number
  updated_at: string
}

type Owner = { company_id: string; staff_id: string }

export function draftOf(
  database: Database,
  { company_id, staff_id }: Owner,
): Promise<StoredDraft | undefined> {
  return row(
    database,
    sql`select document, base_version, revision, updated_at
          from programme_draft
         where company_id = ${company_id} and staff_id = ${staff_id}`,
  )
}

/** The draft, locked until the transaction ends: a second tab and a publication wait. */
export function lockDraft(
  connection: Database,
  { company_id, staff_id }: Owner,
): Promise<StoredDraft | undefined> {
  return row(
    connection,
    sql`select document, base_version, revision, updated_at
          from programme_draft
         where company_id = ${company_id} and staff_id = ${staff_id}
           for update`,
  )
}

/** Begins a draft. False where the person has one already: then it is locked. */
export async function beginDraft(
  connection: Database,
  owner: Owner,
  { document, base_version }: Pick<StoredDraft, 'document' | 'base_version'>,
  now: Date,
): Promise<boolean> {
  const { company_id, staff_id } = owner
  await beginVersions(connection, company_id)
  // Lock order: the draft, then the count of its revisions, as saveDraft does.
  if (await lockDraft(connection, owner)) return false
  const revision = await nextRevision(connection, owner, 0)
  const begun = await row(
    connection,
    sql`insert into programme_draft (company_id, staff_id, document, base_version, revision, updated_at)
        values (${company_id}, ${staff_id}, ${document}, ${base_version}, ${revision}, ${now})
        on conflict do nothing
        returning staff_id`,
  )
  return begun !== undefined
}

/** Saves the document of a locked draft, whose `revision` it had until now. Returns the new revision. */
export async function saveDraft(
  connection: Database,
  owner: Owner,
  { document, base_version, revision: current }: Omit<StoredDraft, 'updated_at'>,
  now: Date,
): Promise<number> {
  const { company_id, staff_id } = owner
  const revision = await nextRevision(connection, owner, current)
  await rows(
    connection,
    sql`update programme_draft
           set document = ${document},
               base_version = ${base_version},
               revision = ${revision},
               updated_at = ${now}
         where company_id = ${company_id} and staff_id = ${staff_id}`,
  )
  return revision
}

/**
 * The next revision of the person's drafts. None repeats: a tab that shows a discarded draft must not save into the next one. The
 * row stays locked until the transaction ends. `current`: of a draft that a node of an earlier release may have counted; 0: none.
 */
async function nextRevision(
  connection: Database,
  { company_id, staff_id }: Owner,
  current: number,
): Promise<number> {
  const next = await row<{ revision: number }>(
    connection,
    sql`insert into programme_revision as last (company_id, staff_id, revision)
        values (${company_id}, ${staff_id}, ${current}::integer + 1)
        on conflict (company_id, staff_id) do update
           set revision = greatest(last.revision, ${current}::integer) + 1
        returning revision`,
  )
  return next!.revision
}

/** Deletes the draft and the codes that it adds. */
export async function deleteDraft(
  connection: Database,
  { company_id, staff_id }: Owner,
): Promise<void> {
  await rows(
    connection,
    sql`delete from programme_draft where company_id = ${company_id} and staff_id = ${staff_id}`,
  )
}
