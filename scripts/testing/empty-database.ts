import { randomUUID } from 'node:crypto'

import pg from 'pg'
import { afterEach, beforeEach, inject } from 'vitest'

import { withDatabaseName } from '#api/testing/worlds/database-url.ts'
import { runtimeUrl } from '#database/embedded/embedded.ts'

/** Runs one statement beside the tests' databases. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresql') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Gives each test of the file an empty database. Returns the function that gives an operator's environment for it. */
export function useEmptyDatabase(): () => Record<string, string> {
  const server = inject('postgresql')
  let name: string
  beforeEach(async () => {
    name = `fiel_${randomUUID().replaceAll('-', '')}`
    await administer(`create database ${name}`)
  })
  afterEach(() => administer(`drop database ${name} with (force)`))
  return () => {
    const url = withDatabaseName(server, name)
    return {
      DATABASE_URL: runtimeUrl(url),
      DATABASE_OWNER_URL: url,
      FIEL_SECRET: 'x'.repeat(32),
      SMTP_URL: 'smtp://127.0.0.1:1',
      PORT: '0',
    }
  }
}
