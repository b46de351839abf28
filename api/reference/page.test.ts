import { gunzipSync } from 'node:zlib'

import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'

import { buildLike } from '#api/testing/samples/build-like.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { type EndpointKey, endpoints, errorsOf, isAdminKey } from '#contract/endpoints/endpoints.ts'

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

  test('/api/docs shows the example of every call of a till, coloured without a script', () => {
    const sections = till.body.split('<section class="call').slice(1)
    expect(sections.filter((section) => !section.includes('Exemplo de pedido'))).toEqual([])
    const sale = sections.find((section) => section.includes('id="post-partner-points-generate"'))!
    expect(sale).toContain('<b>POST</b> /api/partner/points/generate\n\n{')
    expect(sale).toContain('<var>&#34;purchase_value&#34;</var>: <i>4590</i>')
    expect(sale).toContain('<q>&#34;sale-1001&#34;</q>')
    expect(sale).toContain('Exemplo de resposta 201')
    const search = sections.find((section) => section.includes('id="get-partner-customer"'))!
    expect(search).toContain('<b>GET</b> /api/partner/customer?document=52998224725')
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

  test('/api/docs travels compressed', async () => {
    const { headers, rawPayload } = await get('/api/docs', 'localhost', {
      'accept-encoding': 'gzip',
    })
    expect(headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(rawPayload).toString()).toContain('Primeiros passos do caixa')
    expect(rawPayload.length).toBeLessThan(40_000)
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
