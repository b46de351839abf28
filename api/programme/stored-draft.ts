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

/** Begins a draft. False where the person has one already. */
export async function beginDraft(
  connection: Database,
  { company_id, staff_id }: Owner,
  { document, base_version }: Pick<StoredDraft, 'document' | 'base_version'>,
  now: Date,
): Promise<boolean> {
  await beginVersions(connection, company_id)
  const begun = await row(
    connection,
    sql`insert into programme_draft (company_id, staff_id, document, base_version, revision, updated_at)
        values (${company_id}, ${staff_id}, ${document}, ${base_version}, 1, ${now})
        on conflict do nothing
        returning staff_id`,
  )
  return begun !== undefined
}

/** Saves the document and counts the revision. */
export async function saveDraft(
  connection: Database,
  { company_id, staff_id }: Owner,
  { document, base_version }: Pick<StoredDraft, 'document' | 'base_version'>,
  now: Date,
): Promise<void> {
  await rows(
    connection,
    sql`update programme_draft
           set document = ${document},
               base_version = ${base_version},
               revision = revision + 1,
               updated_at = ${now}
         where company_id = ${company_id} and staff_id = ${staff_id}`,
  )
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
