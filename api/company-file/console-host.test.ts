import { expect, test } from 'vitest'

import { companyByHostname, companyIdOf } from '#api/company/lookup.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { database } = world
const admin_domain = 'admin.padaria.localhost'

test('admin_domain opens a console and no portal, until the file drops it [D15]', async () => {
  const hosts = () =>
    rows(
      database,
      sql`select hostname, is_console
            from company_domain
           where hostname like '%padaria.localhost' and released_at is null
           order by hostname`,
    )
  const portal = { hostname: 'padaria.localhost', is_console: false }
  await world.createCompany('padaria', { admin_domain })
  expect(await hosts()).toEqual([{ hostname: admin_domain, is_console: true }, portal])
  expect(await companyByHostname(database, admin_domain)).toBeUndefined()
  expect(await companyIdOf(database, admin_domain)).toBeUndefined()

  await world.createCompany('padaria', { other_domains: [admin_domain] })
  expect(await hosts()).toEqual([{ hostname: admin_domain, is_console: false }, portal])

  await world.createCompany('padaria', {})
  expect(await hosts()).toEqual([portal])
})

test('an admin_domain that is also an address of the portal is refused [D15]', async () => {
  await expect(
    world.createCompany('padaria', { admin_domain: 'padaria.localhost' }),
  ).rejects.toThrow('admin_domain abre o console: use outro endereço que o do portal')
})
