import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { appleFile, googleFile } from '#api/testing/fakes/wallet-credential.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { applyCompany, companyDifference } from './apply.ts'
import { readCompanyFolder } from './company-file.ts'
import { exportCompany } from './export.ts'

const world = await createWorld()
const yaml = `slug: padaria
name: Padaria
frontend_domain: padaria.localhost
logo: logo.svg
favicon: logo.svg
settings:
  integrations:
    wallet:
      apple: {credentials: apple.pem}
      google: {issuer_id: "3388000000012345678", credentials: google.json}
calculation_rules: [{key: compra, name: Compra, type: POINTS_PER_REAL, rate: 1}]
`
const [apple, google] = [appleFile(), googleFile()]
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'company-'))
  await Promise.all([
    write('company.yaml', yaml),
    write('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    write('apple.pem', apple.text),
    write('google.json', google.text),
  ])
})
afterEach(() => rm(folder, { recursive: true }))

function write(name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text)
}

async function apply(): Promise<string[]> {
  const company = await readCompanyFolder(folder)
  const difference = await companyDifference(world, company)
  await applyCompany(world, company, world.now())
  return difference
}

function stored() {
  return rows<{ wallet: string; sealed: Buffer }>(
    world.database,
    sql`select wallet, sealed from wallet_credential join company using (company_id) where slug = 'padaria' order by wallet`,
  )
}

const place = (wallet: string, line: number) =>
  `${join(folder, 'company.yaml')}:${line} settings.integrations.wallet.${wallet}.credentials`

describe('`fiel company check` of wallet credentials', () => {
  test('reports file, line and rule of a bad credential file, and quotes nothing of a key [D11 T16]', async () => {
    const expired = appleFile({ until: new Date('2026-01-01T00:00:00Z') })
    await write('apple.pem', expired.text)
    await rm(join(folder, 'google.json'))
    const error: Error = await readCompanyFolder(folder).then(
      () => expect.unreachable(),
      (error: Error) => error,
    )
    expect(error.message.split('\n')).toEqual([
      `${place('apple', 9)}: apple.pem: contém um certificado que venceu em 2026-01-01: renove-o`,
      `${place('google', 10)}: google.json: este arquivo não existe`,
    ])
  })

  test.each([
    [
      'a file of another folder',
      yaml.replace('apple.pem', '../apple.pem'),
      /apple\.credentials: Use o nome/,
    ],
    [
      'a file of another kind',
      yaml.replace('google.json', 'google.pem'),
      /google\.credentials: Use o nome/,
    ],
    ['an issuer without quotes', yaml.replaceAll('"', ''), /google\.issuer_id: /],
  ])('refuses %s [D11]', async (_, written, sentence) => {
    await write('company.yaml', written)
    await expect(readCompanyFolder(folder)).rejects.toThrow(sentence)
  })

  test('warns of a certificate that expires within 30 days, and accepts it [D11]', async () => {
    const soon = new Date(Date.now() + 20 * 86_400_000)
    await write('apple.pem', appleFile({ until: soon }).text)
    expect((await readCompanyFolder(folder)).notices).toEqual([
      `${place('apple', 9)}: apple.pem: seu certificado vence em ${soon.toISOString().slice(0, 10)}`,
    ])
  })
})

describe('`fiel company apply` of wallet credentials', () => {
  test('seals the keys, shows no part of them, and finds nothing to change the second time [D11 T16]', async () => {
    const first = await apply()
    expect(first).toContain('+ credencial da carteira apple')
    expect(first).toContain('+ credencial da carteira google')
    expect(first.join('\n')).not.toMatch(/PRIVATE|CERTIFICATE|gserviceaccount/)
    const credentials = await stored()
    expect(credentials.map(({ wallet }) => wallet)).toEqual(['apple', 'google'])
    for (const { sealed } of credentials)
      expect(sealed.toString('latin1')).not.toMatch(/BEGIN|private_key/)
    expect(await apply()).toEqual([])
    await write('google.json', googleFile().text)
    expect(await apply()).toEqual(['~ credencial da carteira google'])
  })

  test('removes the keys of a wallet that the file no longer names [D11]', async () => {
    await apply()
    await write('company.yaml', yaml.replace(/ +apple: .*\n/, ''))
    await apply()
    expect(await stored()).toMatchObject([{ wallet: 'google' }])
  })
})

test('an export has no key and no difference; applying it keeps the stored keys [D11 T16]', async () => {
  await apply()
  const before = await stored()
  const target = join(folder, 'export')
  await exportCompany(world.database, 'padaria', target)
  for (const name of ['apple.pem', 'google.json']) {
    expect(await readFile(join(target, name), 'utf8')).toBe('= as applied\n')
  }
  const exported = await readCompanyFolder(target)
  expect(await companyDifference(world, exported)).toEqual([])
  await applyCompany(world, exported, world.now())
  expect(await stored()).toEqual(before)
})

test('a key file that says “as applied” is refused for a company without stored keys [D11]', async () => {
  await write('company.yaml', yaml.replaceAll('padaria', 'outra'))
  await write('apple.pem', '= as applied\n')
  await expect(apply()).rejects.toThrow('its file keeps what is applied, and nothing is')
})
