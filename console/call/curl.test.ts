import { execFileSync } from 'node:child_process'

import { expect, test, vi } from 'vitest'

const company = { id: '018f0000-0000-7000-8000-000000000001' }
vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(company) }) })
const { curl } = await import('./curl.ts')

const origin = 'https://admin.cafe.example'

test('a call is a command with its address, its company and a placeholder for the session [D15]', () => {
  const call = { endpoint: 'GET /admin/audit', query: { text: 'café', from: undefined } } as const
  expect(curl(call, origin).split(' \\\n  ')).toEqual([
    `curl -X GET '${origin}/api/admin/audit?text=caf%C3%A9'`,
    `-H 'company-id: ${company.id}'`,
    `-b '__Host-fiel_staff=SUA_SESSAO'`,
  ])
})

test('an answer that is a file is saved under its name [D15]', () => {
  const call = { endpoint: 'GET /admin/programme/folder', file: 'cafe.zip' } as const
  expect(curl(call, origin)).toMatch(/-o 'cafe\.zip'$/)
})

test('a shell gives the call’s parts on as they are [D15]', () => {
  const body = { name: 'Caixa d\'Ávila $(rm -rf /) `id` "1" \\' }
  const params = { id: 'a/b?c' }
  const text = curl({ endpoint: 'PUT /admin/key/{id}', params, body }, origin)
  // Prints each argument on a line of its own.
  const printed = execFileSync('sh', ['-c', text.replace('curl', String.raw`printf '%s\n'`)], {
    encoding: 'utf8',
  })
  expect(printed.trimEnd().split('\n')).toEqual([
    '-X',
    'PUT',
    `${origin}/api/admin/key/a%2Fb%3Fc`,
    '-H',
    `company-id: ${company.id}`,
    '-H',
    'content-type: application/json',
    '-b',
    '__Host-fiel_staff=SUA_SESSAO',
    '--data',
    JSON.stringify(body),
  ])
})
