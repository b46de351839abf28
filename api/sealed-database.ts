/** Before a process works with codes: its secret is the database's, and nothing is plain that is to be sealed (T16). */

import { createHmac } from 'node:crypto'

import type pg from 'pg'

import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import { answerSealer } from './http/idempotency.ts'
import { purposeKey, type Sealer } from './seal.ts'
import { type CodePair, type VoucherCodes, voucherCodes } from './voucher/sealed-code.ts'

/** Rows of one transaction: it ends well within a statement's time, and who starts beside it does not wait for long. */
const sealed_at_once = 1_000

/**
 * Throws one sentence where the database is another secret's. What was written before codes were sealed is sealed, in
 * parts: a start that is cut off goes on where it was, and of two at once each row is sealed by one, while the other waits,
 * so that neither works with a plain row.
 */
export async function openSealed(database: pg.Pool, secret: Buffer): Promise<void> {
  await refuseOtherSecret(database, secret)
  const codes = voucherCodes(secret)
  const answers = answerSealer(secret)
  const sealSome = [
    (connection: Database) => sealVouchers(connection, codes),
    (connection: Database) => sealPools(connection, codes),
    (connection: Database) => sealAnswers(connection, answers),
  ]
  for (const seal of sealSome) while ((await transaction(database, seal)) > 0);
}

/** The first secret that comes is the database's. The proof is a keyed hash: it tells nothing of what it was made with. */
async function refuseOtherSecret(database: pg.Pool, secret: Buffer): Promise<void> {
  const proof = createHmac('sha256', purposeKey(secret, 'proof')).digest()
  await rows(
    database,
    sql`insert into secret_proof (proof) values (${proof}) on conflict (is_only) do nothing`,
  )
  const kept = await row<{ proof: Buffer }>(database, sql`select proof from secret_proof`)
  if (!kept!.proof.equals(proof)) {
    throw new Error(
      'FIEL_SECRET is not the one that this database is sealed with (without FIEL_SECRET, it is the file secret in the data folder): restore that one.',
    )
  }
}

type PlainCode = { company_id: string; code_key: Buffer; plain_code: string }

async function sealVouchers(connection: Database, codes: VoucherCodes): Promise<number> {
  const plain = await rows<PlainCode>(
    connection,
    sql`select company_id, code_key, plain_code
          from voucher
         where plain_code is not null
         order by company_id, code_key  -- two starts take the rows in one order, and the second finds them sealed
         limit ${sealed_at_once}
           for update`,
  )
  const { companies, old_keys, pairs } = sealedPairs(plain, codes)
  await rows(
    connection,
    sql`update voucher
           set code_key = given.code_key, sealed_code = given.sealed_code, plain_code = null
          from unnest(${companies}::uuid[], ${old_keys}::bytea[], ${pairs.map(keyOf)}::bytea[], ${pairs.map(sealedOf)}::bytea[])
               as given (company_id, old_key, code_key, sealed_code)
         where voucher.company_id = given.company_id
           and voucher.code_key = given.old_key`,
  )
  return plain.length
}

/** As vouchers. A code that is sold has the key of its voucher again. */
async function sealPools(connection: Database, codes: VoucherCodes): Promise<number> {
  const plain = await rows<PlainCode>(
    connection,
    sql`select company_id, code_key, plain_code
          from prize_code
         where plain_code is not null
         order by company_id, code_key  -- as above
         limit ${sealed_at_once}
           for update`,
  )
  const { companies, old_keys, pairs } = sealedPairs(plain, codes)
  await rows(
    connection,
    sql`update prize_code
           set code_key = given.code_key, sealed_code = given.sealed_code, plain_code = null
          from unnest(${companies}::uuid[], ${old_keys}::bytea[], ${pairs.map(keyOf)}::bytea[], ${pairs.map(sealedOf)}::bytea[])
               as given (company_id, old_key, code_key, sealed_code)
         where prize_code.company_id = given.company_id
           and prize_code.code_key = given.old_key`,
  )
  return plain.length
}

function sealedPairs(plain: PlainCode[], codes: VoucherCodes) {
  return {
    companies: plain.map(({ company_id }) => company_id),
    old_keys: plain.map(({ code_key }) => code_key),
    pairs: plain.map(({ company_id, plain_code }) => codes.pairOf(company_id, plain_code)),
  }
}
const keyOf = ({ code_key }: CodePair) => code_key
const sealedOf = ({ sealed_code }: CodePair) => sealed_code

type PlainAnswer = {
  company_id: string
  principal_kind: string
  principal_id: string
  key: string
  plain_body: string
}

async function sealAnswers(connection: Database, answers: Sealer): Promise<number> {
  const plain = await rows<PlainAnswer>(
    connection,
    sql`select company_id, principal_kind, principal_id, key, plain_body
          from idempotency
         where plain_body is not null
         order by company_id, principal_kind, principal_id, key  -- as above
         limit ${sealed_at_once}
           for update`,
  )
  await rows(
    connection,
    sql`update idempotency
           set sealed_body = given.sealed_body, plain_body = null
          from unnest(${plain.map((one) => one.company_id)}::uuid[], ${plain.map((one) => one.principal_kind)}::text[],
                      ${plain.map((one) => one.principal_id)}::uuid[], ${plain.map((one) => one.key)}::text[],
                      ${plain.map((one) => answers.seal(one.company_id, one.plain_body))}::bytea[])
               as given (company_id, principal_kind, principal_id, key, sealed_body)
         where idempotency.company_id = given.company_id
           and idempotency.principal_kind = given.principal_kind
           and idempotency.principal_id = given.principal_id
           and idempotency.key = given.key`,
  )
  return plain.length
}
