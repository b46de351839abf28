/** The console and the folder are one source (D15). */

import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'

import { applyCompany, companyDifference } from '#api/company-file/apply.ts'
import { readCompanyFolder } from '#api/company-file/company-file.ts'
import { exportCompany } from '#api/company-file/export.ts'
import { newestOfConsole } from '#api/company-file/version.ts'
import { editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import { versionIn } from '#contract/company-file/version-line.ts'

const world = await createWorld()
const { database } = world
const folders = await mkdtemp(join(tmpdir(), 'round-trip-'))
afterAll(() => rm(folders, { recursive: true }))

const prizes = [
  { key: 'ingresso', name: 'Ingresso', value: 10, codes: { pool: 'ingresso.txt' } },
  { key: 'cafe', name: 'Café', value: 10 },
]
const company = await world.createCompany('volta', { prizes }, { 'ingresso.txt': ['A-1'] })
const ana = await editorOf(world, company)

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>'

test('an export after a publication has its version, and applying it changes nothing [D15]', async () => {
  const body = { name: 'logo.svg', content: Buffer.from(svg).toString('base64') }
  const picture = await ana.send('POST /admin/programme/draft/picture', { body })
  const { name } = picture.body as { name: string }
  await ana.patch(
    replace('/logo', name),
    replace('/favicon', name),
    replace('/prizes/1/value', 20),
    replace('/legal/custom_terms_html', '<p onclick="x()">Termos</p><script>x()</script>'),
    replace('/home', { title: '  Olá  ', text: 'Texto: com "aspas" e # sinais' }),
  )
  const codes = { key: 'cafe', lines: ['B-1', 'B-2'] }
  await ana.send('POST /admin/programme/draft/codes', { body: codes })
  expect(await ana.publish()).toMatchObject({ status: 201, body: { version: 2 } })
  expect(await newestOfConsole(database, 'volta')).toBe(2)

  const folder = join(folders, 'volta')
  await exportCompany(database, 'volta', folder)
  const exported = await readCompanyFolder(folder)
  expect(exported.version).toBe(2)
  expect(await companyDifference(world, exported)).toEqual([])
  // Applied again it makes no version.
  await applyCompany(world, exported, world.now())
  expect(await ana.programme()).toMatchObject({ version: 2 })
})

test('GET /admin/programme/folder answers a ZIP with the files of an export, byte by byte [D15]', async () => {
  const folder = join(folders, 'zip')
  await exportCompany(database, 'volta', folder)
  const { app } = world
  const answer = await app.inject({ url: '/api/admin/programme/folder', headers: ana.headers })
  expect(answer.headers['content-type']).toBe('application/zip')
  const files = unzipSync(answer.rawPayload)
  const names = await readdir(folder)
  expect(Object.keys(files).toSorted()).toEqual(names.map((name) => `volta/${name}`).toSorted())
  // The address of the schema depends on where the folder lies.
  const withoutSchema = (yaml: string) => yaml.replace(/^.*\n/, '')
  for (const name of names) {
    const written = await readFile(join(folder, name), 'utf8')
    const zipped = strFromU8(files[`volta/${name}`]!)
    if (name !== 'company.yaml') expect(zipped, name).toBe(written)
    else expect(withoutSchema(zipped)).toBe(withoutSchema(written))
  }
})

test('an applied folder makes a version with its changes [D15]', async () => {
  const other = await world.createCompany('comando', { name: 'Um' })
  await world.createCompany('comando', { name: 'Dois' })
  const rui = await editorOf(world, other)
  const { body } = await rui.send('GET /admin/programme/version')
  expect(body).toMatchObject([
    {
      version: 2,
      source: 'file',
      published_by: null,
      changes: [{ sentence: 'Nome da empresa passa de Um para Dois' }],
    },
    { version: 1, changes: [] },
  ])
})

test('the YAML is that of the published document, or of the draft, which may be not_found [D15]', async () => {
  const read = (which: string) =>
    ana.send('GET /admin/programme/yaml/{which}', { params: { which } })
  expect(errorOf(await read('draft'))).toMatchObject({ status: 404, type: 'not_found' })
  const { yaml } = (await read('published')).body as { yaml: string }
  expect(versionIn(yaml)).toBe(2)
  expect(yaml).toContain('slug: volta')
  await ana.patch(replace('/program_name', 'Clube: # um'))
  const draft = (await read('draft')).body as { yaml: string }
  expect(draft.yaml).toContain('program_name: "Clube: # um"')
})
