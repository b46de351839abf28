/** The published programme, its versions, and the same document as a folder (D15). */

import { strToU8, zipSync } from 'fflate'

import type { StaffCall } from '#api/audit/note.ts'
import { companyYaml, folderOf } from '#api/company-file/export.ts'
import { type Version, versionOf, versionsBefore, withDefaults } from '#api/company-file/version.ts'
import { ApiError } from '#api/http/api-error.ts'
import { CompanyFile } from '#contract/company-file.ts'
import { changesOf, codeChanges } from '#contract/programme/change.ts'
import type { Programme, ProgrammeVersion, YamlOf } from '#contract/programme/draft.ts'
import { yamlText } from '#contract/programme/text.ts'
import { type Database, rows, snapshot, sql } from '#database/sql.ts'

import { ownerOf } from './act.ts'
import { poolsOfRequest } from './codes.ts'
import { draftImages } from './picture.ts'
import { needsApproval } from './publish.ts'
import { shown } from './request.ts'
import { draftOf } from './stored-draft.ts'
import { openRequests } from './stored-request.ts'
import { seesWebhooks, visibleChanges, visibleDocument } from './visible.ts'

export async function readProgramme(database: Database, caller: StaffCall): Promise<Programme> {
  const { company_id } = caller
  const published = (await versionOf(database, company_id))!
  const document = withDefaults(published.document)
  const requests: Programme['requests'] = []
  for (const request of await openRequests(database, company_id)) {
    const whole = await shown(database, company_id, request, published.version)
    requests.push({ ...whole, changes: visibleChanges(caller, whole.changes) })
  }
  return {
    version: published.version,
    published_at: new Date(published.published_at).toISOString(),
    published_by: authorOf(published.staff_id, published.staff_name),
    document: visibleDocument(caller, document),
    pictures: await draftImages(database, company_id, document, published.images),
    pools: await poolsOfRequest(database, company_id),
    stocks: await rows<Programme['stocks'][number]>(
      database,
      sql`select key, stock_left from limited_stocks(${company_id})`,
    ),
    needs_approval: needsApproval(published),
    requests,
  }
}

function authorOf(id: string | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' }
}

/** The versions before `before`, the newest first, each with what it changed. */
export async function readVersions(
  database: Database,
  { before, per_page }: { before?: number | undefined; per_page: number },
  caller: StaffCall,
): Promise<ProgrammeVersion[]> {
  // One more, because a version's changes are those from the one before it.
  const versions = await versionsBefore(database, caller.company_id, {
    before: before ?? null,
    limit: per_page + 1,
  })
  const current = versions.map((one) => ({ ...one, document: withDefaults(one.document) }))
  return current
    .slice(0, per_page)
    .map((version, at) => shownVersion(caller, version, current[at + 1]))
}

/** Throws `not_found`. */
export async function readVersion(database: Database, version: number, caller: StaffCall) {
  const { company_id } = caller
  const found = await versionOf(database, company_id, version)
  if (!found) throw new ApiError('not_found')
  const before = version > 1 ? await versionOf(database, company_id, version - 1) : undefined
  const [current, earlier] = [found, before].map(
    (one) => one && { ...one, document: withDefaults(one.document) },
  )
  const document = visibleDocument(caller, current!.document)
  return { ...shownVersion(caller, current!, earlier), document }
}

/** Both documents have the defaults of newer fields. The first version has no changes, except for codes. */
function shownVersion(
  caller: StaffCall,
  version: Version,
  before: Version | undefined,
): ProgrammeVersion {
  const pools = Object.entries(version.codes).map(([key, added]) => ({ key, added }))
  const changes = [
    ...(before ? changesOf(before.document, version.document) : []),
    ...codeChanges(version.document, pools),
  ]
  return {
    version: version.version,
    published_at: new Date(version.published_at).toISOString(),
    published_by: authorOf(version.staff_id, version.staff_name),
    approved_by: authorOf(version.approver_id, version.approver_name),
    source: version.source,
    changes: visibleChanges(caller, changes),
  }
}

/** Throws `not_found` where the caller has no draft. */
export async function readYaml(
  database: Database,
  which: YamlOf['which'],
  caller: StaffCall,
): Promise<{ yaml: string }> {
  const published = (await versionOf(database, caller.company_id))!
  const draft = which === 'draft' ? await draftOf(database, ownerOf(caller)) : published
  if (!draft) throw new ApiError('not_found')
  return { yaml: visibleYaml(caller, draft.document, published.version) }
}

/** Without webhooks it ends with a comment that says so, because applying it would delete them. */
function visibleYaml(caller: StaffCall, document: object, version: number): string {
  const yaml = companyYaml(visibleDocument(caller, document), version)
  return seesWebhooks(caller) ? yaml : `${yaml}# ${yamlText.noWebhooks}\n`
}

/** The folder as a ZIP. Pictures are compressed already. */
export async function readFolder(database: Database, caller: StaffCall) {
  const { slug, files } = await snapshot(database, async (connection) => {
    const { document, version } = (await versionOf(connection, caller.company_id))!
    const parsed = CompanyFile.parse(document)
    const read = await folderOf(connection, parsed.slug)
    if (!seesWebhooks(caller)) read.set('company.yaml', visibleYaml(caller, document, version))
    return { slug: parsed.slug, files: read }
  })
  const zip = zipSync(
    Object.fromEntries(
      [...files].map(([name, content]) => [
        `${slug}/${name}`,
        typeof content === 'string' ? strToU8(content) : [content, { level: 0 }],
      ]),
    ),
  )
  return { slug, zip: new Blob([zip]).stream() }
}
