import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { withoutDatabase } from '#api/testing/worlds/database-url.ts'
import { actsOn, staffOf } from '#api/testing/worlds/staff.ts'
import { asGuest, createWorld } from '#api/testing/worlds/world.ts'
import { row, sql } from '#database/sql.ts'

const world = await createWorld()
const { call, database } = world
// The command reads the system's clock.
world.moveClock(new Date().toISOString())
const bar = await world.createCompany('bar', { admin_domain: 'admin.bar.localhost' })

function staff(...args: string[]) {
  const program = [join(import.meta.dirname, '../../scripts/fiel.ts'), 'staff', ...args]
  const env = { ...process.env, DATABASE_URL: world.url, FIEL_SECRET: 'x'.repeat(32) }
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8', env })
  return { status, stdout, stderr: withoutDatabase(stderr) }
}

const invitedId = async (email: string) =>
  (await row<{ id: string }>(
    database,
    sql`select id from staff where company_id = ${bar.id} and email = ${email}`,
  ))!.id

test('invite queues the mail of the first owner, and again on repeat; the log names the operator [D15]', async () => {
  const email = 'dona@bar.example'
  for (let n = 0; n < 2; n += 1) {
    expect(staff('invite', 'bar', email.toUpperCase())).toEqual({
      status: 0,
      stdout: `The invitation to ${email} is queued.\n`,
      stderr: '',
    })
  }
  const jobs = await database.query(`select data from pgboss.job where name = 'mail'`)
  const job = { kind: 'staff_invitation', company_id: bar.id, staff_id: await invitedId(email) }
  expect(jobs.rows).toEqual([{ data: job }, { data: job }])
  const [act] = await actsOn(database, bar, job.staff_id)
  expect(act).toMatchObject({ action: 'staff.invited', actor: expect.stringContaining('@') })
  expect(act!.sentence).toMatch(/ convidou dona@bar\.example como proprietário$/)
  expect(staff('list', 'bar')).toEqual({
    status: 0,
    stdout: `${email}  owner  INVITED  never used\n`,
    stderr: '',
  })
})

test('invite --print-link prints a link that works, and queues no mail [D15]', async () => {
  const { stdout, stderr } = staff(
    'invite',
    'bar',
    'rui@bar.example',
    '--role',
    'cashier',
    '--print-link',
  )
  expect(stderr).toBe('')
  const { token } = /^http:\/\/admin\.bar\.localhost:\d+\/convite#token=(?<token>\S+)\n$/.exec(
    stdout,
  )!.groups!
  const answer = await call('POST /admin/invitation', { headers: asGuest(bar), body: { token } })
  expect(answer.body).toMatchObject({ email: 'rui@bar.example', role: 'cashier', name: 'rui' })
})

test('remove ends a person’s access at once, and refuses the last owner [D15]', async () => {
  const ana = await staffOf(world, bar)
  const last = staff('remove', 'bar', ana.email)
  expect(last).toMatchObject({ status: 1, stdout: '' })
  expect(last.stderr).toMatch(/^A empresa precisa de pelo menos um proprietário/)
  const other = await staffOf(world, bar)
  expect(staff('remove', 'bar', ana.email)).toEqual({
    status: 0,
    stdout: `${ana.email} has no access any more.\n`,
    stderr: '',
  })
  expect((await call('GET /admin/me', ana)).status).toBe(401)
  expect((await call('GET /admin/me', other)).status).toBe(200)
  expect(staff('remove', 'bar', ana.email).stderr).toBe(
    `Nobody with the email ${ana.email} works here.\n`,
  )
  expect(staff('invite', 'bar', other.email).stderr).toBe('O email já está sendo utilizado.\n')
})

test('invite refuses a company without a console, a wrong role and a wrong email [D15]', () => {
  expect(staff('invite', 'cafe', 'dona@cafe.example').stderr).toBe(
    'cafe has no console: write admin_domain in its company.yaml.\n',
  )
  expect(staff('invite', 'bar', 'dona@bar.example', '--role', 'chef').status).toBe(2)
  expect(staff('invite', 'bar', 'dona').status).toBe(2)
})
