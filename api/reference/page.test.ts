import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'

import { buildLike } from '#api/testing/samples/build-like.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { type EndpointKey, endpoints, errorsOf, isAdminKey } from '#contract/endpoints/endpoints.ts'
import { examples } from '#contract/reference/examples.ts'

const world = await createWorld({ portalFolder: await buildLike() })
await world.createCompany('padaria', { program_name: 'Pão & "Prosa"', primary_color: '#7a1f3d' })

function get(url: string, host: string, headers: Record<string, string> = {}) {
  return world.app.inject({ url, headers: { host, ...headers } })
}

const till = await get('/api/docs', 'localhost')
const portal = await get('/api/docs/portal', 'localhost')

/** The calls that a page describes. */
function callsOn(html: string): string[] {
  return [...html.matchAll(/<h4[^>]*><span[^>]*>(\w+)<\/span> <code>(.*?)<\/code>/g)].map(
    ([, method, path]) => `${method} ${path!.replaceAll('<wbr>', '')}`,
  )
}

function callsOf(isShown: (caller: string) => boolean): string[] {
  const keys = Object.keys(endpoints) as EndpointKey[]
  return keys.filter((key) => !isAdminKey(key) && isShown(endpoints[key].caller)).toSorted()
}

describe('/api/docs', () => {
  test('/api/docs opens with the quick start, then shows every call of a till and every error code', () => {
    expect(till.statusCode).toBe(200)
    expect(till.headers['content-type']).toBe('text/html; charset=utf-8')
    const start = till.body.indexOf('Primeiros passos do caixa')
    expect(start).toBeGreaterThan(0)
    expect(start).toBeLessThan(till.body.indexOf('id="chamadas"'))
    const partner = callsOf((caller) => caller === 'partner')
    expect(callsOn(till.body).toSorted()).toEqual(partner)
    const codes = new Set(partner.flatMap((key) => errorsOf(key as EndpointKey)))
    const shown = [...till.body.matchAll(/<dt><code>(\w+)<\/code> <span class="type">\d{3}/g)]
    expect(shown.map(([, code]) => code!).toSorted()).toEqual([...codes].toSorted())
  })

  test('each page shows the example of every call, coloured without a script', () => {
    const sectionsOf = ({ body }: { body: string }) => body.split('<section class="call').slice(1)
    const sections = [...sectionsOf(till), ...sectionsOf(portal)]
    expect(sections.filter((section) => !section.includes('Exemplo de pedido'))).toEqual([])
    const sectionOf = (id: string) => sections.find((one) => one.includes(`id="${id}"`))!
    const sale = sectionOf('post-partner-points-generate')
    expect(sale).toContain('<b>POST</b> /api/partner/points/generate\n')
    expect(sale).toContain('<var>&#34;purchase_value&#34;</var>: <i>4590</i>')
    expect(sale).toContain('<q>&#34;sale-1001&#34;</q>')
    expect(sale).toContain('Exemplo de resposta 201')
    const search = sectionOf('get-partner-customer')
    expect(search).toContain('<b>GET</b> /api/partner/customer?document=52998224725')
    const file = sectionOf('get-points-statement-format')
    expect(file).toContain('<code>text/csv</code> ou <code>application/pdf</code>')
    expect(file).toContain('Pontos recebidos;Aurora Pinheiros;45,90;41')
  })

  test('an example has the headers that its caller sends', () => {
    const headersAt = ({ body }: { body: string }, id: string) => {
      const section = body.slice(body.indexOf(`<h4 id="${id}"`))
      const lines = section.slice(section.indexOf('Exemplo de pedido'), section.indexOf('</pre>'))
      return [...lines.matchAll(/<var>([\w-]+)<\/var>: <q>(.*?)<\/q>/g)].map((one) => one.slice(1))
    }
    const { company_id, token } = examples['POST /partner/sandbox/customer'].answer
    const company = ['Company-Id', company_id]
    expect(headersAt(till, 'get-partner-customer')).toEqual([['Authorization', 'Bearer CHAVE']])
    expect(headersAt(portal, 'get-health')).toEqual([])
    expect(headersAt(portal, 'post-customer-login')).toEqual([company])
    const session = [company, ['Authorization', `Bearer ${token}`]]
    expect(headersAt(portal, 'delete-customer-session')).toEqual(session)
    expect(headersAt(portal, 'post-voucher-generate')).toEqual([
      ...session,
      ['Idempotency-Key', expect.any(String)],
    ])
    expect(headersAt(portal, 'get-customer-password-reset')).toEqual([
      company,
      ['customer-email', 'marina@example.com'],
    ])
    const account = [company, ['Authorization', 'Bearer TOKEN_DO_PROVEDOR']]
    expect(headersAt(portal, 'post-customer-create-via-firebase')).toEqual(account)
    expect(headersAt(portal, 'get-customer-generate-token')).toEqual(account)
  })

  test('/api/docs has the calls of the portal on a page of their own', () => {
    expect(portal.statusCode).toBe(200)
    expect(callsOn(portal.body).toSorted()).toEqual(callsOf((caller) => caller !== 'partner'))
  })

  test('/api/docs is valid HTML, whose links lead to its own headings', async () => {
    const validate = new HtmlValidate({
      root: true,
      extends: ['html-validate:standard'],
    })
    for (const { body } of [till, portal]) {
      const { results } = await validate.validateString(body)
      const problems = results.flatMap(({ messages }) => messages.map(({ message }) => message))
      expect([...new Set(problems)]).toEqual([])
      const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
      expect(targets.filter((id) => !ids.includes(id))).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  test('/api/docs runs no script but its own, which needs no type that the policy forbids', () => {
    const policy = String(till.headers['content-security-policy'])
    const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policy)!
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(till.body.match(/<script/g)).toHaveLength(1)
    expect(till.body).toContain(`<script nonce="${nonce}">`)
    expect(till.body).not.toMatch(/<link|https?:\/\/(?!localhost)|innerHTML| style="/)
  })

  test('/api/docs has name, colours and address of the company of the host, escaped, and of no other', async () => {
    const { body } = await get('/api/docs', 'padaria.localhost')
    expect(body).toContain('Pão &#38; &#34;Prosa&#34;')
    expect(body).toMatch(/FIEL=http:\/\/padaria\.localhost:\d+\/api/)
    const nobody = await get('/api/docs', 'ninguem.example<script>')
    expect(nobody.statusCode).toBe(200)
    expect(nobody.body).toContain('FIEL=https://endereco-do-programa.com.br/api')
    for (const text of [nobody.body, till.body]) expect(text).not.toMatch(/ninguem|Prosa|cafe/i)
    expect(till.body).toMatch(/FIEL=http:\/\/localhost:\d+\/api/)
  })

  test('each page of the documentation travels compressed', async () => {
    for (const [url, title, encoding, decompress] of [
      ['/api/docs', 'Primeiros passos do caixa', 'gzip', gunzipSync],
      ['/api/docs/portal', 'Portal do cliente', 'br', brotliDecompressSync],
    ] as const) {
      const answer = await get(url, 'localhost', { 'accept-encoding': encoding })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(decompress(answer.rawPayload).toString()).toContain(title)
      expect(answer.rawPayload.length).toBeLessThan(40_000)
    }
  })
})

test('with API_DOCS=off there is neither page nor document', async () => {
  const off = await createWorld({
    portalFolder: await buildLike(),
    options: { hasReference: false },
  })
  for (const url of ['/api/docs', '/api/docs/', '/api/docs/portal', '/api/openapi.json']) {
    const { statusCode, body } = await off.app.inject({ url, headers: { host: 'cafe.localhost' } })
    expect({ url, statusCode }).toEqual({ url, statusCode: 404 })
    expect(JSON.parse(body).data.type).toBe('not_found')
  }
})
