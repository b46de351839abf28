/** The till's side of an intention (D5). */

import type { TillContext } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { type Credential, type Identity, tillCredential } from '#api/http/caller.ts'
import { fingerprintOf } from '#api/http/idempotency.ts'
import { resultOf } from '#api/http/outcome.ts'
import type { KeyedCall } from '#api/http/route.ts'
import {
  fingerprintedCustomer,
  namedCustomer,
  type TillCustomer,
  unknownCodeMessage,
} from '#api/member-code/named-customer.ts'
import { subsidiaryMessage, subsidiaryWarning } from '#api/partner/subsidiary.ts'
import {
  type IntentionCapture,
  type IntentionOpening,
  type TillIntention,
  wrongCodeMessage,
} from '#contract/intention.ts'
import { subsidiaryKey } from '#contract/subsidiary.ts'
import { type Database, row, sql } from '#database/sql.ts'
import { bytes } from '#engine/command.ts'
import type { IntentionResult } from '#engine/result.ts'

import { codeKeys } from './code.ts'
import { tillsIntention } from './intention.ts'

type Till = Credential['partner']
type Opening = Omit<IntentionOpening, 'customer'> & { customer: TillCustomer }

/** Opens an intention and holds the points for the till. Throws the errors of open.sql, and then holds nothing. */
export async function openIntention(
  { database, engine, secret }: TillContext,
  {
    credential,
    opening,
    now,
    idempotency,
    header,
  }: { credential: Till; opening: Opening; now: Date } & KeyedCall,
): Promise<TillIntention> {
  const { company_id } = credential
  const { customer, ...request } = opening
  const namedBy = await namedCustomer(secret, company_id, customer, now)
  const subsidiary_key = subsidiaryKey(opening.subsidiary_name)
  const fingerprint = fingerprintOf('POST /partner/points/intention', null, {
    ...request,
    customer: fingerprintedCustomer(customer, namedBy),
    subsidiary_name: subsidiary_key,
  })
  const outcome = await engine.apply(
    company_id,
    {
      verb: 'open',
      ...tillCredential(credential),
      ...namedBy,
      ...request,
      subsidiary_key,
      fingerprint: bytes(fingerprint),
      ...idempotency,
    },
    now,
  )
  const { error } = outcome
  const message =
    unknownCodeMessage(customer, error) ??
    (await subsidiaryMessage(database, company_id, opening.subsidiary_name, error))
  const intention = resultOf(outcome, { header }, () => message)
  return {
    ...tillsIntention(intention),
    ...subsidiaryWarning(intention.subsidiary_name, outcome.shopNames),
  }
}

type Capture = { credential: Till; id: string; capture: IntentionCapture; now: Date }

/** Captures the held points, or fewer. Throws the errors of capture.sql; a wrong code is counted nevertheless. */
export async function captureIntention(
  { engine, secret }: Pick<TillContext, 'engine' | 'secret'>,
  {
    credential,
    id,
    capture: { code, points_amount },
    now,
    idempotency,
    header,
  }: Capture & KeyedCall,
): Promise<TillIntention> {
  const { company_id } = credential
  const outcome = await engine.apply(
    company_id,
    {
      verb: 'capture',
      ...tillCredential(credential),
      intention_id: id,
      code,
      ...codeKeys(secret, company_id, id),
      points_amount,
      ...idempotency,
    },
    now,
  )
  const intention = resultOf(outcome, { header }, (error, details) =>
    error === 'wrong_code' ? wrongCodeMessage(details!['attempts_left']!) : undefined,
  )
  return tillsIntention(intention)
}

type Caller = Identity['partner'] & { now: Date }

/** The intention now; an overdue one is EXPIRED. Throws `not_found`, also for another till's intention. */
export async function tillReads(
  database: Database,
  { company_id, partner_key_id, now }: Caller,
  id: string,
): Promise<TillIntention> {
  const stored = await row<{ intention: IntentionResult }>(
    database,
    sql`select intention_result(intention_of(company_id, id), ${now}) as intention
          from intention
         where company_id = ${company_id}
           and id = ${id}
           and partner_key_id = ${partner_key_id}`,
  )
  if (!stored) throw new ApiError('not_found')
  return tillsIntention(stored.intention)
}

/** The till cancels. Throws `not_found` or `intention_over`. */
export async function cancel(
  { engine }: Pick<TillContext, 'engine'>,
  { company_id, partner_key_id, now, header }: Caller & Pick<KeyedCall, 'header'>,
  id: string,
): Promise<void> {
  const command = { verb: 'cancel', partner_key_id, intention_id: id } as const
  resultOf(await engine.apply(company_id, command, now), { header })
}
