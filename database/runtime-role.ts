/** The API's database role. `migrate` creates and configures it; each process verifies it when it connects. */

import pg from 'pg'

import { type AppliedFile, releaseFiles, schemaMismatch } from './schema-files.ts'
import { keepAlive, timeLimits } from './sql.ts'

/** Version 18 as the server numbers it. The schema uses its `uuidv7()`. */
const oldestPostgresql = 180_000

/**
 * Creates the role of `runtimeUrl` when it is missing, and returns its name. Throws one sentence when the owner may not create roles,
 * when owner and runtime role are the same, or when the URLs name two databases.
 */
export async function prepareRuntimeRole(owner: pg.Client, runtimeUrl: string): Promise<string> {
  const { user = '', password, database } = new pg.Client({ connectionString: runtimeUrl })
  if (user === owner.user) {
    throw new Error(
      'DATABASE_URL and DATABASE_OWNER_URL name the same role: the one that the API works as must not own the tables.',
    )
  }
  if (database !== owner.database) {
    throw new Error('DATABASE_URL and DATABASE_OWNER_URL name two databases: name one.')
  }
  const { rows: roles } = await owner.query('select from pg_roles where rolname = $1', [user])
  if (roles.length === 0) await createRole(owner, user, password ?? null)
  return user
}

async function createRole(owner: pg.Client, name: string, password: string | null): Promise<void> {
  const statement = `create role ${pg.escapeIdentifier(name)} login`
  try {
    await owner.query(password ? `${statement} password ${pg.escapeLiteral(password)}` : statement)
  } catch (error) {
    const { code } = error as { code?: string }
    // Roles belong to the server, not to a database: a concurrent migration of another database has created this role.
    if (code === '42710' || code === '23505') return
    if (code !== '42501') throw error
    throw new Error(
      `The role in DATABASE_OWNER_URL may not make roles: have an administrator run ${statement} password '…', with the password in DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Sets the role's time-outs and search path in this database, as the role itself: that needs no right over other roles. */
export async function setRuntimeRole(runtimeUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: runtimeUrl,
    connectionTimeoutMillis: timeLimits.connect_ms,
    ...keepAlive,
  })
  await client.connect()
  try {
    await client.query(roleSettings)
  } finally {
    await client.end()
  }
}

const settings = {
  search_path: 'fiel',
  statement_timeout: `${timeLimits.statement_ms}ms`,
  // A node that loses its network in the middle of a transaction must not keep its locks.
  idle_in_transaction_session_timeout: `${timeLimits.statement_ms}ms`,
}

const roleSettings = `
do $$
begin
${Object.entries(settings)
  .map(
    ([name, value]) =>
      `  execute format('alter role %I in database %I set ${name} = %L', current_user, current_database(), '${value}');`,
  )
  .join('\n')}
end
$$`

type Session = {
  version: number
  user: string
  is_superuser: boolean
  has_schema: boolean
  is_owner: boolean
  may_rewrite: boolean
  statement_timeout: string
  has_search_path: boolean
  off: string | null
}

/** Throws when a process must not work on this connection. The message is a predicate; the caller adds the subject. */
export async function verifyRuntime(pool: pg.Pool): Promise<void> {
  const session = (await pool.query<Session>(sessionQuery)).rows[0]!
  const { user, version, off } = session
  refuseOldServer(version)
  if (off) throw new Error(`the server runs with ${off} off, so it could lose points.`)
  if (!session.has_schema) {
    throw new Error('it has no schema of Fiel: run npm run fiel -- migrate.')
  }
  if (session.is_superuser || session.is_owner || session.may_rewrite) {
    throw new Error(
      `its role ${user} could change what has happened: name a role that neither owns the tables nor may become their owner.`,
    )
  }
  const { rows: applied } = await pool.query<AppliedFile>(
    'select name, hash, release from fiel.schema_file',
  )
  const mismatch = schemaMismatch(await releaseFiles(), applied)
  if (mismatch) throw new Error(`${mismatch}.`)
  if (session.statement_timeout === '0') {
    throw new Error(`its role ${user} has no statement_timeout: run npm run fiel -- migrate.`)
  }
  if (!session.has_search_path) {
    throw new Error(`its role ${user} has no search_path: run npm run fiel -- migrate.`)
  }
}

/** Throws one sentence for a server that is too old. `version` is its server_version_num: 180002 is 18.2. */
export function refuseOldServer(version: number): void {
  if (version >= oldestPostgresql) return
  throw new Error(
    `the server is PostgreSQL ${Math.floor(version / 10_000)}, and Fiel needs 18 or newer.`,
  )
}

const sessionQuery = `
select current_setting('server_version_num')::integer as version,
       current_user as user,
       rolsuper or rolcreaterole as is_superuser,
       ledger.oid is not null as has_schema,
       coalesce(pg_has_role(current_user, relowner, 'member'), false) as is_owner,
       coalesce(has_any_column_privilege(ledger.oid, 'update') or has_table_privilege(ledger.oid, 'delete'), false)
         as may_rewrite,
       current_setting('statement_timeout') as statement_timeout,
       coalesce(current_schema() = 'fiel', false) as has_search_path,
       (select string_agg(name, ', ')
          from pg_settings
         where name in ('fsync', 'synchronous_commit', 'full_page_writes')
           and setting = 'off') as off
  from pg_roles
  left join (select pg_class.oid, relowner
               from pg_class
               join pg_namespace on pg_namespace.oid = relnamespace and nspname = 'fiel'
              where relname = 'points_record') ledger on true
 where rolname = current_user`

const notComplete = 'its distribution is not complete: run npm run fiel -- distribute.'

/**
 * Returns whether the database is distributed over a Citus cluster. Throws an Error of one sentence when `fiel distribute` has not
 * ended, or when a migration has replaced the functions since.
 */
export async function verifyDistribution(pool: pg.Pool): Promise<boolean> {
  const { rows: keys } = await pool.query<{ lacks_keys: boolean; has_citus: boolean }>(
    `select exists (select from fiel.foreign_key_aside) as lacks_keys,
            exists (select from pg_extension where extname = 'citus') as has_citus`,
  )
  const { lacks_keys, has_citus } = keys[0]!
  if (lacks_keys) throw new Error(notComplete)
  if (!has_citus) return false
  const { rows } = await pool.query<{ is_distributed: boolean; has_functions: boolean }>(
    `select exists (
              select from pg_dist_partition
               where logicalrelid = 'fiel.customer'::regclass and partmethod = 'h') as is_distributed,
            exists (
              select from pg_dist_object
               where classid = 'pg_proc'::regclass
                 and objid = 'fiel.apply(uuid,jsonb,timestamptz)'::regprocedure
                 and force_delegation) as has_functions`,
  )
  const { is_distributed, has_functions } = rows[0]!
  if (is_distributed && !has_functions) throw new Error(notComplete)
  return is_distributed
}
