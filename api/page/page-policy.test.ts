import { describe, expect, test } from 'vitest'

import { buildLike } from '#api/testing/samples/build-like.ts'
import { createWorld } from '#api/testing/worlds/world.ts'

import { beginSource } from './late-scripts.ts'

const world = await createWorld({ portalFolder: await buildLike() })
await world.createCompany('padaria', {})
await world.createCompany('fechada', { blocked: true })

function get(slug: string, url: string, headers: Record<string, string> = {}) {
  return world.app.inject({ url, headers: { host: `${slug}.localhost`, ...headers } })
}

/** The directives of a page's content security policy. */
async function policyOf(slug: string, path: string): Promise<string[]> {
  const { headers } = await get(slug, path)
  return String(headers['content-security-policy']).split(';')
}

const plainPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "frame-src 'none'",
  "img-src 'self' data:",
  "manifest-src 'self'",
  'report-uri /policy-report',
  "require-trusted-types-for 'script'",
  `script-src 'self' ${beginSource}`,
  "style-src 'self' 'nonce-N'",
  'trusted-types fiel',
  "worker-src 'self'",
]

describe('the policy', () => {
  const withoutNonce = (lines: string[]) =>
    lines.map((line) => line.replace(/nonce-[^']+/, 'nonce-N'))

  test('a company without integrations has exactly the plain policy, and so have error pages [T14]', async () => {
    expect(withoutNonce(await policyOf('padaria', '/entrar'))).toEqual(plainPolicy)
    for (const [slug, path] of [
      ['ninguem', '/'],
      ['fechada', '/'],
      ['padaria', '/nada'],
    ] as const) {
      expect(withoutNonce(await policyOf(slug, path))).toEqual(plainPolicy)
    }
  })

  test('the policy has a nonce for the page’s inline style, and another one at every request [T14]', async () => {
    const nonceOf = (text: string) => /nonce[-=]"?([\w+/=-]+)/.exec(text)![1]
    const { headers, body } = await get('padaria', '/entrar')
    const nonce = nonceOf(String(headers['content-security-policy']))
    expect(nonceOf(body)).toBe(nonce)
    expect(nonceOf((await policyOf('padaria', '/entrar')).join())).not.toBe(nonce)
  })

  test('the policy of a company with Firebase has Firebase’s hosts and policy names, no wildcard [T14]', async () => {
    const firebase = { api_key: 'k', auth_domain: 'x.firebaseapp.com', project_id: 'fogo-1' }
    await world.createCompany('fogo', { settings: { integrations: { firebase } } })
    const policy = withoutNonce(await policyOf('fogo', '/entrar'))
    const changed = policy.filter((line) => !plainPolicy.includes(line))
    expect(changed.map((line) => line.split(' ')[0])).toEqual([
      'connect-src',
      'frame-src',
      'script-src',
      'trusted-types',
    ])
    expect(changed.join()).not.toMatch(/\*|unsafe/)
    expect(changed.join()).toContain(
      "trusted-types fiel default goog#html gapi#gapi 'allow-duplicates'",
    )
  })
})

describe('the policy with a tag manager', () => {
  const gtm_id = 'GTM-ABC1234'

  test('the policy has Google’s hosts for a tag manager, and on measured screens only [R1.12 T14]', async () => {
    await world.createCompany('medida', { settings: { analytics: { gtm_id } } })
    const measured = (await policyOf('medida', '/fidelidade/resumo')).join('\n')
    expect(measured).toContain(
      `script-src 'self' ${beginSource} https://www.googletagmanager.com\n`,
    )
    expect(measured).toContain("trusted-types fiel default goog#html 'allow-duplicates'")
    expect(measured).not.toContain('unsafe')
    // R2.6: a trailing slash is the same path.
    const slashed = await policyOf('medida', '/fidelidade/resumo/')
    expect(slashed.join()).toContain('https://www.googletagmanager.com')
    const elsewhere = [
      ['medida', '/entrar'],
      ['medida', '/meu-cadastro'],
      ['medida', '/store/0199f3a2-7c1e'],
      ['medida', '/autorizacao'],
      ['padaria', '/fidelidade/resumo'],
    ] as const
    for (const [slug, path] of elsewhere) {
      expect((await policyOf(slug, path)).join()).not.toContain('google')
    }
  })

  test.each(['GTM-abc', 'GTM-', "GTM-ABC' 'unsafe-inline", 'javascript:alert(1)'])(
    'a company file with the invalid tag manager id %s is refused [T14]',
    async (gtm_id) => {
      const broken = world.createCompany('torta', { settings: { analytics: { gtm_id } } })
      await expect(broken).rejects.toThrow('GTM-XXXXXXX')
    },
  )
})
