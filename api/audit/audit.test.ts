import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, errorOf, type TestCompany } from '#api/testing/worlds/world.ts'
import { AuditEntry, auditActions, erasedSentence } from '#contract/console/audit.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'

import { type Act, noteAct } from './note.ts'
import { verifyAuditChain } from './verify.ts'

const world = await createWorld()
const { cafe, posto, database, call } = world
const ana = await staffOf(world, cafe, 'owner', { name: 'Ana Souza' })
const address = '203.0.113.9'
let companies = 0

const newCompany = () => world.createCompany(`livro-${(companies += 1)}`, {})

function note(company: TestCompany, act: Partial<Act> = {}, staff?: { id: string; name: string }) {
  return noteAct(
    database,
    company.id,
    staff ? { kind: 'staff', ...staff, address } : { kind: 'operator', name: 'root@servidor' },
    { action: 'key.made', sentence: 'root@servidor criou a chave Caixa 1', ...act },
    world.now(),
  )
}

async function entries(headers: Record<string, string>, query: Record<string, string> = {}) {
  const answer = await call('GET /admin/audit', { headers, query })
  expect(answer.status).toBe(200)
  return z.array(AuditEntry).parse(answer.body)
}

/** The faults of a company's chain once a statement has changed it as an attacker with the owner's rights could. */
async function faultsAfter(company: TestCompany, statement: string): Promise<string[]> {
  await database.query(statement, [company.id])
  const { faults } = await verifyAuditChain(database, company.id)
  return faults.map(({ reason }) => reason)
}

