/** The end of a secret: nothing is sealed with it any more (`fiel reseal`). */

import type { Pool } from 'pg'

import { type Database, isDistributed, row, rows, sql, transaction } from '#database/sql.ts'

import { sealer } from './seal.ts'
import { noCompany } from './sealed-database.ts'
import { hashPurposes, purposeKey, type Secret, type ServerSecret } from './server-secret.ts'

/**
 * Stores the keys of the other secrets for hashes whose text is stored nowhere, and seals all such keys with the first secret. So a
 * node that no longer has those secrets still recognises the hashes.
 */
export async function storeHashKeys(database: Pool, secret: ServerSecret): Promise<void> {
  const { seal, open } = sealer(secret, 'hash key')
  await transaction(database, async (connection) => {
    for (const { number, bytes } of secret.others) {
      for (const purpose of hashPurposes) {
        const sealed = seal(noCompany, purposeKey(bytes, purpose).export().toString('base64'))
        await rows(
          connection,
          sql`insert into hash_key (number, purpose, sealed)
              values (${number}, ${purpose}, ${sealed})
              on conflict (number, purpose) do nothing`,
        )
      }
    }
    const stored = await rows<{ number: number; purpose: string; sealed: Buffer }>(
      connection,
      sql`select number, purpose, sealed
            from hash_key
           where get_byte(sealed, 0) <> ${secret.first.number}`,
    )
    for (const { number, purpose, sealed } of stored) {
      await rows(
        connection,
        sql`update hash_key
               set sealed = ${seal(noCompany, open(noCompany, sealed))}
             where number = ${number} and purpose = ${purpose}`,
      )
    }
  })
}

/** Closes all secrets but the first: from now on the database refuses values that are sealed with them. */
export async function closeOthers(
  database: Database,
  { first }: ServerSecret,
  now: Date,
): Promise<void> {
  await rows(
    database,
    sql`update server_secret
           set closed_at = ${now}
         where number <> ${first.number} and sealing_since is not null and closed_at is null`,
  )
}

/** Marks the closed secrets as retired: no stored value needs them any more. */
export async function retireOthers(
  database: Database,
  { first }: ServerSecret,
  now: Date,
): Promise<void> {
  await rows(
    database,
    sql`update server_secret
           set retired_at = ${now}
         where number <> ${first.number} and closed_at is not null and retired_at is null`,
  )
}

/** Whether one of the secrets is retired. */
export async function haveRetired(database: Database, secrets: Secret[]): Promise<boolean> {
  const retired = await rows(
    database,
    sql`select number
          from server_secret
         where number = any (${secrets.map(({ number }) => number)}) and retired_at is not null`,
  )
  return retired.length > 0
}

/** Since when the first secret seals. */
export async function sealingSince(database: Database, { first }: ServerSecret): Promise<Date> {
  const found = await row<{ sealing_since: string }>(
    database,
    sql`select sealing_since from server_secret where number = ${first.number}`,
  )
  return new Date(found!.sealing_since)
}

/** A bound above every transaction that has written until now, by the number of its server. */
export async function newestTransaction(database: Database): Promise<string> {
  const ofServer = sql`select jsonb_build_object('0', pg_snapshot_xmax(pg_current_snapshot())::text)::text as newest`
  const ofCluster = sql`select jsonb_object_agg(nodeid, result)::text as newest
                          from run_command_on_all_nodes('select pg_snapshot_xmax(pg_current_snapshot())::text')`
  const found = await row<{ newest: string }>(
    database,
    isDistributed(database) ? ofCluster : ofServer,
  )
  return found!.newest
}

/** Whether all transactions below the bound have ended. */
export async function haveEnded(database: Database, newest: string): Promise<boolean> {
  const ofServer = sql`select pg_snapshot_xmin(pg_current_snapshot()) >= (${newest}::jsonb ->> '0')::xid8 as have_ended`
  const ofCluster = sql`select bool_and(result::xid8 >= (${newest}::jsonb ->> nodeid::text)::xid8) as have_ended
                          from run_command_on_all_nodes('select pg_snapshot_xmin(pg_current_snapshot())::text')`
  const found = await row<{ have_ended: boolean }>(
    database,
    isDistributed(database) ? ofCluster : ofServer,
  )
  return found!.have_ended
}
