import { expect, test } from 'vitest'

import { read, source } from './source.ts'

test('code outside the embedded server’s folder imports its door only', () => {
  const file = /\bembedded\/([\w/-]+\.ts)'/g
  const imported = source
    .filter((name) => !name.startsWith('database/embedded/'))
    .flatMap((name) => [...read(name).matchAll(file)].map((match) => match[1]!))
  expect(new Set(imported)).toEqual(new Set(['embedded.ts']))
})

test('the door of the embedded server has three functions', () => {
  const door = read('database/embedded/embedded.ts')
  const exported = [
    ...door.matchAll(/^export (?:async function (\w+)|function (\w+)|\{ (.*) \})/gm),
  ]
  const names = exported.flatMap(([, ...name]) => name.filter((one) => one !== undefined))
  expect(names.toSorted()).toEqual(['runtimeUrl', 'setAside', 'startEmbedded'])
  expect(door.match(/^export\b/gm)).toHaveLength(names.length)
})
