import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { approveRequest } from './approve.ts'
import { backtestDraft } from './backtest.ts'
import { addDraftCodes } from './codes.ts'
import { conflictOf, rebaseDraft } from './conflict.ts'
import { changeDraft, discardDraft, readDraft, restoreVersion } from './draft.ts'
import { addPicture } from './picture.ts'
import { readFolder, readProgramme, readVersion, readVersions, readYaml } from './programme.ts'
import { publishDraft } from './publish.ts'
import { endRequest } from './request.ts'
import { countSuspended } from './stored-request.ts'

export function programmeRoutes(route: Route, context: Context): void {
  const { database } = context
  route('GET /admin/programme', (caller) => readProgramme(database, caller))
  route('GET /admin/programme/suspended', ({ company_id }) => countSuspended(database, company_id))
  route('GET /admin/programme/draft', (caller) => readDraft(database, caller))
  route('POST /admin/programme/draft/change', ({ body, ...caller }) =>
    changeDraft(database, body, caller),
  )
  route('DELETE /admin/programme/draft', (caller) => discardDraft(database, caller))
  route('POST /admin/programme/draft/picture', ({ body, ...caller }) =>
    addPicture(database, body, caller),
  )
  route('POST /admin/programme/draft/codes', ({ body, ...caller }) =>
    addDraftCodes(context, body, caller),
  )
  route('GET /admin/programme/draft/conflict', (caller) => conflictOf(database, caller))
  route('POST /admin/programme/draft/rebase', ({ body, ...caller }) =>
    rebaseDraft(database, body, caller),
  )
  route('GET /admin/programme/draft/backtest', ({ query, ...caller }) =>
    backtestDraft(database, query, caller),
  )
  route('POST /admin/programme/publish', ({ body, ...caller }) =>
    publishDraft(context, body, caller),
  )
  route('POST /admin/programme/request/{id}/approve', ({ params, ...caller }) =>
    approveRequest(context, params.id, caller),
  )
  route('DELETE /admin/programme/request/{id}', ({ params, ...caller }) =>
    endRequest(context, params.id, caller),
  )
  route('GET /admin/programme/version', ({ query, ...caller }) =>
    readVersions(database, query, caller),
  )
  route('GET /admin/programme/version/{version}', ({ params, ...caller }) =>
    readVersion(database, params.version, caller),
  )
  route('POST /admin/programme/version/{version}/restore', ({ params, ...caller }) =>
    restoreVersion(database, params.version, caller),
  )
  route('GET /admin/programme/yaml/{which}', ({ params, ...caller }) =>
    readYaml(database, params.which, caller),
  )
  route('GET /admin/programme/folder', async ({ header, ...caller }) => {
    const { slug, zip } = await readFolder(database, caller)
    header('content-type', 'application/zip')
    header('content-disposition', `attachment; filename="${slug}.zip"`)
    return zip
  })
}
