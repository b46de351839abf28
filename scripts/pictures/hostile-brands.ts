/**
 * Three brands that strain the layout, for pictures. The first is yellow and has a logo 400 px wide. The second is black, and its
 * logo does not load. The third has names of 191 characters everywhere.
 */

import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { parse, stringify } from 'yaml'

export const companiesFolder = join(import.meta.dirname, '../../companies')

type File = {
  slug: string
  frontend_domain: string
  other_domains?: string[]
  admin_domain?: string
  landing_page_domain?: string
  name: string
  program_name: string
  logo: string
  primary_color: string
  background_color: string
  prizes: { name: string; level_required?: string }[]
  levels: { name: string }[]
  promotions: { name: string }[]
  subsidiaries: { name: string; address: string }[]
}

/** The logo that the pictures' browser refuses to load. An image's address ends with its size. */
export const missingLogo = /-211x47\.svg/

const brands: { slug: string; change: (file: File) => void; logo?: string }[] = [
  {
    slug: 'amarela',
    change: (file) => {
      file.name = 'Amarelo Ouro'
      file.primary_color = '#ffe600'
      file.background_color = '#ffffff'
      file.logo = 'wide.svg'
    },
    logo: logo(400, 60),
  },
  {
    slug: 'preta',
    change: (file) => {
      file.name = 'Casa Preta'
      file.logo = 'missing.svg'
      file.primary_color = '#000000'
      file.background_color = '#ffffff'
    },
    logo: logo(211, 47),
  },
  {
    slug: 'longa',
    change: (file) => {
      for (const named of [file, ...file.prizes, ...file.promotions, ...file.subsidiaries]) {
        named.name = longName(named.name)
      }
      for (const level of file.levels) {
        const name = longName(level.name)
        for (const prize of file.prizes) {
          if (prize.level_required === level.name) prize.level_required = name
        }
        level.name = name
      }
      for (const shop of file.subsidiaries) shop.address = longName(shop.address)
    },
  },
]

function logo(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 60"><rect width="400" height="60" rx="8" fill="#1b1b1b"/><text x="20" y="41" font-family="sans-serif" font-size="31" font-weight="700" fill="#ffe600" textLength="360">AMARELO OURO CLUBE</text></svg>`
}

/** The name, then words until 191 characters, the longest that the contract accepts. */
function longName(name: string): string {
  return `${name} de São João del-Rei e Região Metropolitana `.repeat(5).slice(0, 191).trim()
}

export const hostileSlugs = brands.map(({ slug }) => slug)

/** A folder with the demo companies and the hostile brands. */
export async function withHostileBrands(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'companies-'))
  await cp(companiesFolder, folder, { recursive: true })
  for (const { slug, change, logo: drawing } of brands) {
    const own = join(folder, slug)
    await cp(join(companiesFolder, 'cafe'), own, { recursive: true })
    const path = join(own, 'company.yaml')
    const file = parse(await readFile(path, 'utf8')) as File
    file.slug = slug
    file.frontend_domain = `${slug}.localhost`
    // These addresses belong to the café, and an address leads to one company.
    delete file.other_domains
    delete file.admin_domain
    delete file.landing_page_domain
    change(file)
    await writeFile(path, stringify(file))
    if (drawing) await writeFile(join(own, file.logo), drawing)
  }
  return folder
}
