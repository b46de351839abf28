import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { buildLike } from '#api/testing/samples/build-like.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { sessionName } from '#contract/session.ts'

import { companyPage } from './company-page.ts'
import { openPages } from './page.ts'

const absent = '/api/voucher/0199f3a2-7c1e-7000-8000-5f0c9b1d2e3f'

/** A painter that reads like the portal's, and fails to paint if the query says so. */
const painter = `
export const firstReads = ({ signed_in }) =>
  signed_in ? ['/api/customer', '/api/customer/balance', '${absent}'] : []
export const paint = async ({ path, search }, answers) => {
  if (search === '?fails') throw new Error('no paint')
  return { html: '<p>' + path + search + Object.keys(answers) + '</p>', css: 'p{color:red}', route: '/entrar' }
}`

const folder = await buildLike()
await mkdir(join(folder, 'paint'))
await writeFile(join(folder, 'paint/paint.js'), painter)
const log: string[] = []
const world = await createWorld({ portalFolder: folder, log: (line) => log.push(line) })
const ana = await world.registered(world.cafe, { name: 'Ana <Maria> Lima' })

function open(headers: Record<string, string> = {}, url: string = '/entrar') {
  return world.app.inject({ url, headers: { host: 'cafe.localhost', ...headers } })
}
const cookie = `a=b; token=${ana.token}`

function dataOf(html: string): { session: string; answers: Record<string, unknown> } | null {
  const [, json] = /id="first-answers">(.*?)<\/script>/s.exec(html) ?? []
  return json === undefined ? null : JSON.parse(json)
}

