/** docs/till-collection/ agrees with the contract. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { endpoints } from '#contract/endpoints/endpoints.ts'

import { tillCollection } from './collection.ts'

const folder = join(import.meta.dirname, '../../docs/till-collection')

// When this fails: npm run till-files.
test('docs/till-collection holds a request for each call of a till, as the contract describes it [D20]', () => {
  const collection = tillCollection()
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = paths.filter((path) => statSync(join(folder, path)).isFile())
  expect(files.toSorted()).toEqual([...collection.keys()].toSorted())
  for (const [path, text] of collection) {
    expect(readFileSync(join(folder, path), 'utf8'), path).toBe(text)
  }
  const requests = [...collection.values()].flatMap((text) => [
    ...text.matchAll(/^(get|post|delete) \{\n {2}url: \{\{fiel\}\}([^?\n]+)/gm),
  ])
  const keys = requests.map(
    ([, method, path]) => `${method!.toUpperCase()} ${path!.replaceAll(/:(\w+)/g, '{$1}')}`,
  )
  const partnerKeys = Object.keys(endpoints).filter((key) => key.includes(' /partner/'))
  expect(keys.toSorted()).toEqual(partnerKeys.toSorted())
})
