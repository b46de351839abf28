/** The till's guide shows what the contract has. documents.test.ts sends each call of it and compares the answer. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { endpoints } from '#contract/endpoints/endpoints.ts'
import { webhookTypes } from '#contract/webhook.ts'

describe('docs/partner-guide.md [D3]', () => {
  const guide = readFileSync(join(import.meta.dirname, 'partner-guide.md'), 'utf8')
  const commands = [...guide.matchAll(/^curl (?:-X (\w+) )?"\$FIEL([^"?]+)[^]*?(?=\n```)/gm)].map(
    ([command, method, path]) => `${method ?? (/ -d /.test(command) ? 'POST' : 'GET')} ${path}`,
  )
  const partnerEndpoints = Object.entries(endpoints)
    .filter(([, { caller }]) => caller === 'partner')
    .map(([key]) => key)

  // documents.test.ts sends each call and compares the answer.
  test.each(partnerEndpoints)('the partner guide shows %s', (key) => {
    const form = new RegExp(
      `^${key.replaceAll('/', String.raw`\/`).replaceAll(/\{\w+\}/g, String.raw`\$[A-Z]+`)}$`,
    )
    expect(commands.filter((command) => form.test(command))).not.toEqual([])
  })

  test('the partner guide names every type of event', () => {
    expect(webhookTypes.filter((type) => !guide.includes(`\`${type}\``))).toEqual([])
  })
})
