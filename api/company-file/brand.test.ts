import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { logoHtml } from '#api/company/logo-html.ts'
import { asGuest, createWorld } from '#api/testing/worlds/world.ts'
import { themeCss } from '#contract/brand/theme.ts'
import type { Company } from '#contract/company.ts'
import { defaultPrizeWord } from '#contract/prize-word.ts'
import { rows, sql } from '#database/sql.ts'

import { applyCompany } from './apply.ts'
import { CompanyMistakes, readCompanyFolder } from './company-file.ts'

const world = await createWorld()
const folder = await mkdtemp(join(tmpdir(), 'brand-'))
await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
afterAll(() => rm(folder, { recursive: true }))

const smallest = `slug: padaria
name: Padaria
frontend_domain: padaria.localhost
logo: logo.svg
favicon: logo.svg
calculation_rules: [{key: compra, name: Compra, type: POINTS_PER_REAL, rate: 1}]
`

async function read(yaml: string) {
  await writeFile(join(folder, 'company.yaml'), smallest + yaml)
  return readCompanyFolder(folder)
}

test.each([
  ['a shape that is none', 'theme: {shape: oval}', 'theme.shape: Use soft, sharp ou round'],
  [
    'a surface that is none',
    'theme: {surface: 3}',
    'theme.surface: Use elevated, flat ou outlined',
  ],
  ['a font that is none', 'theme: {font: comic}', 'theme.font: Use system, grotesk, humanist,'],
  [
    'a hero of a picture without a banner',
    'theme: {hero: picture}',
    'theme.hero: hero picture mostra a imagem do banner: escreva um banner',
  ],
  ['a scheme that is none', 'theme: {scheme: auto}', 'theme.scheme: Use device, light ou dark'],
  [
    'a light scheme on a dark page',
    'background_color: "#1a0d14"\ntheme: {scheme: light}',
    'theme.scheme: Uma página escura não tem modo claro',
  ],
  [
    'a word for prizes with a capital',
    'prize_word: {one: Mimo, many: mimos, gender: masculine}',
    'prize_word.one: Use uma palavra de 3 a 12 letras minúsculas',
  ],
  [
    'an icon that is none',
    'settings: {levels_system: LOOKBACK}\nlevels: [{name: A, trigger_amount: 0, icon: pizza}]',
    'levels.0.icon: Use sprout, medal, star,',
  ],
])(
  'a company file with %s is refused with file, line and rule [R1.6 D11]',
  async (_, yaml, sentence) => {
    const refused = read(`${yaml}\n`)
    await expect(refused).rejects.toThrow(
      `${join(folder, 'company.yaml')}:${6 + yaml.split('\n').length} ${sentence}`,
    )
    await expect(refused).rejects.toThrow(CompanyMistakes)
  },
)

describe('a logo on the dark surface', () => {
  const drawing = (colour: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 40"><path d="M0 0h400v40H0z" fill="${colour}"/></svg>`

  async function applied(pictures: Record<string, string>, yaml: string = '') {
    for (const [name, content] of Object.entries(pictures)) {
      await writeFile(join(folder, name), content)
    }
    await applyCompany(world, await read(yaml), world.now())
    const { body: found } = await world.call('GET /company/get-company-by-domain/{hostname}', {
      params: { hostname: 'padaria.localhost' },
    })
    const [{ company_id }] = found as [{ company_id: string }]
    const { body } = await world.call('GET /company/{id}', { params: { id: company_id } })
    return body as Company
  }

  test.each([
    ['a black', '#000000', true],
    ['a dark blue', '#123a6b', true],
    ['a white', '#ffffff', false],
    ['an orange', '#ff8a3c', false],
  ])(
    '%s logo gets a light plate behind it only if it is illegible on the dark surface [R1.6]',
    async (...row) => {
      const [, colour, needsPlate] = row
      const company = await applied({ 'logo.svg': drawing(colour) })
      expect(company).toMatchObject({ logo_dark_url: null, logo_needs_plate: needsPlate })
      expect(themeCss(company).includes('--logo-plate')).toBe(needsPlate)
    },
  )

  test('a logo without any drawing gets the light plate [R1.6]', async () => {
    const empty = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    expect(await applied({ 'logo.svg': empty })).toMatchObject({ logo_needs_plate: true })
  })

  test('logo_dark is served without a plate; without it in the file the logo has its plate again [R1.6 D11]', async () => {
    const pictures = { 'logo.svg': drawing('#000000'), 'night.svg': drawing('#eeeeee') }
    const company = await applied(pictures, 'logo_dark: night.svg\n')
    expect(company.logo_needs_plate).toBe(false)
    const { statusCode, body } = await world.app.inject({ url: company.logo_dark_url! })
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: pictures['night.svg'] })
    // The API's page stands for the pages that the server writes without the portal.
    const headers = { host: 'padaria.localhost' }
    const docs = await world.app.inject({ url: '/api/docs', headers })
    expect(/<picture>.*?<\/picture>/.exec(docs.body)?.[0]).toBe(
      logoHtml(company, { alt: company.program_name }),
    )
    expect(logoHtml(company, { alt: '' })).toContain(`srcset="${company.logo_dark_url}"`)
    expect(await applied(pictures)).toMatchObject({ logo_dark_url: null, logo_needs_plate: true })
  })

  test('a logo_dark without its file is reported with file, line and rule [D11]', async () => {
    await expect(read('logo_dark: gone.svg\n')).rejects.toThrow(
      `${join(folder, 'company.yaml')}:7 logo_dark: gone.svg: este arquivo não existe`,
    )
  })
})

test('a level has the icon of its file, or the default icon of its position [R11.1 D11]', async () => {
  const iconsOf = async (levels: object[]) => {
    const settings = { levels_system: 'LOOKBACK' }
    const company = await world.createCompany('escada', { settings, levels })
    const { body } = await world.call('GET /level', { headers: asGuest(company) })
    return (body as { icon: string }[]).map(({ icon }) => icon)
  }
  const nine = Array.from({ length: 9 }, (_, at) => ({ name: `N${at}`, trigger_amount: at }))
  const byPlace = ['sprout', 'medal', 'star', 'shield', 'trophy', 'crown', 'diamond']
  expect(await iconsOf(nine)).toEqual([...byPlace, 'diamond', 'diamond'])
  const [first, ...others] = nine
  expect((await iconsOf([{ ...first, icon: 'cup' }, ...others])).slice(0, 2)).toEqual([
    'cup',
    'medal',
  ])
})

test('portal and shortcuts use the company’s prize_word; without one the word is prêmio [R1.6 D11]', async () => {
  const prize_word = { one: 'mimo', many: 'mimos', gender: 'masculine' }
  const { id } = await world.createCompany('mimosa', { prize_word })
  const words = async () => {
    const { body } = await world.call('GET /company/{id}', { params: { id } })
    const headers = { host: 'mimosa.localhost' }
    const manifest = await world.app.inject({ url: '/manifest.webmanifest', headers })
    const { shortcuts } = manifest.json<{ shortcuts: { name: string }[] }>()
    return [(body as Company).prize_word, shortcuts.at(-1)!.name]
  }
  expect(await words()).toEqual([prize_word, 'Mimos'])
  const { database } = world
  await rows(database, sql`update company set file = file - 'prize_word' where company_id = ${id}`)
  expect(await words()).toEqual([defaultPrizeWord, 'Prêmios'])
})
