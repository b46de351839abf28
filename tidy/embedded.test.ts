import { expect, test } from 'vitest'

import { read, source } from './source.ts'

test('code outside database/embedded/ imports only embedded.ts of it', () => {
  const file = /\bembedded\/([\w/-]+\.ts)'/g
  const imported = source
    .filter((name) => !name.startsWith('database/embedded/'))
    .flatMap((name) => [...read(name).matchAll(file)].map((match) => match[1]!))
  expect(new Set(imported)).toEqual(new Set(['embedded.ts']))
})

test('database/embedded/embedded.ts exports exactly three functions', () => {
  const entry = read('database/embedded/embedded.ts')
  const exported = [
    ...entry.matchAll(/^export (?:async function (\w+)|function (\w+)|\{ (.*) \})/gm),
  ]
  const names = exported.flatMap(([, ...name]) => name.filter((one) => one !== undefined))
  expect(names.toSorted()).toEqual(['runtimeUrl', 'setAside', 'startEmbedded'])
  expect(entry.match(/^export\b/gm)).toHaveLength(names.length)
})
