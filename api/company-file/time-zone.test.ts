import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { createPartnerKey } from '#api/partner/partner-key.ts'
import { createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { applyCompany } from './apply.ts'
import { readCompanyFolder } from './company-file.ts'

const world = await createWorld()
const smallest = `slug: padaria
name: Padaria
frontend_domain: padaria.localhost
logo: logo.svg
favicon: logo.svg
calculation_rules:
  - key: compra
    name: Compra
    type: POINTS_PER_REAL
    rate: 1
`
const folder = await mkdtemp(join(tmpdir(), 'company-'))

async function apply(yaml: string) {
  await writeFile(join(folder, 'company.yaml'), yaml)
  await applyCompany(world, await readCompanyFolder(folder), world.now())
}

function storedCompanies() {
  return rows<{ company_id: string }>(
    world.database,
    sql`select * from company where slug = 'padaria'`,
  )
}

test('a new time zone is refused with its line once the company has records [D1 D11]', async () => {
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const zoned = (time_zone: string) => `${smallest}time_zone: ${time_zone}\n`
  await apply(zoned('America/Manaus'))
  await apply(zoned('America/Sao_Paulo'))
  const [company] = await storedCompanies()
  const padaria = {
    id: company!.company_id,
    hostname: 'padaria.localhost',
    key: await createPartnerKey(world.database, company!.company_id, 'Caixa', world.now()),
  }
  expect((await world.generate(padaria, sale(newCpf()))).status).toBe(201)
  const before = await storedCompanies()
  const changed = zoned('America/Rio_Branco').replace('name: Padaria', 'name: Outra')
  await expect(apply(changed)).rejects.toThrow(
    `company.yaml:11 time_zone: Fica America/Sao_Paulo: a empresa já tem registros`,
  )
  expect(await storedCompanies()).toEqual(before)
})
