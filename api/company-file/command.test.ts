import { spawnSync } from 'node:child_process'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'

import { googleFile } from '#api/testing/fakes/wallet-credential.ts'
import { withoutDatabase } from '#api/testing/worlds/database-url.ts'
import { editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { row, rows, sql } from '#database/sql.ts'

import { blockOf, startScript, withoutNpm } from '../../docs/blocks.ts'
import { schemaPath, companySchema } from './schema.ts'

const world = await createWorld()
const folders = await mkdtemp(join(tmpdir(), 'companies-'))
afterAll(() => rm(folders, { recursive: true }))

const program = [join(import.meta.dirname, '../../scripts/fiel.ts'), 'company']
const env = { ...process.env, DATABASE_URL: world.url, FIEL_SECRET: 'x'.repeat(32) }

function company(args: string[], input: string = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
    encoding: 'utf8',
    env,
    input,
  })
  return { status, stdout, stderr: withoutDatabase(stderr) }
}

test.each([[[]], [['aplly', 'x']], [['apply']], [['export', 'cafe']], [['toString', 'x']]])(
  'prints the usage for a mistyped command or a missing folder: %j [D11]',
  (args) => {
    const { status, stdout, stderr } = company(args)
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^Usage: npm run company -- new .* check FOLDER .* export SLUG FOLDER/s)
  },
)

