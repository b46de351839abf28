/** A company that is exported while another publication ends (D15). */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { versionLine } from '#contract/company-file/version-line.ts'
import { rows, sql, transaction } from '#database/sql.ts'

import { exportCompany } from './export.ts'
import { addVersion, byCommand, newestVersionOf } from './version.ts'

const world = await createWorld()
const { cafe, database } = world

test('an export has the document and the number of one version, also during a publication [D15]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'export-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const before = await newestVersionOf(database, 'cafe')
  let exporting: Promise<void>
  await transaction(database, async (connection) => {
    await rows(connection, sql`lock table programme_version in access exclusive mode`)
    exporting = exportCompany(database, 'cafe', folder)
    // The export has read the document, and waits for the version.
    await somebodyWaits(database)
    await rows(
      connection,
      sql`update company
             set file = jsonb_set(file, '{program_name}', '"Clube novo"')
           where company_id = ${cafe.id}`,
    )
    const version = await addVersion(connection, cafe.id, { codes: {}, ...byCommand }, world.now())
    expect(version).toBe(before + 1)
  })
  await exporting!
  const yaml = await readFile(join(folder, 'company.yaml'), 'utf8')
  expect(yaml).not.toContain('Clube novo')
  expect(yaml).toContain(versionLine(before))
})
