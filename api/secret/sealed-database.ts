/** Checks that a process has the secrets that sealed the database, before it reads or writes codes (T16). */

import { createHmac, createSecretKey } from 'node:crypto'

import type pg from 'pg'

import { withDatabase } from '#database/command-line.ts'
import { dataFolder, isDemo } from '#database/connect.ts'
import { type Database, rows, sql, transaction } from '#database/sql.ts'

import { otherSealers } from './other-sealers.ts'
import { sealer } from './seal.ts'
import { readSecrets } from './secret.ts'
import { type HashPurpose, purposeKey, type Secret, type ServerSecret } from './server-secret.ts'

/** The company id with which keys of hashes are sealed, because these keys belong to no company. */
export const noCompany = '00000000-0000-0000-0000-000000000000'

type StoredSecret = {
  number: number
  proof: Buffer
  is_sealing: boolean
  is_closed: boolean
  is_retired: boolean
}

/**
 * The secrets with their numbers. Stores a proof of each new one: a keyed hash, which reveals nothing about the secret. Throws
 * one sentence when a secret is missing that stored values need, and when the first one may not seal.
 */
export async function openSealed(
  database: pg.Pool,
  list: Buffer[],
  now = new Date(),
): Promise<ServerSecret> {
  return transaction(database, async (connection) => {
    // Two concurrent starts number their secrets one after the other.
    await rows(connection, sql`select pg_advisory_xact_lock(hashtextextended('server_secret', 0))`)
    const stored = await storedSecrets(connection)
    const proofs = list.map(proofOf)
    const provenSecrets = proofs.map((proof) => stored.find((one) => one.proof.equals(proof)))
    refuse(stored, provenSecrets)
    if (stored.length > 0 && !provenSecrets[0]) await refuseWhileOthersSeal(connection)
    const secrets: Secret[] = []
    for (const [at, bytes] of list.entries()) {
      const number = provenSecrets[at]?.number ?? (await addSecret(connection, proofs[at]!))
      secrets.push({ number, bytes })
    }
    const [first, ...others] = secrets as [Secret, ...Secret[]]
    await rows(
      connection,
      sql`update server_secret
             set sealing_since = ${now}
           where number = ${first.number} and sealing_since is null`,
    )
    return withRemovedKeys(connection, { first, others, removedKeys: {} })
  })
}

/** Runs a command's `work` with the server's secrets, which seal the codes of vouchers and open them. */
export function withSealedDatabase(
  work: (sealed: { database: pg.Pool; secret: ServerSecret }) => Promise<void>,
): Promise<void> {
  return withDatabase(async (database) => {
    await work({
      database,
      secret: await openSealed(database, await readSecrets(dataFolder, isDemo)),
    })
  })
}

/** Throws one sentence for a list that cannot open what is stored, or whose first secret may not seal. */
function refuse(stored: StoredSecret[], provenSecrets: (StoredSecret | undefined)[]): void {
  if (stored.length === 0) return
  const isMissing = stored.some(
    (one) => one.is_sealing && !one.is_retired && !provenSecrets.includes(one),
  )
  if (isMissing && provenSecrets.every((one) => one === undefined)) {
    throw new Error(
      'FIEL_SECRET is not the one that this database is sealed with (without FIEL_SECRET, it is the file secret in the data folder): restore that one.',
    )
  }
  if (isMissing) {
    throw new Error(
      'FIEL_SECRET lacks a secret that this database is sealed with: add it to the list again, at the end.',
    )
  }
  if (provenSecrets[0]?.is_closed) {
    throw new Error(
      'The first secret of FIEL_SECRET was replaced by fiel reseal: put the newer one first.',
    )
  }
}

/** Throws one sentence while a process runs that could not open what a new first secret seals. */
async function refuseWhileOthersSeal(connection: Database): Promise<void> {
  const addresses = await otherSealers(connection)
  if (addresses.length === 0) return
  throw new Error(
    `The first secret of FIEL_SECRET is new to this database, and a process without it runs (${addresses.join(', ')}): put it last, start every node so, and only then put it first.`,
  )
}

async function storedSecrets(connection: Database): Promise<StoredSecret[]> {
  return rows(
    connection,
    sql`select number, proof, sealing_since is not null as is_sealing, closed_at is not null as is_closed,
               retired_at is not null as is_retired
          from server_secret
         order by number`,
  )
}

async function addSecret(connection: Database, proof: Buffer): Promise<number> {
  const [added] = await rows<{ number: number }>(
    connection,
    sql`insert into server_secret (number, proof)
        select coalesce(max(number), 0) + 1, ${proof}
          from server_secret
        returning number`,
  )
  return added!.number
}

function proofOf(secret: Buffer): Buffer {
  return createHmac('sha256', purposeKey(secret, 'proof')).digest()
}

/** Adds the stored keys of secrets that the list no longer has. */
async function withRemovedKeys(connection: Database, secret: ServerSecret): Promise<ServerSecret> {
  const numbers = [secret.first, ...secret.others].map(({ number }) => number)
  const stored = await rows<{ purpose: HashPurpose; sealed: Buffer }>(
    connection,
    sql`select purpose, sealed from hash_key where number <> all (${numbers}) order by number desc`,
  )
  const { open } = sealer(secret, 'hash key')
  const keys = stored.map(({ purpose, sealed }) => ({
    purpose,
    key: createSecretKey(Buffer.from(open(noCompany, sealed), 'base64')),
  }))
  const removedKeys: ServerSecret['removedKeys'] = {}
  for (const { purpose, key } of keys) (removedKeys[purpose] ??= []).push(key)
  return { ...secret, removedKeys }
}
