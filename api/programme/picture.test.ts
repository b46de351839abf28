import sharp from 'sharp'
import { expect, test } from 'vitest'

import { type Editor, editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { Draft, StoredPicture } from '#contract/programme/draft.ts'
import { row, sql } from '#database/sql.ts'

import { purgePictures } from './picture.ts'

const world = await createWorld()
const company = await world.createCompany('fotos', {
  prizes: [{ key: 'cafe', name: 'Café', value: 10 }],
})
const ana = await editorOf(world, company)

function upload(person: Editor, name: string, content: Buffer | string) {
  const body = { name, content: Buffer.from(content).toString('base64') }
  return person.send('POST /admin/programme/draft/picture', { body })
}

const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inner}</svg>`
const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c00' } })
  .png()
  .toBuffer()

async function pictures(): Promise<number> {
  const counted = await row<{ count: number }>(
    world.database,
    sql`select count(*)::integer as count from programme_picture where company_id = ${company.id}`,
  )
  return counted!.count
}

test.each([
  ['a drawing with a script', 'a.svg', svg('<script>alert(1)</script>'), 'contém um script'],
  ['a drawing that loads', 'a.svg', svg('<image href="https://evil.example/x"/>'), 'carrega algo'],
  ['HTML named .png', 'a.png', '<html><script>alert(1)</script></html>', 'não é uma imagem'],
  ['a picture under another ending', 'a.jpg', photo, 'contém uma imagem image/png'],
  ['no content', 'a.png', 'x', 'não é uma imagem'],
  ['half a picture', 'a.png', photo.subarray(0, 60), 'não pode ser lida'],
])('refuses %s with a sentence, and stores nothing [T14]', async (_, name, content, sentence) => {
  const before = await pictures()
  const error = errorOf(await upload(ana, name, content))
  expect(error).toMatchObject({ status: 422, type: 'validation' })
  expect(error.fields!['content']![0]).toContain(`${name} ${sentence}`)
  expect(await pictures()).toBe(before)
})

test('refuses a picture that decodes to more than 25 million pixels [T20]', async () => {
  const create = { width: 5_100, height: 5_100, channels: 3 as const, background: '#fff' }
  const large = await sharp({ create }).png().toBuffer()
  const error = errorOf(await upload(ana, 'grande.png', large))
  expect(error.fields!['content']![0]).toContain('tem mais de 25000000 pixels')
})

test('answers a picture of the draft at once, and publishes it with the version [D15]', async () => {
  const { status, body } = await upload(ana, 'Foto do café.PNG', photo)
  expect(status).toBe(201)
  const { name, url } = body as StoredPicture
  expect(name).toMatch(/^[0-9a-f]{32}-64x48\.png$/)
  await ana.patch(replace('/prizes/0/photo', name))
  expect(await ana.draft()).toMatchObject({ pictures: { [name]: url }, mistakes: [] })
  const shown = await world.app.inject({ url })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])

  expect(await ana.publish()).toMatchObject({ status: 201 })
  const customer = await world.registered(company)
  const { body: prizes } = await world.call('GET /prize', { headers: customer.headers })
  const [{ photo_url }] = prizes as [{ photo_url: string }]
  expect((await world.app.inject({ url: photo_url })).statusCode).toBe(200)
  expect((await ana.programme()).pictures[name]).toBe(photo_url)
})

test('a version that is brought back has its pictures, also where a newer one took their name [D15]', async () => {
  const drawing = (colour: string) => svg(`<path fill="${colour}" d="M0 0h8v8H0z"/>`)
  const store = async (colour: string) =>
    ((await upload(ana, `${colour}.svg`, drawing(colour))).body as StoredPicture).name
  const [older, newer] = [await store('#123'), await store('#456')]
  const wear = async (name: string | null) => {
    await ana.patch(replace('/logo_dark', name))
    expect(await ana.publish()).toMatchObject({ status: 201 })
    return ana.programme()
  }
  const { version, pictures: had } = await wear(older)
  await wear(newer)
  // No draft has the first picture any more.
  await purgePictures(world.database, new Date(world.now().getTime() + 90_000_000))

  const restore = 'POST /admin/programme/version/{version}/restore'
  const { body } = await ana.send(restore, { params: { version: String(version) } })
  const { document, pictures, mistakes } = body as Draft
  expect(mistakes).toEqual([])
  const { logo_dark } = document as { logo_dark: string }
  expect(pictures[logo_dark]).toBe(had[older])
  expect(await ana.publish()).toMatchObject({ status: 201 })
  expect((await ana.programme()).pictures[logo_dark]).toBe(had[older])
  expect((await world.app.inject({ url: had[older]! })).statusCode).toBe(200)
})

test('deletes an unused picture a day after its upload, and keeps one that a draft names [D15]', async () => {
  const drawing = (colour: string) => svg(`<path fill="${colour}" d="M0 0h8v8H0z"/>`)
  const used = (await upload(ana, 'a.svg', drawing('#111'))).body as StoredPicture
  const unused = (await upload(ana, 'b.svg', drawing('#222'))).body as StoredPicture
  await ana.patch(replace('/logo', used.name))
  const status = async ({ url }: StoredPicture) => (await world.app.inject({ url })).statusCode
  const hours = (count: number) => new Date(world.now().getTime() + count * 3_600_000)
  await purgePictures(world.database, hours(23))
  expect([await status(used), await status(unused)]).toEqual([200, 200])
  await purgePictures(world.database, hours(25))
  expect([await status(used), await status(unused)]).toEqual([200, 404])
})
