import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { hostileSlugs, withHostileBrands } from './hostile-brands.ts'

/** The keys of a company file that name an address. Two companies with one address stop the demo. */
const domains = new Set(['frontend_domain', 'other_domains', 'admin_domain', 'landing_page_domain'])

test('no address of the demo companies and the hostile brands leads to two companies', async () => {
  const folder = await withHostileBrands()
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const slugs = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(slugs).toEqual(expect.arrayContaining(hostileSlugs))
    const files = slugs.map((slug) => readFile(join(folder, slug, 'company.yaml'), 'utf8'))
    const companies = (await Promise.all(files)).map((file) => parse(file) as object)
    const addresses = companies.flatMap((company) =>
      Object.entries(company).flatMap(([key, value]) =>
        domains.has(key) ? (value as string | string[]) : [],
      ),
    )
    expect(addresses.toSorted()).toEqual([...new Set(addresses)].toSorted())
  } finally {
    await rm(folder, { recursive: true })
  }
})
