/** A folder that is applied while another publication ends (D15). */

import { expect, test } from 'vitest'

import { operator } from '#api/audit/operator.ts'
import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'

import { applyCompany } from './apply.ts'
import { readCompanyFolder } from './company-file.ts'
import { newestVersionOf } from './version.ts'

const world = await createWorld()
const { database } = world

/** The demo folder with another name of its programme. */
async function folderOf(program_name: string) {
  const folder = await readCompanyFolder('companies/cafe')
  return { ...folder, file: { ...folder.file, program_name } }
}

const stored = () =>
  row<{ company_id: string; name: string; versions: number }>(
    database,
    sql`select company_id, file ->> 'program_name' as name, count(*)::integer as versions
          from company
          join programme_version using (company_id)
         where slug = 'cafe'
         group by company_id, file`,
  )

test('a folder whose difference was shown for an earlier version is refused under the lock [D15]', async () => {
  await applyCompany(world, await folderOf('Um'), world.now())
  const base_version = await newestVersionOf(database, 'cafe')
  await applyCompany(world, await folderOf('Dois'), world.now())
  const before = await stored()
  const late = applyCompany(world, await folderOf('Três'), world.now(), { base_version })
  await expect(late).rejects.toThrow('a empresa mudou depois que a diferença foi mostrada')
  expect(await stored()).toEqual(before)
  const again = { base_version: base_version + 1 }
  await applyCompany(world, await folderOf('Três'), world.now(), again)
  expect(await stored()).toMatchObject({ name: 'Três', versions: before!.versions + 1 })
})

test('the audit entry of a folder compares it with what it replaces, not with what it read first [D15]', async () => {
  await applyCompany(world, await folderOf('Antes'), world.now())
  const { company_id } = (await stored())!
  const late = await folderOf('Depois')
  let applying: Promise<void> | undefined
  await transaction(database, async (connection) => {
    await rows(connection, sql`select from company where company_id = ${company_id} for update`)
    applying = applyCompany(world, late, world.now(), { actor: operator() })
    await somebodyWaits(database)
    await rows(
      connection,
      sql`update company
             set file = jsonb_set(file, '{program_name}', '"Meanwhile"')
           where company_id = ${company_id}`,
    )
  })
  await applying
  const entry = await row<{ detail: unknown }>(
    database,
    sql`select detail from audit_entry where company_id = ${company_id} order by sequence desc limit 1`,
  )
  expect(JSON.stringify(entry)).toContain('Meanwhile')
  expect(JSON.stringify(entry)).not.toContain('Antes')
})
