import { describe, expect, test } from 'vitest'

import { endpoints } from '#contract/endpoints/endpoints.ts'
import { errorCodes } from '#contract/error.ts'

import { files, read, source, tests } from './source.ts'

describe('the contract', () => {
  // Each row of the table is a test in api/server/another-company.test.ts.
  const tables = ['api/testing/worlds/calls-naming.ts']
  const tested = [...tests, ...tables].map(read).join('\n')

  // TypeScript does not report a key that two spread tables have; the later one would win.
  test('no two tables of endpoints have the same key', () => {
    const keys = files
      .filter((file) => file.startsWith('contract/endpoints/'))
      .flatMap((file) => [...read(file).matchAll(/^  '([A-Z]+ \/[^']*)': \{$/gm)])
      .map(([, key]) => key!)
    expect(keys.toSorted()).toEqual(Object.keys(endpoints).toSorted())
  })

  // z.uuid keeps capitals, so that one row would have two ids.
  test('every id of the contract is a Uuid, which is written in small letters', () => {
    const others = files
      .filter((file) => file.startsWith('contract/') && file !== 'contract/value/uuid.ts')
      .filter((file) => read(file).includes('z.uuid('))
    expect(others).toEqual([])
  })

  test.each(Object.keys(endpoints))('%s is named by a test', (key) => {
    // Do not match the beginning of a longer path: GET /customer in GET /customer/balance.
    const literal = key.replaceAll(/[/{}]/g, '\\$&')
    expect(tested).toMatch(new RegExp(`${literal}(?![\\w/{-])`))
  })

  test('every endpoint of a partner names a scope, and no other endpoint does [T18]', () => {
    const scoped = Object.entries(endpoints).filter(([, endpoint]) => 'scope' in endpoint)
    const partners = Object.entries(endpoints).filter(([, { caller }]) => caller === 'partner')
    expect(partners.length).toBeGreaterThan(5)
    expect(scoped.map(([key]) => key)).toEqual(partners.map(([key]) => key))
  })

  test('the contract has no error code that no source file uses', () => {
    const sources = source
      .filter((file) => !tests.includes(file) && file !== 'contract/error.ts')
      .map(read)
      .join('\n')
    const silent = Object.keys(errorCodes).filter(
      (type) => !new RegExp(`\\b${type}\\b`).test(sources),
    )
    expect(silent).toEqual([])
  })
})
