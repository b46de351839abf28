import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { CompanyMistakes, readCompanyFolder } from './company-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'brand-'))
await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
afterAll(() => rm(folder, { recursive: true }))

const smallest = `slug: padaria
name: Padaria
frontend_domain: padaria.localhost
logo: logo.svg
favicon: logo.svg
calculation_rules: [{key: compra, name: Compra, type: POINTS_PER_REAL, rate: 1}]
`

async function read(yaml: string) {
  await writeFile(join(folder, 'company.yaml'), smallest + yaml)
  return readCompanyFolder(folder)
}

test.each([
  ['a shape that is none', 'theme: {shape: oval}', 'theme.shape: Use soft, sharp ou round'],
  [
    'a surface that is none',
    'theme: {surface: 3}',
    'theme.surface: Use elevated, flat ou outlined',
  ],
  [
    'a hero of a picture without a banner',
    'theme: {hero: picture}',
    'theme.hero: hero picture mostra a imagem do banner: escreva um banner',
  ],
])('names file, line and rule of %s [R1.6 D11]', async (_, yaml, sentence) => {
  const refused = read(`${yaml}\n`)
  await expect(refused).rejects.toThrow(`${join(folder, 'company.yaml')}:7 ${sentence}`)
  await expect(refused).rejects.toThrow(CompanyMistakes)
})
