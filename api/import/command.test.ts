import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { withoutDatabase } from '#api/testing/worlds/database-url.ts'
import { balanceLine, csv } from '#api/testing/worlds/import-world.ts'
import { createWorld, newCpf } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, database } = world
const folder = await mkdtemp(join(tmpdir(), 'import-'))
afterAll(() => rm(folder, { recursive: true }))

function fiel(verb: string, ...args: string[]) {
  const program = [join(import.meta.dirname, '../../scripts/fiel.ts'), 'import', verb, ...args]
  const env = { ...process.env, DATABASE_URL: world.url, FIEL_SECRET: 'x'.repeat(32) }
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8', env })
  return { status, stdout, stderr: withoutDatabase(stderr) }
}

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

test('check prints counts and refused lines, apply imports, a repeat has nothing to do [D17]', async () => {
  const path = await fileOf('um.csv', csv(balanceLine(newCpf(), 1_250, 'um-1'), '1;;;;;;;;;'))
  const out = join(folder, 'recusadas.csv')
  const checked = fiel('check', 'cafe', path, '--refused', out)
  expect(checked).toEqual({
    status: 0,
    stdout: [
      '2 lines: 1 refused, 0 imported before',
      '1 new customers, 0 existing customers',
      '1 balances of 1.250 points (R$\u00a012,50)',
      'line 3, document: O CPF ou CNPJ não é válido. Confira os dígitos e os zeros à esquerda.',
      `The refused lines are in ${out}.`,
      `To apply it: npm run fiel -- import apply cafe ${path}`,
      '',
    ].join('\n'),
    stderr: '',
  })
  expect(await readFile(out, 'utf8')).toContain('"3";"document";')
  expect(fiel('apply', 'cafe', path).stdout).toContain(
    'Imported: 1 balances of 1.250 points (R$\u00a012,50).',
  )
  const again = fiel('apply', 'cafe', path)
  expect(again).toMatchObject({ status: 0, stderr: '' })
  expect(again.stdout).toContain('Nothing to do: every balance of this file was imported before.')
  const acts = await rows<{ action: string; actor: string }>(
    database,
    sql`select action, content ->> 'actor_name' as actor
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${cafe.id} and actor_kind = 'operator'
         order by sequence`,
  )
  expect(acts.map(({ action }) => action)).toEqual([
    'import.checked',
    'import.started',
    'import.applied',
    'import.checked',
    'import.started',
    'import.applied',
  ])
  expect(acts[0]!.actor).toContain('@')
})

test('a missing file, an empty file and an unknown company end with one sentence and status 1 [D17]', async () => {
  expect(fiel('check', 'cafe', join(folder, 'nada.csv'))).toEqual({
    status: 1,
    stdout: '',
    stderr: `${join(folder, 'nada.csv')} cannot be read (ENOENT).\n`,
  })
  const empty = await fileOf('vazio.csv', '')
  expect(fiel('apply', 'cafe', empty)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^O arquivo está vazio/),
  })
  expect(fiel('check', 'ninguem', empty)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^There is no company/),
  })
})
