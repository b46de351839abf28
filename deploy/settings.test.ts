import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { endpoints } from '#contract/endpoints/endpoints.ts'
import { secretFileNames, variableNames } from '#database/environment.ts'

// A name that Fiel does not read would be ignored in silence.
test.each(['compose.yaml', 'fiel@.service'])('%s sets only variables that Fiel reads', (name) => {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8').replaceAll(/^#.*/gm, '')
  const assigned = text.matchAll(/(?:^ +|^Environment=|(?<=Environment=.*) )([A-Z_]+)(?:: |=)/gm)
  const names = [...assigned].map(([, variable]) => variable!)
  expect(names.length).toBeGreaterThan(4)
  // The variables of PostgreSQL's image and of the Caddyfile.
  const others = /^(POSTGRES_\w+|NODES)$/
  const readNames = new Set([...variableNames, ...secretFileNames])
  expect(names.filter((variable) => !readNames.has(variable) && !others.test(variable))).toEqual([])
})

test('nginx.conf lets the largest request of the API pass, and not twice its size [D15]', () => {
  const text = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8')
  const [, megabytes] = /^\tclient_max_body_size (\d+)m;$/m.exec(text)!
  const largest = Math.max(
    ...Object.values(endpoints).map((endpoint) => ('maxBody' in endpoint ? endpoint.maxBody : 0)),
  )
  expect(largest).toBeGreaterThan(1_000_000)
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(largest)
  expect(Number(megabytes) * 1024 * 1024).toBeLessThan(2 * largest)
})