describe('the page for a signed-in customer', () => {
  test('a signed-in customer’s page has the API’s answers and no token, and is never cached [R2.13 T19]', async () => {
    const { body, headers } = await open({ cookie })
    const read = async (key: 'GET /customer' | 'GET /customer/balance') =>
      (await world.call(key, { headers: ana.headers })).body
    expect(dataOf(body)).toEqual({
      session: sessionName(ana.token),
      answers: {
        '/api/customer': await read('GET /customer'),
        '/api/customer/balance': await read('GET /customer/balance'),
      },
    })
    expect(body).not.toContain(ana.token)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('a signed-in customer’s page leaves out an answer that is an error [R2.13]', async () => {
    expect(Object.keys(dataOf((await open({ cookie })).body)!.answers)).not.toContain(absent)
  })

  test('a page has no data without a token or with one that is invalid or of another company [T12 T19]', async () => {
    const elsewhere = await world.registered(world.posto)
    for (const other of ['', 'token=abc', `token=${elsewhere.token}`]) {
      const { statusCode, body } = await open({ cookie: other })
      expect(statusCode).toBe(200)
      expect(dataOf(body)).toBeNull()
      expect(body).not.toContain('Maria')
    }
  })

  test('at a host with TLS a page’s data needs the cookie that only the host itself can set [T12]', async () => {
    const clube = await world.createCompany('clube', { frontend_domain: 'clube.example.com' })
    const { token } = await world.registered(clube)
    const openThere = async (cookie: string) =>
      dataOf((await open({ cookie, host: 'clube.example.com' })).body)
    expect(await openThere(`token=${token}`)).toBeNull()
    expect(await openThere(`token=planted; __Host-token=${token}`)).not.toBeNull()
  })

  test('a signed-in customer’s page has data for a direct visit, not if another site opened it [T19]', async () => {
    for (const [site, isOwn] of [
      ['cross-site', false],
      ['same-site', false],
      ['same-origin', true],
      ['none', true],
    ] as const) {
      const { body } = await open({ cookie, 'sec-fetch-site': site })
      expect(dataOf(body) !== null).toBe(isOwn)
    }
  })

  test('the page of a closed company has no customer data [R1.3]', async () => {
    const closed = await world.createCompany('reforma', {})
    const customer = await world.registered(closed)
    await world.createCompany('reforma', { maintenance: true })
    const { statusCode, body } = await open({
      host: 'reforma.localhost',
      cookie: `token=${customer.token}`,
    })
    expect(statusCode).toBe(503)
    expect(dataOf(body)).toBeNull()
    expect(body).toContain('<h1>Sistema indisponível</h1>')
  })

  test('the page does not wait for a slow database; the portal reads missing answers itself [R2.13]', async () => {
    const client = await world.database.connect()
    try {
      await client.query('begin')
      await client.query('lock table customer in access exclusive mode')
      const { statusCode, body } = await open({ cookie })
      expect(statusCode).toBe(200)
      expect(Object.keys(dataOf(body)?.answers ?? {})).not.toContain('/api/customer')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

test('the page of a known company is served while the database does not answer [R1.1 T20]', async () => {
  await open()
  const client = await world.database.connect()
  try {
    await client.query('begin')
    await client.query('lock table company in access exclusive mode')
    const { statusCode, body } = await open({ cookie })
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Programa de Fidelidade</title>')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

describe('the paint of a screen', () => {
  test('the paint of a screen is in the page with its styles, which have the page’s nonce [R1.6]', async () => {
    const { body, headers } = await open({}, '/entrar?redirect=/x')
    expect(body).toContain('<p>/entrar?redirect=/x</p>')
    const [, nonce] = /'nonce-(\w+)'/.exec(String(headers['content-security-policy']))!
    expect(body).toContain(`<style id="painted" nonce="${nonce}">p{color:red}</style>`)
    expect(body).toContain(`data-sheet="/assets/login.css">h1{margin:0}</style>`)
  })

  test('a signed-in customer’s paint has the screen’s styles inside the page too [R1.6]', async () => {
    const { body } = await open({ cookie })
    expect(body).toContain(`data-sheet="/assets/login.css">h1{margin:0}</style>`)
    expect(body).not.toContain('<link rel="stylesheet"')
  })

  test('the page adds the portal’s scripts later, by the one inline script that the policy allows [R1.6 T14]', async () => {
    for (const headers of [{}, { cookie }]) {
      const { body, headers: sent } = await open(headers)
      const [, scripts, inline] = /<template[^>]*>(.*?)<\/template><script>(.*?)<\/script>/.exec(
        body,
      )!
      expect(scripts).toBe(
        '<link rel="modulepreload" crossorigin href="/assets/index.js">' +
          '<script type="module" src="/assets/index.js"></script>' +
          '<link rel="modulepreload" fetchpriority="low" href="/assets/login.js">',
      )
      expect(body.match(/<script type="module"|rel="modulepreload"/g)).toHaveLength(3)
      const hash = createHash('sha256').update(inline!).digest('base64')
      expect(sent['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}'`)
    }
  })

  test('/loading is not painted, because the service worker shows it offline for every path [R1.4]', async () => {
    for (const headers of [{}, { cookie }]) {
      const { body } = await open(headers, '/loading')
      expect(body).toContain('class="first-wait"')
      expect(body).not.toContain('id="painted"')
      expect(dataOf(body)).toBeNull()
    }
  })

  test('if a paint fails, the page has a frame with the logo, and the failure is logged [R1.6]', async () => {
    const { statusCode, body } = await open({}, '/entrar?fails')
    expect(statusCode).toBe(200)
    expect(body).toContain('class="first-frame"')
    expect(body).not.toContain('id="painted"')
    expect(log.filter((line) => line.includes('a screen was not painted'))).toHaveLength(1)
  })
})

test('data is written into the page so that no value can end its element [T14]', async () => {
  const writePage = await openPages(folder, undefined)
  const found = (await companyPage(world.database, 'cafe.localhost'))!
  const answers = { '/api/customer': { name: '</script><b>\u2028\u2029<!--' } }
  const { html } = writePage(found, {
    path: '/entrar',
    hasToken: true,
    first: { paint: null, personal: { session: 's', answers } },
    nonce: 'N',
    originOf: () => 'https://x.example',
  })
  expect(dataOf(html)).toEqual({ session: 's', answers })
  expect(html).not.toMatch(/<b>|[\u2028\u2029]/)
})
