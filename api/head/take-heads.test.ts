/** The job of the daily heads: once a day and company, whatever happens to the nodes. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { applySandbox } from '#api/company-file/sandbox.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import type { MailJob } from '#api/context/mail-job.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { oneSecret } from '#api/secret/server-secret.ts'
import { headsOf } from '#api/testing/worlds/head.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, newCpf, sale, type TestCompany } from '#api/testing/worlds/world.ts'
import { headKeyPath, headText, type RecordHead } from '#contract/head/head.ts'
import { openPool, row, rows, sql } from '#database/sql.ts'
import { isSigned } from '#engine/head/head-key.ts'
import { takeHead } from '#engine/head/take-head.ts'

import { blockOf } from '../../docs/blocks.ts'
import { takeHeads } from './take-heads.ts'

const world = await createWorld()
const { database, secret } = world
const { verdict, signer } = await headsOf(world)
const webhooks = [{ url: 'https://erp.exemplo.com.br/fiel' }]
let companies = 0

const newCompany = (changes: object = {}) =>
  world.createCompany(`selo-${(companies += 1)}`, { webhooks, ...changes })

/** Runs the job at an instant of the servers' clock, as the runtime role. Returns the queued mails. */
async function runAt(at: string, ownSecret = secret): Promise<MailJob[]> {
  const mails: MailJob[] = []
  const queueMail = async (_connection: unknown, job: MailJob) => void mails.push(job)
  const pool = world.appDatabase
  await takeHeads({ database: pool, secret: ownSecret, queueMail, now: new Date(at) })
  return mails
}

/** The heads of a company, as its webhook gets them. */
async function headsSent({ id }: TestCompany): Promise<RecordHead[]> {
  const events = await rows<{ data: RecordHead }>(
    database,
    sql`select data from webhook_event where company_id = ${id} and type = 'head.signed' order by id`,
  )
  return events.map(({ data }) => data)
}

const daysOf = async (company: TestCompany) => (await headsSent(company)).map(({ day }) => day)

describe('the day of a head', () => {
  test('a head is taken once, 10 minutes after the day has ended in the company’s time zone [I8]', async () => {
    const [noronha, rioBranco] = (await Promise.all(
      ['America/Noronha', 'America/Rio_Branco'].map((time_zone) => newCompany({ time_zone })),
    )) as [TestCompany, TestCompany]
    for (const company of [noronha, rioBranco]) await world.confirmed(company, 10)
    await runAt('2026-11-21T02:09:00Z')
    expect(await daysOf(noronha)).toEqual([])
    for (const at of ['2026-11-21T02:11:00Z', '2026-11-21T02:26:00Z']) await runAt(at)
    expect([await daysOf(noronha), await daysOf(rioBranco)]).toEqual([['2026-11-20'], []])
    await runAt('2026-11-21T05:11:00Z')
    expect(await daysOf(rioBranco)).toEqual(['2026-11-20'])
  })

  test('after a pause each missed day has its head, with the records until its end [I8]', async () => {
    const company = await newCompany()
    const { document } = await world.confirmed(company, 10)
    await runAt('2026-11-21T03:11:00Z')
    for (const day of ['21', '23', '25']) {
      world.moveClock(`2026-11-${day}T15:00:00Z`)
      await world.generate(company, sale(document))
    }
    await runAt('2026-11-25T16:00:00Z')
    world.moveClock('2026-11-20T15:00:00Z')
    const heads = await headsSent(company)
    expect(
      heads.map(({ number, day, customers, records }) => [number, day, customers, records]),
    ).toEqual([
      [1, '2026-11-20', 1, 1],
      [2, '2026-11-21', 1, 2],
      [3, '2026-11-22', 0, 2],
      [4, '2026-11-23', 1, 3],
      [5, '2026-11-24', 0, 3],
    ])
    for (const head of heads) expect(await verdict(head)).toBe('proven')
  })

  test('a company without records has no head, and neither has a sandbox [I8]', async () => {
    const company = await newCompany()
    await world.confirmed(company)
    await applySandbox(world, { slug: 'cafe' }, world.now())
    const { company_id } = await companyBySlug(database, 'cafe/sandbox')
    const key = await createPartnerKey(database, company_id, 'Teste', world.now())
    const sold = await world.generate({ ...world.cafe, key }, sale(newCpf()))
    expect(sold.status, sold.text).toBe(201)
    await runAt('2026-11-27T15:00:00Z')
    expect(await daysOf(company)).toEqual([])
    expect(
      await row(database, sql`select 1 from record_head where company_id = ${company_id}`),
    ).toBeUndefined()
  })
})

