/** Host names that a company gives up: browsers would send its customers' sessions to the next company (T12). */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { verifyAuditChain } from '#api/audit/verify.ts'
import { consoleByHostname } from '#api/company/console.ts'
import { companyByHostname, companyIdOf, isCompanyHost } from '#api/company/lookup.ts'
import { withoutDatabase } from '#api/testing/worlds/database-url.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { database } = world
const day_ms = 86_400_000
const program = [join(import.meta.dirname, '../../scripts/fiel.ts'), 'company', 'release']
const env = { ...process.env, DATABASE_URL: world.url }
let companies = 0

/** Lets the time pass. */
const pass = (duration_ms: number) =>
  world.moveClock(new Date(world.now().getTime() + duration_ms).toISOString())

/** A company that has just given up a host name, and a second company that wants it. */
async function released(field: 'other_domains' | 'admin_domain' = 'other_domains') {
  companies += 1
  const [slug, rival, host] = [
    `antiga-${companies}`,
    `nova-${companies}`,
    `h${companies}.localhost`,
  ]
  const own = await world.createCompany(slug, { [field]: field === 'admin_domain' ? host : [host] })
  await world.createCompany(rival, {})
  await world.createCompany(slug, {})
  const take = (by: string = rival) => world.createCompany(by, { other_domains: [host] })
  return { own, slug, rival, host, take }
}

const hostsOf = (slug: string) =>
  rows<{ hostname: string; is_console: boolean; is_released: boolean }>(
    database,
    sql`select hostname, is_console, released_at is not null as is_released
          from company_domain
          join company using (company_id)
         where slug = ${slug}
         order by hostname`,
  )

test('a host name that a company gives up opens neither its portal nor its console [R1.1 T12]', async () => {
  const portal = await released()
  expect(await companyByHostname(database, portal.host)).toBeUndefined()
  expect(await companyIdOf(database, portal.host)).toBeUndefined()
  expect(await isCompanyHost(database, portal.host)).toBe(false)
  const admin = await released('admin_domain')
  expect(await consoleByHostname(database, admin.host)).toBeUndefined()
  expect(await isCompanyHost(database, admin.host)).toBe(false)
})

test('another company gets a released host name only after 60 days, and hears of the day [D11 T12]', async () => {
  world.moveClock('2026-11-20T15:00:00Z')
  const { slug, rival, host, take } = await released()
  const before = [await hostsOf(slug), await hostsOf(rival)]
  await expect(take()).rejects.toThrow(
    `${rival}: ${host} foi de ${slug} e fica reservado até 19/01/2027. Para liberar antes: npm run company -- release ${slug} ${host}`,
  )
  expect([await hostsOf(slug), await hostsOf(rival)]).toEqual(before)

  pass(60 * day_ms - 1_000)
  await expect(take()).rejects.toThrow('fica reservado até 19/01/2027')
  pass(1_000)
  await take()
  expect(await companyIdOf(database, host)).toEqual({ company_id: expect.any(String) })
  expect(await hostsOf(rival)).toContainEqual({
    hostname: host,
    is_console: false,
    is_released: false,
  })
  expect((await hostsOf(slug)).map(({ hostname }) => hostname)).not.toContain(host)
})

test('a later application does not prolong the reservation [D11]', async () => {
  const { slug, take } = await released()
  pass(59 * day_ms)
  await world.createCompany(slug, { program_name: 'Clube' })
  await expect(take()).rejects.toThrow('fica reservado até')
  pass(day_ms)
  await take()
})

test('the company takes its own released host name back at once [D11]', async () => {
  const { own, slug, host, take } = await released()
  await take(slug)
  expect(await companyIdOf(database, host)).toEqual({ company_id: own.id })
})

test('fiel company release frees a host name at once, and the audit log says who did it [D11 D15]', async () => {
  const { own, slug, host, take } = await released()
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
      encoding: 'utf8',
      env,
    })
    return { status, stdout, stderr: withoutDatabase(stderr) }
  }
  const inUse = run(slug, `${slug}.localhost`)
  expect(inUse).toMatchObject({ status: 1, stderr: expect.stringContaining('não está reservado') })
  expect(run(slug, host.toUpperCase())).toEqual({
    status: 0,
    stdout: `${host} não está mais reservado para ${slug}: outra empresa pode usá-lo.\n`,
    stderr: '',
  })
  expect(run(slug, host).status).toBe(1)
  await take()

  const { headers } = await staffOf(world, own)
  const { body } = await world.call('GET /admin/audit', { headers })
  expect(body).toMatchObject([
    {
      actor: { kind: 'operator' },
      action: 'host.released',
      subject: host,
      sentence: expect.stringMatching(` liberou o endereço ${host} para outras empresas$`),
    },
  ])
  expect((await verifyAuditChain(database, own.id)).faults).toEqual([])
})
