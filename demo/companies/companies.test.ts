import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { demoCompanies } from './companies.ts'

const companies = join(import.meta.dirname, '../../companies')

test('the demo refuses two folders of one company with a sentence that names both', async () => {
  const root = await mkdtemp(join(tmpdir(), 'fiel-companies-'))
  try {
    await cp(join(companies, 'cafe'), join(root, 'cafe'), { recursive: true })
    expect((await demoCompanies(root)).map(({ file }) => file.slug)).toEqual(['cafe'])
    await cp(join(companies, 'cafe'), join(root, 'exported'), { recursive: true })
    await expect(demoCompanies(root)).rejects.toThrow(
      `${join(root, 'cafe')} and ${join(root, 'exported')} have the same slug, cafe: remove one.`,
    )
  } finally {
    await rm(root, { recursive: true })
  }
})
