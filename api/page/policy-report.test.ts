import { expect, test } from 'vitest'

import { policyReportPath } from '#api/http/policy-report-path.ts'
import { buildLike } from '#api/testing/samples/build-like.ts'
import { createWorld } from '#api/testing/worlds/world.ts'

const lines: string[] = []
const world = await createWorld({
  log: (line) => lines.push(line),
  portalFolder: await buildLike(),
})

function report(payload: string, type = 'application/csp-report') {
  return world.app.inject({
    method: 'POST',
    url: policyReportPath,
    headers: { host: world.cafe.hostname, 'content-type': type },
    payload,
  })
}

function violation(directive: string): string {
  return JSON.stringify({
    'csp-report': {
      'document-uri': 'https://cafe.example/entrar-link?token=segredo',
      'effective-directive': directive,
      'blocked-uri': 'https://evil.example/x.js',
    },
  })
}

test('the policy of a page names the address to which a browser reports a violation [T14]', async () => {
  const { headers } = await world.app.inject({
    url: '/entrar',
    headers: { host: world.cafe.hostname },
  })
  expect(String(headers['content-security-policy'])).toContain(`report-uri ${policyReportPath}`)
})

test('a reported violation is logged as a count of its directive, without an address [T14 D12]', async () => {
  for (const body of [
    violation('script-src-elem'),
    violation('script-src-elem'),
    violation('x'.repeat(1_000)),
    'no JSON',
    '[]',
  ]) {
    expect((await report(body)).statusCode).toBe(204)
  }
  await world.app.close()
  const summary = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'policy violated')
  expect(summary.counts).toEqual({ 'script-src-elem': 2, unknown: 3 })
  expect(lines.join('')).not.toMatch(/segredo|evil/)
})

test('a report of another type or of more than 16 kB is refused [T20]', async () => {
  const { app } = await world.nodeWith()
  const sent = (payload: string, type: string) =>
    app.inject({
      method: 'POST',
      url: policyReportPath,
      headers: { host: world.cafe.hostname, 'content-type': type },
      payload,
    })
  expect((await sent('{}', 'application/json')).statusCode).toBe(415)
  expect((await sent('x'.repeat(16_385), 'application/csp-report')).statusCode).toBe(413)
})
