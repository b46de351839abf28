import { basename, dirname } from 'node:path'

import { describe, expect, test } from 'vitest'

import { files, source } from './source.ts'

describe('names', () => {
  test('no drawer: no folder or file is called after nothing in particular', () => {
    const drawer =
      /^(utils?|helpers?|common|lib|services?|managers?|types|hooks|misc|shared|base|data)$/i
    const drawers = files.flatMap((file) => [
      ...dirname(file).split('/'),
      basename(file).split('.')[0]!,
    ])
    expect(drawers.filter((name) => drawer.test(name))).toEqual([])
  })

  test('components are PascalCase.tsx, everything else is kebab-case', () => {
    const odd = source.filter((file) => {
      const name = basename(file).replace(
        /(\.module)?(\.test|\.spec|\.race\.test|\.model\.test|\.config)?\.\w+$/,
        '',
      )
      if (file.startsWith('database/schema/')) return !/^\d{2,}_[a-z_]+$/.test(name)
      if (/^(portal|ui)\//.test(file) && /^[A-Z]/.test(name)) return !/^[A-Z][A-Za-z]+$/.test(name)
      return !/^[a-z][a-z0-9-]*(\.d)?$/.test(name)
    })
    expect(odd.filter((file) => file !== 'portal/text/pt-BR.ts')).toEqual([])
  })

  test('one word is a slice in every room: a folder of api and portal is a word of the contract’s', () => {
    const rooms = files
      .filter((file) => /^(api|portal)\/[^/]+\//.test(file))
      .map((file) => file.split('/')[1]!)
    const words = files
      .filter((file) => file.startsWith('contract/'))
      .map((file) => basename(file).split('.')[0]!)
    // Folders of the process, below and above the slices.
    const process = ['context', 'http', 'log', 'secret', 'server', 'page', 'attempt', 'credential']
    // The floor of the portal below its slices.
    const floor = ['text', 'storage', 'client', 'form', 'feedback', 'offline']
    const own = [...process, ...floor, 'testing', 'partner', 'mail', 'app']
    const known = new Set([...words, ...own])
    expect([...new Set(rooms)].filter((room) => !known.has(room))).toEqual([])
  })
})
