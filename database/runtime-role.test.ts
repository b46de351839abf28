/** The API's database role (D20): who creates it, its settings, and the connections that a process refuses. */

import { randomUUID } from 'node:crypto'

import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'

import { withDatabaseName } from '#api/testing/worlds/database-url.ts'

import { migrate } from './migrate.ts'
import { refuseOldServer, setRuntimeRole, verifyRuntime } from './runtime-role.ts'
import { release } from './schema-files.ts'
import { openPool } from './sql.ts'

const server = inject('postgresql')
let database: string
const roles: string[] = []

beforeEach(async () => {
  database = `role_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${database}`)
})
afterEach(async () => {
  await administer(`drop database ${database} with (force)`)
  for (const role of roles.splice(0)) await administer(`drop role if exists ${role}`)
})

/** Runs a statement as superuser, in the database `name` or by default in the test's. */
async function administer(statement: string, name?: string): Promise<object[]> {
  const url = name ? withDatabaseName(server, name) : server
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<object>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The URL of the test's database for `role`. The role is dropped with the test. */
function urlOf(role: string): string {
  if (role.startsWith('t_')) roles.push(role)
  const url = new URL(withDatabaseName(server, database))
  return Object.assign(url, { username: role, password: 'segredo' }).href
}

function newRole(): string {
  return `t_${randomUUID().replaceAll('-', '')}`
}

/** An owner as on a managed PostgreSQL: it may create roles and schemas and is no superuser. */
async function newOwnerUrl(rights = 'createrole'): Promise<string> {
  const owner = newRole()
  const url = urlOf(owner)
  await administer(`create role ${owner} login ${rights} password 'segredo'`)
  await administer(`grant create on database ${database} to ${owner}`)
  return url
}

async function verified(url: string): Promise<void> {
  const pool = openPool(url, 1)
  try {
    await verifyRuntime(pool)
  } finally {
    await pool.end()
  }
}

test('an owner that is no superuser migrates and creates the runtime role with its password', async () => {
  const urls = { ownerUrl: await newOwnerUrl(), runtimeUrl: urlOf(newRole()) }
  await migrate(urls)
  await verified(urls.runtimeUrl)
  await migrate(urls)
})

test('migrate stores time-outs and search path as settings of the role in this database', async () => {
  const urls = { ownerUrl: await newOwnerUrl(), runtimeUrl: urlOf(newRole()) }
  await migrate(urls)
  const client = new pg.Client({ connectionString: urls.runtimeUrl })
  await client.connect()
  const { rows } = await client.query(
    `select name, setting, source from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'search_path') order by name`,
  )
  await client.end()
  expect(rows).toEqual([
    {
      name: 'idle_in_transaction_session_timeout',
      setting: '15000',
      source: 'database user',
    },
    { name: 'search_path', setting: 'fiel', source: 'database user' },
    { name: 'statement_timeout', setting: '15000', source: 'database user' },
  ])
})

test('an owner that may not create roles gets the statement for an administrator', async () => {
  const runtime = newRole()
  const urls = { ownerUrl: await newOwnerUrl('nocreaterole'), runtimeUrl: urlOf(runtime) }
  await expect(migrate(urls)).rejects.toThrow(`create role "${runtime}" login password '…'`)
  await administer(`create role "${runtime}" login password 'segredo'`)
  await migrate(urls)
  await verified(urls.runtimeUrl)
})

test('an owner that may create neither roles nor schemas uses existing ones', async () => {
  const runtime = newRole()
  const urls = { ownerUrl: await newOwnerUrl('nocreaterole'), runtimeUrl: urlOf(runtime) }
  const owner = new URL(urls.ownerUrl).username
  await administer(`revoke create on database ${database} from ${owner}`)
  await administer(`create role ${runtime} login password 'segredo'`)
  for (const schema of ['fiel', 'pgboss', 'report']) {
    await administer(`create schema ${schema} authorization ${owner}`, database)
  }
  await migrate(urls)
  await verified(urls.runtimeUrl)
})

test('migrate refuses two URLs that name the same role, or two databases', async () => {
  const ownerUrl = await newOwnerUrl()
  await expect(migrate({ ownerUrl, runtimeUrl: ownerUrl })).rejects.toThrow('name the same role')
  const elsewhere = withDatabaseName(urlOf(newRole()), 'postgres')
  await expect(migrate({ ownerUrl, runtimeUrl: elsewhere })).rejects.toThrow('two databases')
})

test('the runtime role is a member of no other role', async () => {
  const runtime = newRole()
  const urls = { ownerUrl: await newOwnerUrl(), runtimeUrl: urlOf(runtime) }
  await migrate(urls)
  const others = await administer(
    `select rolname from pg_roles where rolname <> '${runtime}' and pg_has_role('${runtime}', oid, 'member')`,
  )
  expect(others).toEqual([])
})

test('a process refuses the owner, a superuser, and a role that may become the owner [D20]', async () => {
  const ownerUrl = await newOwnerUrl()
  const owner = new URL(ownerUrl).username
  const runtime = newRole()
  const urls = { ownerUrl, runtimeUrl: urlOf(runtime) }
  // Granted by the superuser: the owner is a member of the runtime role, and PostgreSQL allows no circular membership.
  await administer(`create role ${runtime} login password 'segredo'`)
  await migrate(urls)
  const sentence = 'could change what has happened: name a role that neither owns the tables'
  await expect(verified(ownerUrl)).rejects.toThrow(`its role ${owner} ${sentence}`)
  await expect(verified(withDatabaseName(server, database))).rejects.toThrow(sentence)
  await administer(`grant ${owner} to ${runtime}`)
  await expect(verified(urls.runtimeUrl)).rejects.toThrow(`its role ${runtime} ${sentence}`)
  await administer(`revoke ${owner} from ${runtime}`)
  await administer(`grant update on fiel.points_record to ${runtime}`, database)
  await expect(verified(urls.runtimeUrl)).rejects.toThrow(sentence)
})

test('a process refuses a role without a statement time-out [D20]', async () => {
  const runtime = newRole()
  const urls = { ownerUrl: await newOwnerUrl(), runtimeUrl: urlOf(runtime) }
  await migrate(urls)
  await administer(`alter role ${runtime} in database ${database} reset statement_timeout`)
  await expect(verified(urls.runtimeUrl)).rejects.toThrow(`${runtime} has no statement_timeout`)
  await setRuntimeRole(urls.runtimeUrl)
  await verified(urls.runtimeUrl)
})

test('a process refuses a server that could lose an acknowledged write', async () => {
  const runtime = newRole()
  const urls = { ownerUrl: await newOwnerUrl(), runtimeUrl: urlOf(runtime) }
  await migrate(urls)
  await administer(`alter role ${runtime} set synchronous_commit = off`)
  await expect(verified(urls.runtimeUrl)).rejects.toThrow('runs with synchronous_commit off')
})

test.each([
  ['delete from fiel.schema_file', `its schema is not that of Fiel ${release}: run npm run fiel`],
  [`update fiel.schema_file set hash = ''`, `its schema is not that of Fiel ${release}`],
  [
    `insert into fiel.schema_file values ('99_later.sql', '', '9.0.0')`,
    `its schema is of Fiel 9.0.0, and this is ${release}: use Fiel 9.0.0`,
  ],
  ['drop schema fiel cascade', 'it has no schema of Fiel: run npm run fiel -- migrate'],
])('a process refuses a schema that is not its release’s: %s [D20]', async (change, sentence) => {
  const urls = { ownerUrl: await newOwnerUrl(), runtimeUrl: urlOf(newRole()) }
  await migrate(urls)
  await administer(change, database)
  await expect(verified(urls.runtimeUrl)).rejects.toThrow(sentence)
})

test('a server before PostgreSQL 18 is refused with its version [D20]', () => {
  expect(() => refuseOldServer(160_009)).toThrow(
    'the server is PostgreSQL 16, and Fiel needs 18 or newer.',
  )
  refuseOldServer(180_000)
})
