/** The manifest and icons, with which browsers install a company's portal and chats preview a link to it. */

import type { FastifyInstance } from 'fastify'

import { companyImage } from '#api/company/image.ts'
import { companyByHostname, companyById } from '#api/company/lookup.ts'
import { ApiError } from '#api/http/api-error.ts'
import { hostname } from '#api/http/hostname.ts'
import { isUuid } from '#api/http/uuid.ts'
import { barColours, shownColours } from '#contract/brand/theme.ts'
import type { Company } from '#contract/company.ts'
import { appShortcuts } from '#contract/path.ts'
import type { Database } from '#database/sql.ts'

import { drawIcon, iconHash, type IconName, iconUrl, isIconName, shareIcon } from './app-icon.ts'

const immutable = 'public, max-age=31536000, immutable'

export function installedApp(app: FastifyInstance, { database }: { database: Database }): void {
  const icons = new Map<string, Promise<Buffer>>()

  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
    const found = await companyByHostname(database, hostname(request))
    if (!found) throw new ApiError('company_not_found')
    return reply
      .headers({ 'cache-control': 'no-cache' })
      .type('application/manifest+json')
      .send(JSON.stringify(manifest(found.company)))
  })

  app.get<{ Params: { company_id: string; hash: string; name: string } }>(
    '/icons/:company_id/:hash/:name.png',
    { schema: { hide: true } },
    async ({ url, params: { company_id, hash, name } }, reply) => {
      const company = isUuid(company_id) && (await companyById(database, company_id))?.company
      if (!company || !isIconName(name) || hash !== iconHash(company)) {
        throw new ApiError('not_found')
      }
      const png = await once(icons, url, () => companyIcon(database, company, name))
      return reply.headers({ 'cache-control': immutable }).type('image/png').send(png)
    },
  )
}

/** https://w3c.github.io/manifest/. `id` and `start_url` are relative to this host, so each company is a separate app. */
function manifest(company: Company): object {
  const { light } = shownColours(company)
  const icon = (name: IconName, size: number, purpose: string) => ({
    src: iconUrl(company.id, company, name),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: company.program_name,
    short_name: shortName(company),
    description: company.home?.text ?? company.program_name,
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: barColours(company).light,
    background_color: light['page'],
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('maskable-192', 192, 'maskable'),
      icon('maskable-512', 512, 'maskable'),
    ],
    shortcuts: appShortcuts.map(({ name, url }) => ({
      name: name(company.prize_word),
      url,
      icons: [icon('icon-192', 192, 'any')],
    })),
  }
}

/** The name on a home screen: the programme's if it has at most 14 characters, otherwise the company's. */
function shortName({ program_name, name }: Company): string {
  return program_name.length <= shortNameCharacters ? program_name : name
}

/** A home screen cuts longer names. */
const shortNameCharacters = 14

/** Maximum pictures in the cache: 6 per company, so about 33 companies. */
const maxDrawn = 200

/** Draws each picture once for all concurrent requests. A failed drawing is not cached, so the next request retries it. */
function once(
  icons: Map<string, Promise<Buffer>>,
  key: string,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const cached = icons.get(key)
  if (cached) return cached
  const drawing = make()
  icons.set(key, drawing)
  // The caller gets the error. The next request draws again.
  drawing.catch(() => icons.delete(key))
  const [oldest] = icons.keys()
  if (icons.size > maxDrawn && oldest) icons.delete(oldest)
  return drawing
}

/** A picture of the company. Throws `not_found` for a favicon or logo that cannot be drawn. */
export async function companyIcon(
  database: Database,
  company: Company,
  name: IconName,
): Promise<Buffer> {
  const bannerUrl = name === shareIcon.name ? company.banner?.image_url : undefined
  const addresses = [company.favicon_url, company.logo_url, bannerUrl]
  const [favicon, logo, banner] = await Promise.all(
    addresses.map(async (url) =>
      url ? companyImage(database, company.id, url.split('/').at(-1)!) : undefined,
    ),
  )
  if (!favicon || !logo) throw new Error('a company was applied without its pictures')
  const pictures = {
    favicon: favicon.content,
    logo: logo.content,
    banner: banner ? banner.content : null,
  }
  return drawIcon(name, pictures, company).catch(() => {
    // Browsers draw some SVGs that sharp cannot read, so applying a company accepts them (company-file/picture-file.ts).
    // Their icons do not exist. A 500 would report a defect at each visit.
    throw new ApiError('not_found')
  })
}
