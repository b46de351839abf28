import { createHmac, hash } from 'node:crypto'

import type * as z from 'zod/mini'

import type { TillContext } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { type Credential, tillCredential } from '#api/http/caller.ts'
import { resultOf } from '#api/http/outcome.ts'
import type { KeyedCall } from '#api/http/route.ts'
import {
  fingerprintedCustomer,
  namedCustomer,
  type TillCustomer,
  unknownCodeMessage,
} from '#api/member-code/named-customer.ts'
import { countContactLookUp } from '#api/partner/look-up.ts'
import { subsidiaryMessage, subsidiaryWarning } from '#api/partner/subsidiary.ts'
import { hashKeys, type ServerSecret } from '#api/secret/server-secret.ts'
import type { ErrorCode } from '#contract/error.ts'
import type { GeneratedPoints, PointsGeneration, SimulatedPoints } from '#contract/points.ts'
import { subsidiaryKey, unknownSubsidiary } from '#contract/subsidiary.ts'
import { type Database, row, sql } from '#database/sql.ts'
import { bytes, type NamedCustomer } from '#engine/command.ts'

import { answeredRecord, percentage, type StoredCalculation } from './points-record.ts'

type Sale = Omit<z.output<typeof PointsGeneration>, 'customer'> & { customer: TillCustomer }
type SaleCall = { credential: Credential['partner']; sale: Sale; now: Date }

/**
 * Earns the points of a purchase (D3, D4). Throws the errors of earn.sql and locate.sql. Then no points move, but a miss is
 * counted.
 */
export async function generatePoints(
  { database, engine, secret }: TillContext,
  { credential, sale, now, idempotency, header }: SaleCall & KeyedCall,
): Promise<GeneratedPoints> {
  const { company_id } = credential
  const namedBy = await namedCustomer(secret, company_id, sale.customer, now)
  const outcome = await engine.apply(
    company_id,
    {
      verb: 'earn',
      ...tillCredential(credential),
      ...saleCommand(sale, namedBy),
      ...fingerprints(secret, sale, namedBy),
      ...idempotency,
    },
    now,
  )
  const message =
    unknownCodeMessage(sale.customer, outcome.error) ??
    (await subsidiaryMessage(database, company_id, sale.subsidiary_name, outcome.error))
  const record = resultOf(outcome, { header }, () => message)
  return {
    ...answeredRecord(record),
    // The record of a sale always has a shop.
    ...subsidiaryWarning(record.subsidiary_name!, outcome.shopNames),
  }
}

type Earning = {
  error: ErrorCode | null
  shop_names: string[] | null
  amount: number
  value: number
  calculation: StoredCalculation & { rule_id: string }
  available_on: string | null
  expires_on: string | null
}

/** The points that a purchase would earn now. Throws the errors of countContactLookUp and of simulate.sql. */
export async function simulatePoints(
  { database, secret }: { database: Database; secret: ServerSecret },
  { credential, sale, now }: SaleCall,
): Promise<SimulatedPoints> {
  const { company_id } = credential
  const namedBy = await namedCustomer(secret, company_id, sale.customer, now)
  // Count in a separate transaction, which ends before simulate() runs. The count locks a row of the key, so one transaction would
  // make the simulations of a key wait for each other.
  await countContactLookUp(database, credential, { key: sale.customer, namedBy }, now)
  const command = { verb: 'simulate', ...tillCredential(credential), ...saleCommand(sale, namedBy) }
  const { error, shop_names, ...earned } = (await row<Earning>(
    database,
    sql`select earned.*, case when earned.unlisted_in is not null then shop_names(${company_id}, earned.unlisted_in) end as shop_names
          from simulate(${company_id}, ${JSON.stringify([command])}, ${now}) earned`,
  ))!
  const { subsidiary_name } = sale
  if (error !== null) {
    if (error !== 'unknown_subsidiary') throw new ApiError(error)
    throw new ApiError(error, { message: unknownSubsidiary(subsidiary_name, shop_names!).message })
  }
  const { rule_id, ...calculation } = earned.calculation
  return {
    points_amount: earned.amount,
    points_value: earned.value,
    points_percentage: percentage(calculation),
    calculation_rule_id: rule_id,
    calculation,
    available_at: earned.available_on,
    expires_at: earned.expires_on,
    ...subsidiaryWarning(subsidiary_name, shop_names),
  }
}

function saleCommand(sale: Sale, namedBy: NamedCustomer) {
  const { purchase_value, points_value, external_id, subsidiary_name } = sale
  return {
    ...namedBy,
    purchase_value,
    points_value: Math.min(points_value, purchase_value),
    external_id,
    subsidiary_name,
    subsidiary_key: subsidiaryKey(subsidiary_name),
    rule: sale.calculation_rule_id,
  }
}

/**
 * Hashes that distinguish a repeat from another sale with the same external_id. The hash is keyed, because a record is never
 * deleted. An attacker who tries all CPFs would find an erased customer's CPF by a plain hash (D16). The plain hash is
 * compared with sales that an older release stored, the others with sales from before the secret was replaced.
 */
function fingerprints(secret: ServerSecret, sale: Sale, namedBy: NamedCustomer) {
  const text = saleText(sale, namedBy)
  const [fingerprint, ...others] = hashKeys(secret, 'sale fingerprint').map((key) =>
    bytes(createHmac('sha256', key).update(text).digest()),
  )
  return {
    fingerprint: fingerprint!,
    ...(others.length > 0 && { other_fingerprints: others }),
    plain_fingerprint: bytes(hash('sha256', text, 'buffer')),
  }
}

/** The checked body with sorted keys. */
function saleText({ customer, subsidiary_name, ...sale }: Sale, namedBy: NamedCustomer): string {
  const { document, phone, email, customer_id } = customer
  return JSON.stringify([
    document,
    phone,
    email,
    sale.purchase_value,
    sale.external_id,
    subsidiaryKey(subsidiary_name),
    sale.calculation_rule_id,
    sale.points_value,
    ...(customer.code === undefined ? [] : [fingerprintedCustomer(customer, namedBy)]),
    ...(customer_id === undefined ? [] : [{ customer_id }]),
  ])
}
