/** Points at the counter: the request to the customer, its state, and the sale that uses them (D5). */

import type { Actor } from '#api/audit/note.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { cancel, captureIntention, openIntention, tillReads } from '#api/intention/till.ts'
import { counterCredential } from '#api/partner/counter-key.ts'
import type {
  CapturedSale,
  CounterCapture,
  CounterIntention,
  CountedSale,
} from '#contract/console/counter.ts'
import type { TillIntention } from '#contract/intention.ts'
import { row, sql } from '#database/sql.ts'

import {
  counterAct,
  type CounterCall,
  reading,
  readingRequestTill,
  type Till,
  RollBackError,
  unkeyed,
} from './act.ts'
import { type ActCustomer, askCancelled, asked, soldWithPoints } from './acts.ts'
import { lockCustomer, recordSale } from './sale.ts'

type Needs = Pick<Context, 'database' | 'engine' | 'secret' | 'io'>

/** Asks the customer for points and holds them. Throws as `openIntention`, then nothing is held. */
export function askForPoints(
  context: Needs,
  call: CounterCall,
  { shop, customer, ...request }: CounterIntention,
): Promise<TillIntention> {
  return counterAct(context, call, shop, async (till) => {
    const { company_id, now, header } = call
    await lockCustomer(till, call, customer)
    const answer = await openIntention(
      { database: till.connection, engine: till.engine, secret: context.secret },
      {
        credential: counterCredential(company_id, till.key),
        opening: { ...request, customer: { customer_id: customer.id }, subsidiary_name: till.shop },
        now,
        header,
        ...unkeyed,
      },
    )
    const { id: intention_id, purchase_value, points_amount, points_value } = answer
    const facts = { shop: till.shop, purchase_value, points_amount, points_value, intention_id }
    return {
      answer,
      counted: [{ kind: 'request', id: intention_id, external_id: request.external_id }],
      // The account of `customer` may have been merged into another one.
      customer_id: await customerOf(till, call, intention_id),
      act: (actor, person) => asked(actor, person, facts),
    }
  })
}

/** The request now, also in a shop that left the list. Throws `not_found`, also for a request of another person or shop. */
export function requestState(
  { database }: Needs,
  call: CounterCall,
  id: string,
  shop: string,
): Promise<TillIntention> {
  return reading(async () => {
    const { company_id, now } = call
    const { key } = await readingRequestTill(database, call, shop, id)
    return tillReads(database, { company_id, partner_key_id: key.partner_key_id, now }, id)
  })
}

/**
 * Uses the held points and records the sale, both or neither. A repeat gets the first answer. Throws as `captureIntention` and
 * `generatePoints`; a wrong code is counted nevertheless.
 */
export function captureSale(
  context: Needs,
  call: CounterCall,
  id: string,
  { shop, code, calculation_rule_id }: CounterCapture,
): Promise<CapturedSale> {
  return counterAct(context, call, shop, async (till) => {
    const { company_id, now, header } = call
    const customer_id = await customerOf(till, call, id)
    await lockCustomer(till, call, { id: customer_id })
    const intention = await captureIntention(
      { engine: till.engine, secret: context.secret },
      {
        credential: counterCredential(company_id, till.key),
        id,
        capture: { code },
        now,
        header,
        ...unkeyed,
      },
    )
    const sale = await saleOf(context, call, till, { intention, customer_id, calculation_rule_id })
    const { purchase_value, captured, external_id } = intention
    const { record_id: use_id, ...used } = captured!
    return {
      answer: { intention, sale },
      counted: [
        { kind: 'use', id: use_id, external_id },
        { kind: 'sale', id: sale.id, external_id },
      ],
      customer_id,
      act: (actor, person) =>
        soldWithPoints(actor, person, {
          shop: till.shop,
          purchase_value,
          ...used,
          record_id: sale.id,
          use_id,
        }),
    }
  })
}

/** The sale of a captured request, under the request's external_id. */
async function saleOf(
  context: Needs,
  call: CounterCall,
  till: Till,
  {
    intention: { purchase_value, captured, external_id },
    customer_id,
    calculation_rule_id,
  }: {
    intention: TillIntention
    customer_id: string
    calculation_rule_id: string | undefined
  },
): Promise<CountedSale> {
  try {
    return await recordSale(context, call, till, {
      customer: { customer_id },
      purchase_value,
      points_value: captured!.points_value,
      external_id,
      calculation_rule_id,
    })
  } catch (error) {
    // The points must not leave without the sale.
    throw error instanceof ApiError ? new RollBackError(error) : error
  }
}

/** Frees the points, also in a shop that left the list. A repeat changes nothing. Throws `not_found` or `intention_over`. */
export async function cancelRequest(
  context: Needs,
  call: CounterCall,
  id: string,
  shop: string,
): Promise<void> {
  const perform = async (till: Till) => {
    const { company_id, now, header } = call
    const { partner_key_id } = till.key
    const customer_id = await customerOf(till, call, id)
    await lockCustomer(till, call, { id: customer_id })
    const caller = { company_id, partner_key_id, now, header }
    const { status } = await tillReads(till.connection, caller, id)
    await cancel({ engine: till.engine }, caller, id)
    const facts = { shop: till.shop, intention_id: id }
    return {
      answer: undefined,
      counted: [],
      customer_id,
      act:
        status === 'CANCELLED'
          ? null
          : (actor: Actor, person: ActCustomer) => askCancelled(actor, person, facts),
    }
  }
  await counterAct(context, call, shop, perform, { request_id: id })
}

/** The customer of a request of this person in this shop. Throws `not_found`. */
async function customerOf(
  { connection, key }: Till,
  { company_id }: CounterCall,
  id: string,
): Promise<string> {
  const found = await row<{ customer_id: string }>(
    connection,
    sql`select customer_id
          from intention_for(${company_id}, ${id}, ${key.partner_key_id}, null)`,
  )
  if (!found) throw new ApiError('not_found')
  return found.customer_id
}
