/**
 * The first screen of a page: the API's answers for the screen, and the screen's HTML, which the portal's code
 * renders (portal/app/paint.tsx).
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import { causeOf } from '#api/log/cause.ts'
import { isLocalHost } from '#contract/console/staff.ts'
import { type FirstAnswers, sessionCookie, sessionName } from '#contract/session.ts'

import type { CompanyPage } from './company-page.ts'

type Opened = { path: string; search: string; signed_in: boolean; company: CompanyPage }

/** A screen as HTML, its inline CSS rules, which need the page's nonce, and the path of its route in the route table. */
type Paint = { html: string; css: string; route: string }

/** The exports of the build's painter module. */
type Painter = {
  firstReads: (opened: Opened) => string[]
  paint: (opened: Opened, answers: Record<string, unknown>) => Promise<Paint | null>
}

export type FirstScreen = { paint: Paint | null; personal: FirstAnswers | null }

const nothing: FirstScreen = { paint: null, personal: null }

/** R1.4. Offline, the service worker serves this page for every path, so it must contain neither a screen nor a customer. */
export const loadingPath = '/loading'

/** Returns the function that prepares first screens. A build without a painter has none. */
export async function openFirstScreens(
  app: FastifyInstance,
  { folder, log }: { folder: string; log: Logger },
) {
  const file = join(folder, 'paint/paint.js')
  if (!existsSync(file)) return async () => nothing
  const painter: Painter = await import(pathToFileURL(file).href)
  return async (
    request: FastifyRequest,
    company: CompanyPage,
    path: string,
  ): Promise<FirstScreen> => {
    const { blocked_at, maintenance } = company.company
    // R1.3: the page only says that the company is closed.
    if (blocked_at !== null || maintenance || path === loadingPath) return nothing
    const token = tokenOf(request)
    const search = /\?.+/s.exec(request.url)?.[0] ?? ''
    const opened = { path, search, signed_in: token !== undefined, company }
    const personal =
      token !== undefined && isOwnVisit(request)
        ? await read(app, request, { token, company, urls: painter.firstReads(opened) })
        : null
    const paint = await painter.paint(opened, personal?.answers ?? {}).catch((error: unknown) => {
      log.error({ path, ...causeOf(error) }, 'a screen was not painted')
      return null
    })
    return { paint, personal }
  }
}

/** The token in the cookie that portal/storage/session.ts writes. Only this machine's portals have no TLS. */
export function tokenOf({ host, headers: { cookie = '' } }: FastifyRequest): string | undefined {
  const start = `${sessionCookie(!isLocalHost(host))}=`
  const value = cookie.split('; ').find((pair) => pair.startsWith(start))
  return /^[\w.-]+$/.exec(value?.slice(start.length) ?? '')?.[0]
}

/**
 * Whether the visit comes from no other site. Another site could open many chosen addresses. The length of each compressed page
 * would reveal whether the address repeats personal data of the page (https://breachattack.com). For browsers without the
 * header, the SameSite=Strict cookie has the same effect.
 */
function isOwnVisit({ headers }: FastifyRequest): boolean {
  return ['none', 'same-origin', undefined].includes(headers['sec-fetch-site'])
}

/** The maximum wait for the page's data. The portal reads an answer that is late. */
const maxWait_ms = 1_000
/** Maximum characters of JSON. A history of 50 lines has 30,000. */
const maxSize = 150_000

type Reads = { token: string; company: CompanyPage; urls: string[] }

/**
 * Calls the API like the portal, with the same checks and the same load shedding. Only successful answers are written into the
 * page.
 */
async function read(
  app: FastifyInstance,
  request: FastifyRequest,
  { token, company, urls }: Reads,
): Promise<FirstAnswers | null> {
  const headers = {
    host: request.headers.host,
    'user-agent': request.headers['user-agent'],
    'company-id': company.company.id,
    authorization: `Bearer ${token}`,
  }
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, maxWait_ms, null).unref()
  })
  const found = await Promise.all(
    urls.map(async (url) => {
      const call = app.inject({ url, headers, remoteAddress: request.ip })
      const answer = await Promise.race([call, late])
      return answer?.statusCode === 200 ? { url, json: answer.body } : null
    }),
  )
  const answers: FirstAnswers['answers'] = {}
  let size = 0
  for (const answer of found) {
    if (!answer || size + answer.json.length > maxSize) continue
    size += answer.json.length
    answers[answer.url] = JSON.parse(answer.json)
  }
  return size === 0 ? null : { session: sessionName(token), answers }
}