describe('the chain of the audit log', () => {
  test('the audit log numbers the entries of each company from 1, also those of concurrent acts [D15]', async () => {
    const company = await newCompany()
    await Promise.all(Array.from({ length: 12 }, () => note(company)))
    const stored = await rows<{ sequence: number }>(
      database,
      sql`select sequence from audit_entry where company_id = ${company.id} order by sequence`,
    )
    expect(stored.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 1),
    )
    expect(await verifyAuditChain(database, company.id)).toEqual({ entries: 12, faults: [] })
  })

  test('an act that is rolled back leaves no entry in the audit log, and no gap in its numbers [D15]', async () => {
    const company = await newCompany()
    await note(company)
    const failing = transaction(database, async (connection) => {
      await noteAct(
        connection,
        company.id,
        { kind: 'system', name: 'Fiel' },
        { action: 'programme.published', sentence: 'Fiel publicou o programa' },
        world.now(),
      )
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await note(company)
    expect(await verifyAuditChain(database, company.id)).toEqual({ entries: 2, faults: [] })
  })

  const changed = 'entry 2: it is not as it was written'
  test.each([
    [
      "update audit_entry set action = 'key.revoked' where company_id = $1 and sequence = 2",
      changed,
    ],
    ["update audit_entry set at = '2026-01-01' where company_id = $1 and sequence = 2", changed],
    ["update audit_entry set detail = '{}' where company_id = $1 and sequence = 2", changed],
    ["update audit_entry set subject = '' where company_id = $1 and sequence = 2", changed],
    ['delete from audit_personal where company_id = $1 and sequence = 2', undefined],
    [
      `update audit_personal set content = content || '{"actor_name": "Rui"}' where company_id = $1 and sequence = 2`,
      'entry 2: its personal values are not as they were written',
    ],
    [
      'with gone as (delete from audit_personal where company_id = $1 and sequence = 2) delete from audit_entry where company_id = $1 and sequence = 2',
      'entry 3: the entry before it is missing',
    ],
    [
      'with gone as (delete from audit_personal where company_id = $1 and sequence = 1) delete from audit_entry where company_id = $1 and sequence = 1',
      'entry 2: the entry before it is missing',
    ],
    [
      'with gone as (delete from audit_personal where company_id = $1 and sequence = 3) delete from audit_entry where company_id = $1 and sequence = 3',
      'the chain ends with entry 2, and its head says 3 or has another hash',
    ],
    [
      `insert into audit_entry
       select company_id, 4, at, actor_kind, staff_id, action, subject, detail, personal_hash, hash,
              audit_hash(hash, company_id, 4, at, actor_kind, staff_id, action, subject, detail, personal_hash)
         from audit_entry
        where company_id = $1 and sequence = 3`,
      'the chain ends with entry 4, and its head says 3 or has another hash',
    ],
    [
      `with forged as materialized (
              select audit_hash(previous_hash, company_id, sequence, at, actor_kind, staff_id, action, 'outro', detail,
                                personal_hash) as hash
                from audit_entry
               where company_id = $1 and sequence = 2)
       update audit_entry set subject = 'outro', hash = forged.hash from forged where company_id = $1 and sequence = 2`,
      'entry 3: it does not continue the entry before it',
    ],
    [
      `with forged as materialized (
              select audit_hash(previous_hash, company_id, sequence, at, actor_kind, staff_id, action, 'outro', detail,
                                personal_hash) as hash
                from audit_entry
               where company_id = $1 and sequence = 3)
       update audit_entry set subject = 'outro', hash = forged.hash from forged where company_id = $1 and sequence = 3`,
      'the chain ends with entry 3, and its head says 3 or has another hash',
    ],
  ])(
    'the audit log’s chain has one fault after a change, none after an erasure: %s [D15]',
    async (statement, fault) => {
      const company = await newCompany()
      for (let n = 0; n < 3; n += 1) await note(company)
      expect(await faultsAfter(company, statement)).toEqual(fault === undefined ? [] : [fault])
    },
  )

  test('audit entries that differ only by null, empty text, quotes or commas differ in their hash [D15]', async () => {
    const subjects = [null, '', '""', ',', '","', '(,)', '"', '\\']
    const found = await rows<{ hash: string }>(
      database,
      sql`select encode(audit_hash(no_audit_hash(), ${cafe.id}, 1, ${world.now()}, 'operator', null, 'key.made', one, '{}',
                            no_audit_hash()), 'hex') as hash
            from unnest(${subjects}::text[]) one`,
    )
    expect(new Set(found.map(({ hash }) => hash)).size).toBe(subjects.length)
  })

  test('`fiel audit` names the company whose audit log has a fault, and ends with exit code 1 [D15]', async () => {
    const program = [join(import.meta.dirname, '../../scripts/fiel.ts'), 'audit']
    const env = { ...process.env, DATABASE_URL: world.url }
    const run = () => spawnSync(process.execPath, program, { encoding: 'utf8', env })
    const company = await newCompany()
    await note(company)
    await database.query(
      `update audit_entry set action = 'key.revoked' where company_id = '${company.id}'`,
    )
    const broken = run()
    expect(broken.status).toBe(1)
    expect(broken.stdout).toContain('audit log fault')
    expect(broken.stdout).toContain(company.id)
  })
})

describe('GET /admin/audit', async () => {
  const company = await newCompany()
  const owner = await staffOf(world, company, 'owner', { name: 'Ana Souza' })
  const rui = await staffOf(world, company, 'manager', { name: 'Rui Gonçalves' })
  await note(company, { subject: 'Caixa 1', before: { name: 'a' }, after: { name: 'b' } }, owner)
  await note(
    company,
    {
      action: 'staff.invited',
      sentence: 'Rui Gonçalves convidou ção@exemplo.com.br como caixa',
      after: { role: 'cashier' },
      personalAfter: { email: 'cao@exemplo.com.br' },
    },
    rui,
  )
  await note(company, { action: 'key.revoked', sentence: '=100% de João_1 revogada' })

  test('GET /admin/audit answers entries with actor, address and states, newest first [D15]', async () => {
    const found = await entries(owner.headers)
    expect(found.map(({ sequence }) => sequence)).toEqual([3, 2, 1])
    expect(found[0]).toMatchObject({
      actor: { kind: 'operator', id: null, name: 'root@servidor' },
      address: null,
    })
    expect(found[1]).toMatchObject({
      actor: { kind: 'staff', id: rui.id, name: 'Rui Gonçalves' },
      sentence: 'Rui Gonçalves convidou ção@exemplo.com.br como caixa',
      before: null,
      after: { role: 'cashier', email: 'cao@exemplo.com.br' },
      address,
    })
    expect(found[2]).toMatchObject({
      subject: 'Caixa 1',
      before: { name: 'a' },
      after: { name: 'b' },
    })
  })

  test.each([
    [{ text: 'GONCALVES rui' }, [2]],
    [{ text: 'CAO caixa' }, [2]],
    [{ text: 'caixa' }, [2, 1]],
    [{ text: '100%' }, [3]],
    [{ text: 'joao_1' }, [3]],
    [{ text: 'joao_2' }, []],
    [{ text: '%' }, [3]],
    [{ action: 'key.made' }, [1]],
    [{ from: '2026-11-20' }, [3, 2, 1]],
    [{ from: '2026-11-21' }, []],
    [{ to: '2026-11-20' }, [3, 2, 1]],
    [{ to: '2026-11-19' }, []],
    [{ before: '3', per_page: '1' }, [2]],
    [{ before: '1' }, []],
  ])('GET /admin/audit filters by %j [D15]', async (query, expected) => {
    const found = await entries(owner.headers, query)
    expect(found.map(({ sequence }) => sequence)).toEqual(expected)
  })

  test('GET /admin/audit filters by the staff member [D15]', async () => {
    const found = await entries(owner.headers, { staff_id: rui.id })
    expect(found.map(({ sequence }) => sequence)).toEqual([2])
    expect(await entries(owner.headers, { staff_id: ana.id })).toEqual([])
  })

  test.each([
    [{ per_page: '201' }, 'per_page'],
    [{ before: '0' }, 'before'],
    [{ before: '9007199254740993' }, 'before'],
    [{ from: '2026-02-30' }, 'from'],
    [{ action: 'nothing' }, 'action'],
    [{ text: ' ' }, 'text'],
    [{ staff_id: '1' }, 'staff_id'],
  ])('GET /admin/audit refuses the query %j and names the field', async (query, field) => {
    for (const key of ['GET /admin/audit', 'GET /admin/audit/file'] as const) {
      if (key === 'GET /admin/audit/file' && (field === 'per_page' || field === 'before')) continue
      const answer = await call(key, {
        headers: owner.headers,
        query,
      })
      expect(errorOf(answer)).toMatchObject({ status: 422, fields: { [field]: expect.anything() } })
    }
  })

  test('GET /admin/audit shows only the log of the caller’s company, and refuses an attendant [D15]', async () => {
    const other = await staffOf(world, posto, 'owner')
    expect(await entries(other.headers)).toEqual([])
    const attendant = await staffOf(world, company, 'attendant')
    for (const key of ['GET /admin/audit', 'GET /admin/audit/file'] as const) {
      expect(errorOf(await call(key, { headers: attendant.headers }))).toMatchObject({
        status: 403,
        type: 'forbidden',
      })
      expect((await call(key, { headers: { 'company-id': company.id } })).status).toBe(401)
    }
  })

  test('an audit entry whose personal values were erased is a sentence without the person [D15 D16]', async () => {
    const own = await newCompany()
    const reader = await staffOf(world, own, 'analyst')
    await note(own, { action: 'staff.invited', after: { role: 'cashier' } }, reader)
    await database.query(`delete from audit_personal where company_id = '${own.id}'`)
    expect(await entries(reader.headers)).toMatchObject([
      {
        actor: { kind: 'staff', id: reader.id, name: '(apagado)' },
        sentence: '(apagado) convidou uma pessoa',
        after: { role: 'cashier' },
        address: null,
      },
    ])
    expect(await entries(reader.headers, { text: 'caixa' })).toEqual([])
    expect((await verifyAuditChain(database, own.id)).faults).toEqual([])
    const sentences = auditActions.map(erasedSentence)
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  test('the audit log’s CSV file has a byte order mark, semicolons, local time and no formula [D15]', async () => {
    const answer = await call('GET /admin/audit/file', { headers: owner.headers })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="auditoria.csv"',
    })
    const lines = answer.text.split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFF"Número";"Data";"Hora";"Quem";"O que foi feito";"Tipo";"Assunto";"Antes";"Depois";"Endereço de rede"',
    )
    expect(lines[1]).toBe(
      `"3";"20/11/2026";"12:00";"root@servidor";"'=100% de João_1 revogada";"Chave revogada";"";"";"";""`,
    )
    expect(lines[2]).toContain(
      `"{""role"":""cashier"",""email"":""cao@exemplo.com.br""}";"${address}"`,
    )
    expect(lines).toHaveLength(5)
    const one = await call('GET /admin/audit/file', {
      headers: owner.headers,
      query: { text: 'joão' },
    })
    expect(one.text.split('\r\n')).toHaveLength(3)
  })

  test('the audit log’s CSV has no formula, also if a program splits cells at commas or lines [D15]', async () => {
    const own = await newCompany()
    const reader = await staffOf(world, own, 'analyst')
    const sentence = 'Ana mudou Rui,=1+1;-2\n@x,\t3,"=4'
    await note(own, { sentence, after: { names: ['a', '=5'] } })
    const { text } = await call('GET /admin/audit/file', { headers: reader.headers })
    expect(text).toContain(`"Ana mudou Rui,'=1+1;'-2\n'@x,'\t3,""'=4"`)
    expect(text).toContain(`"{""names"":[""a"",""'=5""]}"`)
  })
})

test('an audit entry stores no personal value of the act in the chain [D15 D16]', async () => {
  const chain = await row<{ text: string }>(
    database,
    sql`select string_agg(entry::text, ' ') as text from audit_entry entry`,
  )
  expect(chain!.text).not.toMatch(/exemplo\.com\.br|Rui|203\.0\.113\.9/)
})
