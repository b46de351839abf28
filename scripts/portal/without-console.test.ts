import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { portalSources } from './build-portal.ts'

const root = join(import.meta.dirname, '../..')

test('no source of the portal’s build is in console/ or imports from it [D15]', async () => {
  expect(portalSources.filter((pattern) => pattern.includes('console'))).toEqual([])
  const naming: string[] = []
  for await (const entry of glob(portalSources, { cwd: root, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(tsx?|css|html)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    if (/['"](#console|(\.\.?\/)+console)\//.test(await readFile(path, 'utf8'))) naming.push(path)
  }
  expect(naming).toEqual([])
})