describe('one head a day', () => {
  test('two nodes at the same time take one head, with one event and one mail an owner [I8]', async () => {
    const company = await newCompany()
    for (let n = 0; n < 5; n += 1) await world.confirmed(company, 10)
    const owner = await staffOf(world, company)
    await staffOf(world, company, 'manager')
    const at = '2026-11-21T03:11:00Z'
    const mails = (await Promise.all([runAt(at), runAt(at), runAt(at)])).flat()
    const [head, ...others] = await headsSent(company)
    expect(others).toEqual([])
    expect(await verdict(head!)).toBe('proven')
    const job = { kind: 'record_head', company_id: company.id, staff_id: owner.id, number: 1 }
    expect(mails.filter(({ company_id }) => company_id === company.id)).toEqual([job])
  })

  test('a node whose snapshot is older than the head runs again and takes none [I8]', async () => {
    const company = await newCompany()
    await world.confirmed(company, 10)
    const at = '2026-11-21T03:11:00Z'
    let announced = 0
    const announce = async () => void (announced += 1)
    // The other node commits its head after this one has read that the day has none. The lock is left out, as if it had just been freed.
    const other = await database.connect()
    await other.query('begin isolation level repeatable read')
    await other.query('select 1 from record_head')
    await takeHead(database, company.id, new Date(at), { signer, announce })
    await expect(
      other.query('select * from cover_customers($1, 1, $2, $3, 10)', [company.id, at, noCustomer]),
    ).rejects.toMatchObject({ code: '40001' })
    await other.query('rollback')
    other.release()
    expect(await takeHead(database, company.id, new Date(at), { signer, announce })).toBeNull()
    expect(announced).toBe(1)
  })

  test('a node that dies while it takes a head leaves nothing, and the next run takes it [I8]', async () => {
    const company = await newCompany()
    for (let n = 0; n < 3; n += 1) await world.confirmed(company, 10)
    const at = new Date('2026-11-21T03:11:00Z')
    const pool = openPool(world.url, 1)
    const dying = takeHead(pool, company.id, at, {
      signer,
      announce: async (connection) => {
        const stored = sql`select 1 from record_head_entry where company_id = ${company.id}`
        expect(await rows(connection, stored)).toHaveLength(3)
        await connection.query('select pg_terminate_backend(pg_backend_pid())')
      },
    })
    await expect(dying).rejects.toThrow()
    await pool.end()
    const stored = sql`select 1 from record_head_entry where company_id = ${company.id}`
    expect(await rows(database, stored)).toEqual([])
    await runAt(at.toISOString())
    const heads = await headsSent(company)
    expect(heads).toMatchObject([{ number: 1, customers: 3, records: 3 }])
    expect(await verdict(heads[0]!)).toBe('proven')
  })

  test('a sale of a customer who is just covered does not wait, and the next head covers it [I8]', async () => {
    const company = await newCompany()
    const { document } = await world.confirmed(company, 10)
    const at = new Date('2026-11-21T03:11:00Z')
    const head = await takeHead(database, company.id, at, {
      signer,
      announce: async () => {
        expect((await world.generate(company, sale(document))).status).toBe(201)
      },
    })
    expect(head).toMatchObject({ records: 1 })
    await runAt('2026-11-22T03:11:00Z')
    expect(await headsSent(company)).toMatchObject([{ number: 2, customers: 1, records: 2 }])
    // The world's clock is still on the day of the head.
    expect(await verdict(head!)).toBe('proven, 1 added')
  })
})

describe('what the company gets', () => {
  test('the event has what its receiver needs to compute the hash and to verify the signature [I8 D3]', async () => {
    const company = await newCompany()
    await world.confirmed(company, 10)
    await runAt('2026-11-21T03:11:00Z')
    const [head] = await headsSent(company)
    const text = headText(head!)
    expect(text).toMatch(
      /^fiel head 1\ncompany .+\nnumber 1\nday 2026-11-20\nuntil 2026-11-21T03:00:00.000Z\n/,
    )
    expect(createHash('sha256').update(text).digest('hex')).toBe(head!.hash)
    const answer = await world.app.inject({ url: headKeyPath })
    const { keys } = answer.json<{ keys: { public_key: string }[] }>()
    expect(keys.map(({ public_key }) => public_key)).toContain(head!.public_key)
    expect(withOpenssl(head!)).toBe('Signature Verified Successfully\n')
    expect(withOpenssl({ ...head!, hash: '0'.repeat(64) })).toBe('Signature Verification Failure\n')
    expect(isSigned({ ...head!, hash: '0'.repeat(64) })).toBe(false)
  })

  test('a new first secret signs with a new key; both keys are published and older heads stay proven [I8 D20]', async () => {
    const company = await newCompany()
    await world.confirmed(company, 10)
    await runAt('2026-11-21T03:11:00Z')
    const newer = oneSecret(Buffer.alloc(32, 'nova'))
    await runAt('2026-11-22T03:11:00Z', newer)
    const heads = await headsSent(company)
    expect(new Set(heads.map(({ public_key }) => public_key)).size).toBe(2)
    const answer = await world.app.inject({ url: headKeyPath, headers: { host: 'qualquer' } })
    const { keys } = answer.json<{ keys: { public_key: string; since: string }[] }>()
    expect(keys.map(({ public_key }) => public_key)).toEqual(
      heads.map(({ public_key }) => public_key).toReversed(),
    )
    expect(await Promise.all(heads.map((head) => verdict(head)))).toEqual(['proven', 'proven'])
  })
})

/** What the commands of the guide print about a head. */
function withOpenssl({ hash, signature, public_key }: RecordHead): string {
  const folder = mkdtempSync(join(tmpdir(), 'head-'))
  const block = blockOf('docs/partner-guide.md: printf --')
  const env = { ...process.env, HASH: hash, SIGNATURE: signature, PUBLIC_KEY: public_key }
  const { stdout } = spawnSync('bash', ['--norc', '-uc', block], {
    cwd: folder,
    encoding: 'utf8',
    env,
  })
  rmSync(folder, { recursive: true })
  return stdout
}

const noCustomer = '00000000-0000-0000-0000-000000000000'
