import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { companyById } from '#api/company/lookup.ts'
import { logoPicture } from '#api/mail/logo.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { pictureSource } from '#contract/brand/picture.ts'
import { rows, sql } from '#database/sql.ts'

import { applyCompany, companyDifference } from './apply.ts'
import { readCompanyFolder } from './company-file.ts'

const world = await createWorld()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'company-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Reads the folder of a company with this file as its logo. */
async function read(name: string, content: Buffer | string) {
  await writeFile(join(folder, name), content)
  await writeFile(
    join(folder, 'company.yaml'),
    `slug: foto\nname: Foto\nfrontend_domain: foto.localhost\nlogo: ${name}\nfavicon: ${name}\ncalculation_rules: [{key: aa, name: A, type: PERCENTAGE, rate: 1}]\n`,
  )
  return readCompanyFolder(folder)
}

/** Applies the company. Returns the logo's URL. */
async function applied(name: string, content: Buffer): Promise<string> {
  const company = await read(name, content)
  await applyCompany(world, company, world.now())
  expect(await companyDifference(world, company)).toEqual([])
  const [found] = await rows<{ company_id: string }>(
    world.database,
    sql`select company_id from company where slug = 'foto'`,
  )
  const shown = await companyById(world.database, found!.company_id)
  return shown!.company.logo_url
}

async function get(url: string, accept: string = '*/*') {
  const { statusCode, headers, rawPayload } = await world.app.inject({ url, headers: { accept } })
  expect(statusCode).toBe(200)
  const { width, height, exif, icc, orientation, format } = await sharp(rawPayload).metadata()
  return { headers, rawPayload, picture: { width, height, exif, icc, orientation, format } }
}

/** Left half red, right half blue, with noise that no encoder can drop. */
function photograph(width: number, height: number) {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const }
  return sharp({
    create: { width, height, channels: 3, background: '#1040d0' },
  }).composite([{ input: { create: { ...half, background: '#d02010' } }, left: 0, top: 0 }])
}

const browser = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

