/** The check of a file as a whole: its header, its empty lines and its size (D17). */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { balanceLine, csv, importsOf } from '#api/testing/worlds/import-world.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, errorOf, newCpf } from '#api/testing/worlds/world.ts'
import {
  failureSentence,
  importFailures,
  importPartBytes,
  type ImportView,
} from '#contract/console/import.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, call, database } = world
const { begin, send, check, detail } = importsOf(call, await staffOf(world, cafe))

test('a file without a header is refused, and no value of its first line is stored [D16 D17]', async () => {
  const line = `529.982.247-25;Marina Duarte;marina@exemplo.com.br;(11) 98765-4321`
  for (const file of [line, `nome;${line}`, `documento;${line}`]) {
    const view = await check(file)
    expect(view).toMatchObject({ state: 'REFUSED', failure: importFailures.no_header })
    const stored = await rows(
      database,
      sql`select import.*, audit_personal.content
            from import
            join audit_entry entry on entry.company_id = import.company_id and entry.subject = import.id::text
            join audit_personal on audit_personal.company_id = entry.company_id and audit_personal.sequence = entry.sequence
           where import.company_id = ${cafe.id} and id = ${view.id}`,
    )
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toMatch(/982|Marina|marina|98765/)
  }
})

test('a column with a replacement pattern in its name is shown as it is [D17]', () => {
  expect(failureSentence('unknown_column', { line: null, column: '$& $1' })).toContain('“$& $1”')
})

test('empty lines before the header count as lines, in parts of their own, too [D17]', async () => {
  const lines = ['cpf,nome', '1,Ana', `${newCpf()},Eva`].join('\n')
  const empty = importPartBytes + 5
  const { id, ...view } = await check(`${'\n'.repeat(empty)}${lines}`)
  expect(view).toMatchObject({ state: 'CHECKED', lines: 2, refused: 1 })
  expect((await detail(id)).refused_lines).toMatchObject([{ line: empty + 2, field: 'document' }])
})

test('a quote that does not close is reported with its line, in a later part, too [D17]', async () => {
  const filler = Array.from({ length: 30_000 }, () => '1;;;;;;;;;')
  const view = await check(`${csv(...filler)}\n1;"Ana\n2;Rui`)
  expect(view).toMatchObject({ state: 'REFUSED', next_part: 1 })
  expect(view.failure).toContain('A linha 30002 é longa demais')
})

test('a file that is longer or shorter than its declared size is not read [D17]', async () => {
  const file = Buffer.from(csv(balanceLine(newCpf(), 5, randomUUID())))
  const content = file.toString('base64')
  for (const size of [0, file.length - 1, file.length + 1, importPartBytes + file.length]) {
    const { id } = (await begin('saldos.csv', size)).body as ImportView
    const answer = await send(id, { part: 0, is_last: true, content })
    expect(errorOf(answer)).toMatchObject({ status: 409, type: 'import_changed' })
    expect(await detail(id)).toMatchObject({ state: 'RECEIVING', lines: 0, next_part: 0 })
  }
})
