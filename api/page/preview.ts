/** GET /previa at a company's console: the portal's page with the draft of the staff member who asks (D15). */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyRequest } from 'fastify'

import { consoleByHostname } from '#api/company/console.ts'
import { ApiError } from '#api/http/api-error.ts'
import { secretHash, type StaffCaller, staffTokenIn } from '#api/http/caller.ts'
import { staffInSession, staffMay } from '#api/staff/session.ts'
import { type PreviewSample, previewedPath, previewScreens } from '#contract/programme/preview.ts'
import type { Database } from '#database/sql.ts'

import type { CompanyPage } from './company-page.ts'
import type { openPages } from './page.ts'
import { previewHeaders, withPreview } from './preview-page.ts'

/**
 * The function previewOf of api/programme/preview.ts. The application passes it in, because this
 * folder may not import the programme.
 */
export type PreviewOf = (
  database: Database,
  caller: StaffCaller & { now: Date; address: string },
  path: string,
) => Promise<CompanyPage & { sample: PreviewSample }>

type Needs = {
  previewOf: PreviewOf
  database: Database
  clock: () => Date
  consoleFolder?: string | undefined
  writePage: Awaited<ReturnType<typeof openPages>>
}

/**
 * Returns the function that answers a preview at a console's host; undefined at another host or without a build of the console.
 * Throws `unauthenticated` without a session, and `forbidden` for a role that may not read the programme.
 */
export async function openPreview(needs: Needs) {
  const { database, clock, previewOf, consoleFolder, writePage } = needs
  const script = consoleFolder === undefined ? undefined : await scriptOf(consoleFolder)
  return async (request: FastifyRequest, host: string, nonce: string) => {
    const found = script && (await consoleByHostname(database, host))
    if (!found) return undefined
    const now = clock()
    const token = staffTokenIn(request.headers.cookie, request.host)
    if (token === undefined) throw new ApiError('unauthenticated')
    const session = { company_id: found.company.id, token_hash: secretHash(token), staff_id: null }
    const caller = await staffInSession(database, session, now)
    staffMay(caller, { action: 'programme.read', fresh: false, is_write: false }, now)
    const path = pathOf(request.url)
    const editor = { ...caller, now, address: request.ip }
    const { sample, ...shown } = await previewOf(database, editor, path)
    const isGuest = path === previewScreens.login
    const page = writePage(shown, {
      path,
      nonce,
      hasToken: !isGuest,
      first: { paint: null, personal: null },
      originOf: (name) => `https://${name}`,
    })
    const data = { path, is_guest: isGuest, sample }
    return {
      status: 200,
      html: withPreview(page.html, script, data),
      headers: previewHeaders(nonce),
    }
  }
}

function pathOf(url: string): string {
  return previewedPath(new URLSearchParams(url.split('?')[1]).get('path') ?? '')
}

/** The URL of the preview's script, which the build names by its content. */
async function scriptOf(consoleFolder: string): Promise<string | undefined> {
  const file = join(consoleFolder, 'preview.json')
  if (!existsSync(file)) return undefined
  const { script } = JSON.parse(await readFile(file, 'utf8')) as { script: string }
  return `/${script}`
}
