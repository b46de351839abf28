import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { deadLetterQueue } from '#api/job/queue.ts'
import { openJobs } from '#api/jobs.ts'
import { createLog } from '#api/log/log.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { verifyAuditChain } from './verify.ts'

const world = await createWorld()
const { database } = world
const loja = await world.createCompany('loja', {
  webhooks: [{ url: 'https://a.example/fiel?t=x' }],
})

function fiel(...args: string[]): string {
  const program = [join(import.meta.dirname, '../../scripts/fiel.ts'), ...args]
  const env = { ...process.env, DATABASE_URL: world.url, FIEL_SECRET: 'x'.repeat(32) }
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8', env })
  expect({ status, stderr }).toMatchObject({ status: 0 })
  return stdout.trim()
}

test('the audit log has the operator’s commands on keys and webhooks, without key and secret [D15]', async () => {
  const key = fiel('partner', 'key', 'loja', 'Caixa 1')
  fiel('partner', 'revoke', 'loja', 'Caixa 1')
  const secret = fiel('webhook', 'secret', 'loja')
  fiel('webhook', 'replay', 'loja', '--since', '2026-11-20T15:00:00Z')
  fiel('webhook', 'enable', 'loja')
  const entries = await rows<{ action: string; actor_kind: string; sentence: string }>(
    database,
    sql`select action, actor_kind, content ->> 'sentence' as sentence
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${loja.id}
         order by sequence`,
  )
  expect(entries.map(({ action }) => action)).toEqual([
    'key.made',
    'key.revoked',
    'webhook.secret_made',
    'webhook.replayed',
    'webhook.enabled',
  ])
  for (const { actor_kind, sentence } of entries) {
    expect(actor_kind).toBe('operator')
    expect(sentence).toMatch(/^\S+@\S+ \w+/)
  }
  const [stored] = await rows<{ text: string }>(
    database,
    sql`select string_agg(row(entry.detail, beside.content)::text, ' ') as text
          from audit_entry entry
          join audit_personal beside using (company_id, sequence)`,
  )
  for (const hidden of [key, secret, '?t=x']) expect(stored!.text).not.toContain(hidden)
  expect((await verifyAuditChain(database, loja.id)).faults).toEqual([])
}, 60_000)

test('the audit log has the operator’s commands on reports, sandboxes, jobs and the secret [D15 D20]', async () => {
  const shop = await world.createCompany('comandos', {})
  const boss = await openJobs(world.url, createLog('silent'))
  const data = { kind: 'welcome', company_id: shop.id }
  await boss.insert(deadLetterQueue, [{ data }, { data: { ...data, company_id: loja.id } }])
  await boss.stop()
  fiel('report', 'rebuild', 'comandos')
  fiel('company', 'sandbox', 'comandos')
  fiel('company', 'sandbox', 'comandos', '--reset')
  fiel('job', 'replay', '--all')
  fiel('reseal')
  const entries = await rows<{ action: string; actor_kind: string; sentence: string }>(
    database,
    sql`select action, actor_kind, content ->> 'sentence' as sentence
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${shop.id}
         order by sequence`,
  )
  expect(entries.map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
    ['report.rebuilt', 'operator'],
    ['sandbox.applied', 'operator'],
    ['sandbox.reset', 'operator'],
    ['job.replayed', 'operator'],
    ['secret.resealed', 'operator'],
  ])
  expect(entries[0]!.sentence).toMatch(/^\S+@\S+ mandou recalcular os relatórios$/)
}, 60_000)
