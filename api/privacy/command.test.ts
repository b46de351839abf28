import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { withoutDatabase } from '#api/testing/worlds/database-url.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { CustomerData } from '#contract/privacy.ts'
import { rows, sql } from '#database/sql.ts'

import { findCustomers } from './find.ts'

const world = await createWorld()
const { cafe, database } = world
const folder = await mkdtemp(join(tmpdir(), 'privacy-'))
afterAll(() => rm(folder, { recursive: true }))

function customer(...args: string[]) {
  const program = [join(import.meta.dirname, '../../scripts/fiel.ts'), 'customer', ...args]
  const env = { ...process.env, DATABASE_URL: world.url, FIEL_SECRET: 'x'.repeat(32) }
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8', env })
  return { status, stdout, stderr: withoutDatabase(stderr) }
}

/** The operator's entries for a customer, oldest first. */
function auditEntries(customer_id: string) {
  return rows<{ action: string; operator: string; detail: object }>(
    database,
    sql`select action, content ->> 'actor_name' as operator, detail -> 'after' as detail
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${cafe.id}
           and actor_kind = 'operator'
           and subject = ${customer_id}
         order by sequence`,
  )
}

test('`customer find` accepts CPF, email or id of the company’s customers; it masks all but the id [D16]', async () => {
  const ana = await world.registered(cafe)
  for (const identifier of [ana.document, ana.email.toUpperCase(), ana.id]) {
    const found = await findCustomers(database, cafe.id, identifier)
    expect(found).toMatchObject([{ id: ana.id, name: 'Ana L.' }])
    for (const value of [ana.document, ana.email, 'Lima']) {
      expect(JSON.stringify(found)).not.toContain(value)
    }
  }
  expect(await findCustomers(database, world.posto.id, ana.document)).toEqual([])
})

test('`customer find` logs only the kind of identifier, and exits with 1 if it finds nobody [D16]', async () => {
  const ana = await world.registered(cafe)
  const { status, stdout, stderr } = customer('find', 'cafe', ana.email)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain(`${ana.id}  Ana L.`)
  expect(await auditEntries(ana.id)).toMatchObject([
    { action: 'customer.found', detail: { by: 'email', found: 1 } },
  ])
  const unknown = customer('find', 'cafe', '52998224725')
  expect(unknown).toEqual({ status: 1, stdout: '', stderr: 'cafe has no such customer.\n' })
})

test('`customer export` writes the person’s data to a new file that only its owner may read [D16]', async () => {
  const ana = await world.confirmed(cafe, 100)
  const file = join(folder, 'ana.json')
  expect(customer('export', 'cafe', ana.document, file)).toMatchObject({ status: 0, stderr: '' })
  const data = CustomerData.parse(JSON.parse(await readFile(file, 'utf8')))
  expect(data).toMatchObject({ profile: { id: ana.id }, points: [{ amount: 100 }] })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const again = customer('export', 'cafe', ana.document, file)
  expect(again.status).toBe(1)
  expect(again.stderr).toBe(`${file} exists: name a new file.\n`)
  const nowhere = customer('export', 'cafe', ana.document, join(folder, 'none', 'ana.json'))
  expect(nowhere.status).toBe(1)
  expect(nowhere.stderr).toBe(`${join(folder, 'none')} is no folder.\n`)
  expect(await auditEntries(ana.id)).toMatchObject([
    {
      action: 'customer.exported',
      operator: expect.stringMatching(/.@./),
      detail: { by: 'number' },
    },
  ])
})

test('`customer erase` says what would be forfeited, and erases only when given the id [D16]', async () => {
  const ana = await world.confirmed(cafe, 250)
  const preview = customer('erase', 'cafe', ana.document)
  expect(preview).toMatchObject({ status: 0, stderr: '' })
  expect(preview.stdout).toMatch(/forfeits 250 points \(R\$\s2,50\) and 0 vouchers/)
  expect(preview.stdout).toContain(`To erase: add --confirm ${ana.id}`)
  const other = '00000000-0000-7000-8000-000000000000'
  expect(customer('erase', 'cafe', ana.document, '--confirm', other).status).toBe(1)
  // Each of the two has shown the masked values.
  const look = { action: 'customer.found', detail: { by: 'number', found: 1 } }
  expect(await auditEntries(ana.id)).toMatchObject([look, look])
  const erased = customer('erase', 'cafe', ana.document, '--confirm', ana.id)
  expect(erased).toMatchObject({ status: 0, stderr: '' })
  expect(erased.stdout).toContain(`${ana.id} is erased.`)
  expect(await auditEntries(ana.id)).toMatchObject([
    look,
    look,
    { action: 'customer.erased', detail: { by: 'number', points_amount: 250, vouchers: 0 } },
  ])
  expect(await findCustomers(database, cafe.id, ana.document)).toEqual([])
  expect((await world.call('GET /customer', { headers: ana.headers })).status).toBe(401)
})

test('`customer erase` and `export` of a merged account mean the account that stays [D16 D15]', async () => {
  const [staying, merged] = [await world.confirmed(cafe, 5_000), await world.confirmed(cafe)]
  const manager = await staffOf(world, cafe, 'manager')
  const answer = await world.call('POST /admin/customer/{id}/merge', {
    headers: manager.headers,
    params: { id: staying.id },
    body: { absorbed_id: merged.id, proof: 'document', key: randomUUID() },
  })
  expect(answer.status, answer.text).toBe(201)
  for (const identifier of [merged.document, merged.email, merged.id]) {
    const found = await findCustomers(database, cafe.id, identifier)
    expect(found.map(({ id }) => id)).toEqual([staying.id])
  }
  const file = join(folder, 'merged.json')
  expect(customer('export', 'cafe', merged.document, file)).toMatchObject({ status: 0 })
  const data = CustomerData.parse(JSON.parse(await readFile(file, 'utf8')))
  expect(data).toMatchObject({ profile: { id: staying.id }, merged_accounts: [{ id: merged.id }] })
  const preview = customer('erase', 'cafe', merged.document)
  expect(preview.stdout).toContain('forfeits 5000 points')
  expect(preview.stdout).toContain(`To erase: add --confirm ${staying.id}`)
  expect(customer('erase', 'cafe', merged.document, '--confirm', merged.id).status).toBe(1)
  expect(await findCustomers(database, cafe.id, staying.document)).toHaveLength(1)
  const erased = customer('erase', 'cafe', merged.document, '--confirm', staying.id)
  expect(erased).toMatchObject({ status: 0, stderr: '' })
  expect(await findCustomers(database, cafe.id, merged.document)).toEqual([])
  expect(await findCustomers(database, cafe.id, staying.document)).toEqual([])
})

test('the server’s role cannot change or delete the audit log, which has no personal data [D16]', async () => {
  for (const statement of [
    'delete from audit_entry',
    "update audit_entry set subject = 'x'",
    "insert into operator_action (company_id, action, operator, detail, created_at) select company_id, 'customer.find', 'x', '{}', now() from company",
  ]) {
    await expect(world.appDatabase.query(statement)).rejects.toThrow('permission denied')
  }
  const { rows: all } = await database.query<{ text: string }>(
    'select row(entry.subject, entry.detail, beside.content)::text as text from audit_entry entry join audit_personal beside using (company_id, sequence)',
  )
  expect(all.length).toBeGreaterThan(3)
  const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
  const personal = /exemplo\.com\.br|\d{11}/
  expect(all.filter(({ text }) => personal.test(text.replaceAll(uuid, '')))).toEqual([])
})
