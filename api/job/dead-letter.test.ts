/** Mails that the mail server refused to the end, and their replay. */

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { withoutDatabase } from '#api/testing/worlds/database-url.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { createMailWorld } from '#api/testing/worlds/mail-world.ts'
import { rows, sql } from '#database/sql.ts'

import { deadLetters, replayDeadLetters } from './dead-letter.ts'

const world = await createMailWorld()
const { cafe, call, database, offered, openQueue, stopQueues, startQueue } = world

/** Queues a mail whose last attempt fails. */
async function giveUp(email: string): Promise<void> {
  const { queueMail, startSending } = await openQueue()
  const before = await deadLetters(database)
  world.replies.push('refuse')
  await queueMail(database, { kind: 'login_link', company_id: cafe.id, email })
  await rows(
    database,
    sql`update pgboss.job set retry_count = retry_limit where name = 'mail' and state = 'created'`,
  )
  await startSending(3000)
  await eventually(async () => expect(await deadLetters(database)).toHaveLength(before.length + 1))
  await stopQueues()
}

/** The operator's command, in a process of its own. */
async function fielJob(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const run = promisify(execFile)(process.execPath, ['scripts/fiel.ts', 'job', ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: world.url },
  })
  // A command that fails rejects with what it printed.
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
  return { stdout, stderr: withoutDatabase(stderr) }
}

test('a mail that was given up is listed without personal data and replayed once [D20 D12]', async () => {
  const { email } = await world.registered(cafe)
  await giveUp(email)
  const [letter] = await deadLetters(database)
  expect(letter).toMatchObject({ queue: 'mail', kind: 'login_link', attempts: 25 })
  const { stdout } = await fielJob('list')
  expect(stdout).toMatch(
    /^[0-9a-f-]{36}  mail login_link  20\d\d-\S+Z  25 attempts  Error EMESSAGE\n$/,
  )
  expect(stdout).not.toContain(email)

  const refused = offered.at(-1)!.mail.messageId
  // Two operators at once.
  const replays = [replayDeadLetters(database, [letter!.id]), fielJob('replay', letter!.id)]
  await Promise.all(replays)
  expect(await fielJob('list')).toEqual({ stdout: 'No failed jobs.\n', stderr: '' })
  await startQueue()
  const { mail } = await world.mailTo(email)
  await world.emptied()
  expect(mail.messageId).toBe(refused)
  expect(offered).toHaveLength(2)
})

test('`replay --all` runs all failed jobs again, and an unknown id is reported [D20]', async () => {
  const customers = [await world.registered(cafe), await world.registered(cafe)]
  for (const { email } of customers) await giveUp(email)
  const none = '0193f7a2-7c1e-7d44-9d6e-1c8d2b1f0a11'
  const { stderr } = await fielJob('replay', none)
  expect(stderr).toBe(`${none} is no failed job: fiel job list names them.\n`)
  expect(await fielJob('replay', '--all')).toEqual({ stdout: '2 to be run again\n', stderr: '' })
  await startQueue()
  for (const { email } of customers) await world.mailTo(email)
})

test('an erased customer’s dead letters are deleted [D16 D20]', async () => {
  const { email, headers, password } = await world.registered(cafe)
  await giveUp(email)
  const forfeits = { points_amount: 0, points_value: 0, vouchers: 0 }
  const body = { forfeits, current_password: password }
  expect((await call('DELETE /customer', { headers, body })).status).toBe(204)
  expect(await deadLetters(database)).toEqual([])
})