describe('pictures of a company [R1.6]', () => {
  test.each([
    ['png', 'png', 'image/png'],
    ['jpg', 'jpeg', 'image/jpeg'],
    ['jpeg', 'jpeg', 'image/jpeg'],
    ['webp', 'webp', 'image/webp'],
    ['avif', 'avif', 'image/avif'],
  ] as const)(
    'a .%s is served in the sizes that screens need, in the browser’s best format [R1.6]',
    async (ending, format, media_type) => {
      const url = await applied(`foto.${ending}`, await photograph(2000, 1000)[format]().toBuffer())
      expect(url).toMatch(new RegExp(`^/images/[\\w-]{36}/[0-9a-f]{32}-1560x780\\.${ending}$`))
      const whole = await get(url, browser)
      expect(whole.headers).toMatchObject({
        'content-type': media_type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'accept',
      })
      expect(whole.picture).toMatchObject({ width: 1560, height: 780 })
      for (const [asked, width] of [
        [1, 160],
        [160, 160],
        [161, 480],
        [900, 960],
        [9999, 1560],
      ]) {
        const avif = await get(`${url}?w=${asked}`, browser)
        expect(avif.headers['content-type']).toBe('image/avif')
        expect(avif.picture).toMatchObject({ width, height: width! / 2 })
        const webp = await get(`${url}?w=${asked}`, 'image/webp,*/*')
        expect(webp.headers['content-type']).toBe('image/webp')
        expect(webp.picture).toMatchObject({ width })
      }
      // A client that accepts neither format gets the whole picture, and so does an invalid width.
      for (const odd of ['w=160', 'w=', 'w=-1', 'w=1e3', 'w=99999', 'w=160&w=480', 'w[a]=1']) {
        expect((await get(`${url}?${odd}`, 'image/png')).rawPayload).toEqual(whole.rawPayload)
      }
    },
  )

  test('a small picture is never enlarged, and its srcset has only sizes up to its own [R1.6]', async () => {
    const url = await applied('foto.png', await photograph(300, 100).png().toBuffer())
    expect(pictureSource(url, '50vw')).toEqual({
      src: url,
      width: '300',
      height: '100',
      srcSet: `${url}?w=160 160w, ${url}?w=300 300w`,
      sizes: '50vw',
    })
    expect((await get(`${url}?w=960`, browser)).picture).toMatchObject({ width: 300 })
    expect(pictureSource('/images/x/0a.svg', '50vw')).toEqual({ src: '/images/x/0a.svg' })
    expect(pictureSource('/images/x/0a-48x12.svg', '50vw')).toEqual({
      src: '/images/x/0a-48x12.svg',
      width: '48',
      height: '12',
    })
  })

  test('a photograph is turned upright and loses its camera metadata [T19]', async () => {
    const photo = await photograph(800, 400)
      .withExif({
        IFD0: { Make: 'Canario', Artist: 'Ana Lima' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '25/1 23/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const before = await sharp(photo).metadata()
    expect(before).toMatchObject({ orientation: 6, width: 800, height: 400 })
    expect(before.exif!.toString('latin1')).toContain('Ana Lima')

    const url = await applied('foto.jpg', photo)
    expect(url).toMatch(/-400x800\.jpg$/)
    for (const one of [await get(url), await get(`${url}?w=160`, browser)]) {
      expect(one.picture).toMatchObject({ exif: undefined, orientation: undefined })
      expect(one.picture.height).toBe(2 * one.picture.width)
      expect(one.rawPayload.toString('latin1')).not.toMatch(/Canario|Ana Lima|GPS/)
      // Rotated by 90°: the left side is now at the top.
      const { data, info } = await sharp(one.rawPayload).raw().toBuffer({ resolveWithObject: true })
      const at = (row: number) => [
        ...data.subarray(row * info.width * info.channels, row * info.width * info.channels + 3),
      ]
      expect(at(5)[0]).toBeGreaterThan(150)
      expect(at(info.height - 5)[2]).toBeGreaterThan(150)
    }
  })

  test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'a %s logo is embedded in mails as a PNG, which all mail programs show [R1.6]',
    async (format) => {
      const logo = await logoPicture(await photograph(1200, 300)[format]().toBuffer())
      expect(await sharp(logo!).metadata()).toMatchObject({ format: 'png', width: 288, height: 72 })
    },
  )

  test('a served picture that is put back into the folder keeps its URL [D11]', async () => {
    const url = await applied('foto.jpg', await photograph(600, 600).jpeg().toBuffer())
    const { rawPayload } = await get(url)
    expect(await applied('foto.jpg', rawPayload)).toBe(url)
    const stored = await rows(
      world.database,
      sql`select hash from company_image join company using (company_id)
           where slug = 'foto' and ${url} like '%' || hash`,
    )
    expect(stored).toHaveLength(1)
  })
})

describe('a file that is not a harmless picture is refused with its line [T14 T20]', () => {
  test('a picture of more than 25 million pixels is refused before it is decoded [T20]', async () => {
    const bomb = await sharp({
      create: { width: 5100, height: 5000, channels: 3, background: '#ffffff' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(150_000)
    const began = process.memoryUsage().rss
    await expect(read('foto.png', bomb)).rejects.toThrow(
      'company.yaml:4 logo: foto.png: tem mais de 25000000 pixels',
    )
    // Decoded, it is 76 MB.
    expect(process.memoryUsage().rss - began).toBeLessThan(60_000_000)
  })

  const png = () => photograph(20, 20).png().toBuffer()
  const refused: [string, string, () => Promise<Buffer | string>, string][] = [
    [
      'a JPEG that says it is a PNG',
      'foto.png',
      () => photograph(9, 9).jpeg().toBuffer(),
      'contém uma imagem image/jpeg',
    ],
    ['a PNG named .svg', 'foto.svg', png, 'contém uma imagem image/png'],
    [
      'a page that says it is a JPEG',
      'foto.jpg',
      async () => '<html><script>alert(1)</script>',
      'não é uma imagem SVG, PNG, JPEG',
    ],
    ['a GIF', 'foto.webp', async () => 'GIF89a', 'não é uma imagem SVG, PNG, JPEG'],
    [
      'a film',
      'foto.avif',
      async () => '\0\0\0\x18ftypisom\0\0\0\0isommp42',
      'não é uma imagem SVG, PNG, JPEG',
    ],
    [
      'a picture that is cut off',
      'foto.png',
      async () => (await png()).subarray(0, 60),
      'não pode ser lida',
    ],
    [
      'a beginning alone',
      'foto.jpg',
      async () => Buffer.from('ffd8ffe0', 'hex'),
      'não pode ser lida',
    ],
    [
      'more than 5 MiB',
      'foto.png',
      async () => Buffer.concat([await png(), Buffer.alloc(5 << 20)]),
      'tem mais de 5242880 bytes',
    ],
    [
      'a drawing of more than 300 kB',
      'foto.svg',
      async () => `<svg>${' '.repeat(300_000)}</svg>`,
      'tem mais de 300000 bytes',
    ],
    [
      'an SVG of billions of pixels',
      'foto.svg',
      async () => '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>',
      'tem mais de 25000000 pixels',
    ],
    [
      'a PNG of 30,000 px',
      'foto.png',
      () =>
        sharp({ create: { width: 30_000, height: 40, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      'tem 30000 px de lado: use no máximo 10000 px',
    ],
    [
      'an SVG of 30,000 px',
      'foto.svg',
      async () => '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30000"/>',
      'tem 30000 px de lado: use no máximo 10000 px',
    ],
    ['nothing', 'foto.png', async () => '', 'não é uma imagem SVG, PNG, JPEG'],
  ]
  test.each(refused)('%s is refused [T20]', async (_, name, content, reason) => {
    await expect(read(name, await content())).rejects.toThrow(
      `company.yaml:4 logo: ${name}: ${reason}`,
    )
  })

  test.each([
    '<svg><script>alert(1)</script></svg>',
    '<svg><svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script></svg>',
    '<svg onload="alert(1)"/>',
    '<svg/onload="alert(1)"/>',
    '<svg><a href="javascript:alert(1)"/></svg>',
    '<svg><a xlink:href="&#106;avascript:alert(1)"/></svg>',
    '<svg><a x:href="data:text/html,x"/></svg>',
    '<svg><image href="https://evil.example/x.png"/></svg>',
    "<svg><image xlink:href='//evil.example/x.png'/></svg>",
    '<svg><image href=other.png /></svg>',
    '<svg><use href="https://evil.example/x.svg#a"/></svg>',
    '<svg><image href="data:image/svg+xml;base64,PHN2Zy8+"/></svg>',
    '<svg><rect fill="url(https://evil.example/x)"/></svg>',
    '<svg><rect style="fill:url( \'//evil.example/x\')"/></svg>',
    '<svg><style>@import "https://evil.example/x.css";</style></svg>',
    '<svg><set attributeName="href" to="https://evil.example"/></svg>',
    '<svg><animate attributeName="onclick" values="alert(1)"/></svg>',
    '<svg><foreignObject><iframe src="https://evil.example"/></foreignObject></svg>',
    '<?xml version="1.0"?><?xml-stylesheet href="x.css"?><svg/>',
    '<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]><svg>&x;</svg>',
  ])('a drawing like %s is refused [T14]', async (svg) => {
    await expect(read('foto.svg', svg)).rejects.toThrow('company.yaml:4 logo: foto.svg: ')
  })

  test.each([
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><defs><linearGradient id="a"/></defs><path fill="url(#a)" d="M0 0h4"/><use href="#b"/></svg>',
    '<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"><style>@media (prefers-color-scheme:dark){path{fill:#fff}}</style></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><image href="data:image/png;base64,iVBORw0KGgo="/><text>on = off</text></svg>',
  ])('a harmless drawing like %s is accepted [R1.6]', async (svg) => {
    const { images } = await read('foto.svg', svg)
    expect(images.get('foto.svg')!.content.toString()).toBe(svg)
  })
})