describe('new', () => {
  test('new asks, and writes a folder that can be applied, with a drawn logo and favicon [D11]', async () => {
    const folder = join(folders, 'ze')
    const answers = ['Padaria do Zé & Cia', '', '', '', '#0b6b4f', 'CASH', '2.5', '']
    const dialog = company(['new', folder], answers.join('\n'))
    expect(dialog.stderr).toBe('')
    expect(dialog.stdout).toContain('Slug, para os comandos [padaria-do-ze-cia]: ')
    expect(dialog.stdout).toContain('Endereço do portal [padaria-do-ze-cia.localhost]: ')
    expect(dialog).toMatchObject({ status: 0 })
    expect((await readdir(folder)).toSorted()).toEqual(['company.yaml', 'favicon.svg', 'logo.svg'])
    const yaml = await readFile(join(folder, 'company.yaml'), 'utf8')
    expect(yaml).toMatch(/^# yaml-language-server: \$schema=.*companies\/company\.schema\.json\n/)
    expect(yaml).toContain('title: Boas-vindas ao Clube Padaria do Zé & Cia')
    expect(yaml).not.toMatch(/\{(name|program)\}/)
    for (const name of ['logo.svg', 'favicon.svg']) {
      const svg = await readFile(join(folder, name))
      expect(svg.toString()).toContain('>PC</text>')
      expect((await sharp(svg).png().toBuffer()).length).toBeGreaterThan(200)
    }
    expect(await readFile(join(folder, 'logo.svg'), 'utf8')).toContain('Padaria do Zé &#38; Cia')
    expect(company(['check', folder])).toMatchObject({
      status: 0,
      stdout: `padaria-do-ze-cia: ${folder} pode ser aplicada (2 imagens, 0 níveis, 1 prêmio, 0 promoções)\n`,
    })
    expect(company(['apply', folder, '--yes']).stdout).toMatch(/\npadaria-do-ze-cia: aplicada\n$/)
    const storedRule = await row(
      world.database,
      sql`select type, rate from calculation_rule join company using (company_id) where slug = 'padaria-do-ze-cia'`,
    )
    expect(storedRule).toEqual({ type: 'PERCENTAGE', rate: '2.500' })
    // It overwrites no file.
    expect(company(['new', folder, '--name', 'Outra'])).toMatchObject({
      status: 1,
      stderr: `${folder} não está vazia: escolha uma pasta vazia.\n`,
    })
    expect(await readFile(join(folder, 'company.yaml'), 'utf8')).toBe(yaml)
  })

  test('new takes answers from flags and refuses an invalid one with its rule [D11]', async () => {
    const folder = join(folders, 'bia')
    const flags = [
      '--name',
      'Bia',
      '--slug',
      'bia',
      '--program',
      'Bia Mais',
      '--domain',
      'bia.example',
    ]
    const looks = ['--color', '#FFEE00', '--mode', 'POINTS', '--rate', '2']
    expect(company(['new', folder, ...flags, ...looks]).stdout).toMatch(
      /^\s*\S+ foi escrita\. Em seguida: /,
    )
    expect(company(['check', folder]).status).toBe(0)
    const refused = (...args: string[]) => company(['new', join(folders, 'nova'), ...args])
    expect(refused('--name', 'Bia', '--color', 'red')).toMatchObject({
      status: 1,
      stderr: 'color: Use #RRGGBB\n',
    })
    expect(refused()).toMatchObject({ status: 1, stderr: 'name: Este campo é obrigatório\n' })
    const shown = refused(...flags, '--color', '#FFEE00', '--mode', 'PONTOS').stderr
    expect(shown).toMatch(/^mode: Use POINTS, CASH ou PERCENTAGE, não /)
    expect(refused('--colour', 'x').status).toBe(2)
    // Answers that come from standard input: it names the mistake and asks the same question again.
    const again = company(
      ['new', join(folders, 'lia'), ...flags.slice(0, 2)],
      '9x\nlia\n\n\n\n\n\n',
    )
    expect(again).toMatchObject({ status: 0 })
    expect(again.stdout).toContain('slug: Use de 2 a 31 letras minúsculas')
    expect(await readdir(folders)).not.toContain('nova')
  })
})

describe('check and diff', () => {
  test('check names file, line and rule, and needs no database [D11]', async () => {
    const folder = join(folders, 'errada')
    await cp('companies/posto', folder, { recursive: true })
    await appendFile(join(folder, 'company.yaml'), 'colour: red\nmaintenance: sim\n')
    const lines = (await readFile(join(folder, 'company.yaml'), 'utf8')).split('\n').length
    const { status, stderr } = spawnSync(process.execPath, [...program, 'check', folder], {
      encoding: 'utf8',
      env: { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    })
    expect(status).toBe(1)
    const path = join(folder, 'company.yaml')
    expect(stderr).toContain(`${path}:${lines - 1} maintenance: `)
    expect(stderr).toContain(`${path}:${lines - 2} colour: `)
    expect(company(['apply', folder, '--yes']).status).toBe(1)
    expect(company(['check', join(folders, 'nenhuma')])).toMatchObject({
      status: 1,
      stderr: `${join(folders, 'nenhuma', 'company.yaml')}: este arquivo não existe\n`,
    })
  })

  test('diff shows what apply would change, and changes nothing [D11]', async () => {
    const folder = join(folders, 'loja')
    company(['new', folder, '--name', 'Loja'], '\n\n\n\n\n\n')
    expect(company(['diff', folder]).stdout).toContain('+ name: "Loja"')
    expect(await row(world.database, sql`select 1 as one from company where slug = 'loja'`)).toBe(
      undefined,
    )
    company(['apply', folder, '--yes'])
    expect(company(['diff', folder]).stdout).toBe('loja: nada a mudar\n')
    const path = join(folder, 'company.yaml')
    await writeFile(path, (await readFile(path, 'utf8')).replace('#3F51B5', '#112233'))
    const changed = '~ primary_color: "#3F51B5" → "#112233"\n'
    expect(company(['diff', folder]).stdout).toBe(changed)
    expect(company(['apply', folder, '--yes']).stdout).toBe(`${changed}loja: aplicada\n`)
  })
})

describe('apply', () => {
  test('leaves an entry with the operator and the changes in the audit log [D15]', async () => {
    const folder = join(folders, 'livro')
    company(['new', folder, '--name', 'Livro'], '\n\n\n\n\n\n')
    company(['apply', folder, '--yes'])
    const path = join(folder, 'company.yaml')
    await writeFile(path, (await readFile(path, 'utf8')).replace('#3F51B5', '#112233'))
    company(['apply', folder, '--yes'])
    company(['apply', folder, '--yes'])
    const entries = await rows<{ sentence: string; kind: string; subject: string; states: object }>(
      world.database,
      sql`select content ->> 'sentence' as sentence, actor_kind as kind, subject, detail as states
            from audit_entry
            join audit_personal using (company_id, sequence)
            join company using (company_id)
           where slug = 'livro'
           order by sequence`,
    )
    expect(entries).toEqual([
      {
        kind: 'operator',
        subject: '1',
        sentence: expect.stringMatching(/^\S+@\S+ aplicou a pasta: versão 1 do programa/),
        states: { before: null, after: { version: 1, changes: [] } },
      },
      {
        kind: 'operator',
        subject: '2',
        sentence: expect.stringMatching(/ aplicou a pasta: versão 2 do programa \(1 mudança\)$/),
        states: {
          before: { version: 1 },
          after: {
            version: 2,
            changes: [
              { path: 'primary_color', sentence: 'Cor principal passa de #3F51B5 para #112233' },
            ],
          },
        },
      },
    ])
  })

  test('refuses an unseen publication of the console until --replace has replaced it once [D15]', async () => {
    const folder = join(folders, 'consola')
    company(['new', folder, '--name', 'Consola', '--slug', 'consola'], '\n\n\n\n\n\n')
    company(['apply', folder, '--yes'])
    const applied = await row<{ company_id: string }>(
      world.database,
      sql`select company_id from company where slug = 'consola'`,
    )
    const ana = await editorOf(world, { ...world.cafe, id: applied!.company_id })
    await ana.patch(replace('/program_name', 'Clube'))
    expect(await ana.publish()).toMatchObject({ body: { version: 2 } })
    const path = join(folder, 'company.yaml')
    const paint = async (color: string) =>
      writeFile(path, (await readFile(path, 'utf8')).replace(/#[0-9A-F]{6}/, color))
    await paint('#112233')
    const refused = company(['apply', folder, '--yes'])
    expect(refused.stderr).toMatch(/^Nada foi aplicado: a versão 2 de consola foi publicada/)
    expect(company(['apply', folder, '--yes', '--replace']).status).toBe(0)
    await paint('#445566')
    const again = company(['apply', folder, '--yes'])
    expect({ status: again.status, error: again.stderr }).toEqual({ status: 0, error: '' })
  })

  test.each([
    ['s\n', 0],
    ['Sim\n', 0],
    ['n\n', 1],
    ['', 1],
  ])(
    'apply asks before it applies: after the answer %j it ends with status %i [D11]',
    async (answer, status) => {
      const slug = `pergunta-${status}${answer.length}`
      const folder = join(folders, slug)
      company(['new', folder, '--name', 'Pergunta', '--slug', slug], '\n\n\n\n\n')
      const applied = company(['apply', folder], answer)
      expect(applied.stdout).toMatch(/^\+ .*Aplicar\? \[s\/N\] /s)
      expect(applied.status).toBe(status)
      expect(applied.stderr).toBe(
        status ? 'Nada foi aplicado: responda s, ou use --yes em um script.\n' : '',
      )
      const stored = await row(
        world.database,
        sql`select 1 as one from company where slug = ${slug}`,
      )
      expect(stored !== undefined).toBe(status === 0)
    },
  )
})

describe('export', () => {
  const photo = () =>
    sharp({ create: { width: 1800, height: 900, channels: 3, background: '#884422' } })
      .jpeg()
      .toBuffer()

  test.each(['cafe', 'posto'])(
    'export of %s applies without a difference, and contains no codes [D11]',
    async (name) => {
      const folder = join(folders, `${name}-antes`)
      await cp(join('companies', name), folder, { recursive: true })
      const path = join(folder, 'company.yaml')
      await writeFile(join(folder, 'fachada.jpg'), await photo())
      const yaml = (await readFile(path, 'utf8'))
        .replace(`slug: ${name}`, `slug: x-${name}`)
        .replace(/frontend_domain: .*/, `frontend_domain: x-${name}.localhost`)
        .replace(/other_domains: .*/, '')
        .replace('legal:\n', 'legal:\n  custom_terms_html: <p>Um<p>Dois <b>e<i>meio</b></i>\n')
      await writeFile(path, `${yaml}background: fachada.jpg\n`)
      expect(company(['apply', folder, '--yes'])).toMatchObject({ status: 0 })

      const exported = join(folders, `${name}-depois`)
      expect(company(['export', `x-${name}`, exported])).toMatchObject({ status: 0, stderr: '' })
      expect(company(['check', exported]).status).toBe(0)
      expect(company(['diff', exported]).stdout).toBe(`x-${name}: nada a mudar\n`)
      const codes = (file: string) => readFile(join(exported, file), 'utf8')
      for (const file of (await readdir(exported)).filter((one) => one.endsWith('.txt'))) {
        expect(await codes(file)).toBe('= as applied\n')
      }
      const fileText = await codes('company.yaml')
      expect(fileText).toMatch(/^# yaml-language-server: .*\n# versão 1\nslug: x-/)
      expect(fileText).not.toMatch(/: null$/m)
      // A changed export that is applied changes that field only, and keeps the free codes.
      const free = () =>
        row(
          world.database,
          sql`select count(*)::integer as codes from prize_code join company using (company_id) where slug = ${`x-${name}`}`,
        )
      const before = await free()
      await appendFile(join(exported, 'company.yaml'), 'hide_points: true\n')
      expect(company(['apply', exported, '--yes']).stdout).toBe(
        `~ hide_points: false → true\nx-${name}: aplicada\n`,
      )
      expect(await free()).toEqual(before)
      expect(company(['export', `x-${name}`, exported])).toMatchObject({ status: 1 })
    },
  )

  test('apply overwrites no publication of the console that the folder has not seen [D15]', async () => {
    const shop = await world.createCompany('balcao', {})
    const folder = join(folders, 'balcao')
    expect(company(['export', 'balcao', folder]).status).toBe(0)
    const ana = await editorOf(world, shop)
    await ana.patch(replace('/program_name', 'Clube'))
    expect(await ana.publish()).toMatchObject({ status: 201 })
    await appendFile(join(folder, 'company.yaml'), 'hide_points: true\n')
    expect(company(['apply', folder, '--yes'])).toMatchObject({
      status: 1,
      stderr:
        'Nada foi aplicado: a versão 2 de balcao foi publicada no console depois desta pasta. Exporte-a e una as mudanças, ou use --replace.\n',
    })
    expect(await ana.programme()).toMatchObject({ version: 2, document: { hide_points: false } })
    expect(company(['apply', folder, '--yes', '--replace']).status).toBe(0)
    expect(await ana.programme()).toMatchObject({ version: 3, document: { hide_points: true } })
  })

  test('export of an unknown company prints one sentence [D11]', () => {
    expect(company(['export', 'ninguem', join(folders, 'ninguem')])).toMatchObject({
      status: 1,
      stderr: 'Não há empresa ninguem: aplique a pasta dela antes.\n',
    })
  })
})

test('companies/company.schema.json equals the contract, and the demo files refer to it [D11]', async () => {
  expect(await readFile(schemaPath, 'utf8'), 'npm run company -- schema').toBe(companySchema())
  const entries = await readdir('companies', { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const yaml = await readFile(join('companies', name, 'company.yaml'), 'utf8')
    expect(yaml, name).toMatch(/^# yaml-language-server: \$schema=\.\.\/company\.schema\.json\n/)
  }
})

test('preview shows saved changes on a separate server and database, and changes no real data [D11]', async () => {
  const folder = join(folders, 'vitrine')
  company(['new', folder, '--name', 'Vitrine', '--domain', 'vitrine.example'], '\n\n\n\n\n')
  await appendFile(
    join(folder, 'company.yaml'),
    'webhooks: [{url: https://real.example/fiel}]\nsettings: {is_age_restriction_enabled: true, allow_from_age: 60, analytics: {gtm_id: GTM-ABC1234}, integrations: {wallet: {google: {issuer_id: "3388000000012345678", credentials: google.json}}}}\n',
  )
  await writeFile(join(folder, 'google.json'), googleFile().text)
  const block = blockOf('docs/company-guide.md: npm run company -- preview', [
    ['companies/padaria', folder],
  ])
  const preview = startScript(withoutNpm + block, {
    env: { ...env, PORT: '0', TMPDIR: folders, SMTP_URL: 'smtp://real.example' },
  })
  const found = async (pattern: RegExp) => (await preview.until(pattern))[1]!
  try {
    const port = await found(/http:\/\/vitrine\.localhost:(\d+)/)
    await found(/Customer of each\s+(\S+)/)
    const api = `http://127.0.0.1:${port}/api`
    const shown = async () => {
      const response = await fetch(`${api}/company/get-company-by-domain/vitrine.localhost`)
      const [{ company_id }] = (await response.json()) as [{ company_id: string }]
      const answers = await Promise.all(
        ['', '/settings'].map((path) => fetch(`${api}/company/${company_id}${path}`)),
      )
      return Promise.all(answers.map((answer) => answer.json()))
    }
    expect(await shown()).toMatchObject([
      { name: 'Vitrine' },
      { analytics: { gtm_id: null }, integrations: { wallets: [] } },
    ])
    const path = join(folder, 'company.yaml')
    await writeFile(path, (await readFile(path, 'utf8')).replace('name: Vitrine', 'name: Nova'))
    await found(/(~ name: "Vitrine" → "Nova")/)
    await expect.poll(shown, { timeout: 20_000 }).toMatchObject([{ name: 'Nova' }, {}])
    const real = await row(
      world.database,
      sql`select count(*)::integer as companies from company where slug = 'vitrine'`,
    )
    expect(real).toEqual({ companies: 0 })
  } finally {
    await preview.stop()
  }
  const previewFolders = (await readdir(folders)).filter((name) => name.startsWith('fiel-preview-'))
  expect(previewFolders).toEqual([])
}, 120_000)
