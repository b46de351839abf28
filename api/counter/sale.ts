/** A sale at the counter: look-up, preview and the sale itself. */

import type { Actor } from '#api/audit/note.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { TillCustomer } from '#api/member-code/named-customer.ts'
import { counterCredential } from '#api/partner/counter-key.ts'
import { partnerCustomer } from '#api/partner/customer.ts'
import { generatePoints, simulatePoints } from '#api/points/generate.ts'
import type {
  CountedSale,
  CounterCustomer,
  CounterCustomerKey,
  CounterPreview,
  CounterPreviewCall,
  CounterSale,
} from '#contract/console/counter.ts'
import type { ErrorCode } from '#contract/error.ts'
import { masked } from '#contract/person/personal-value.ts'
import type { CustomerKey } from '#contract/points.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { counterAct, type CounterCall, reading, readingTill, type Till, unkeyed } from './act.ts'
import { type ActCustomer, sold } from './acts.ts'

type Needs = Pick<Context, 'database' | 'engine' | 'secret' | 'io'>

/** The customer, with name and document masked. Throws as `partnerCustomer`; a miss counts against the person. */
export function counterCustomer(
  { database, secret }: Needs,
  call: CounterCall,
  { shop, customer }: { shop: string; customer: CustomerKey },
): Promise<CounterCustomer> {
  return reading(async () => {
    const { company_id, now } = call
    const { key } = await readingTill(database, call, shop)
    const till = { company_id, partner_key_id: key.partner_key_id }
    const found = await partnerCustomer({ database, secret }, till, customer, now)
    // The partner API gives a till its own document back in full.
    const document =
      customer.document === undefined ? found.document : masked('document', found.document)
    return { ...found, document }
  })
}

type Use = {
  most_amount: number
  most_value: number
  amount: number | null
  value: number | null
  error: ErrorCode | null
  details: Record<string, number> | null
}

/** What a sale would earn and what is left to pay. Nothing is held. */
export function counterPreview(
  { database, secret }: Needs,
  call: CounterCall,
  { shop, customer, ...asked }: CounterPreviewCall,
): Promise<CounterPreview> {
  return reading(async () => {
    const { company_id, now } = call
    const { key, ...place } = await readingTill(database, call, shop)
    const { purchase_value, calculation_rule_id } = asked
    const use = await previewedUse(database, call, customer.id, asked)
    const points_value = Math.min(use?.value ?? 0, purchase_value)
    const sale = {
      customer: tillCustomer(customer),
      purchase_value,
      points_value,
      calculation_rule_id,
      external_id: 'preview',
      subsidiary_name: place.shop,
    }
    const credential = counterCredential(company_id, key)
    const earned = await simulatePoints({ database, secret }, { credential, sale, now })
    return {
      points_amount: earned.points_amount,
      points_value: earned.points_value,
      most: { points_amount: use?.most_amount ?? 0, points_value: use?.most_value ?? 0 },
      use: use?.amount == null ? null : { points_amount: use.amount, points_value: use.value! },
      to_pay: purchase_value - points_value,
    }
  })
}

async function previewedUse(
  database: Database,
  { company_id, now }: CounterCall,
  customer_id: string | undefined,
  { purchase_value, points_amount, points_value }: Omit<CounterPreviewCall, 'shop' | 'customer'>,
): Promise<Use | undefined> {
  if (customer_id === undefined) return undefined
  const use = await row<Use>(
    database,
    sql`select most_amount, most_value, amount, value, error, details
          from coalesce(merged_into(${company_id}, ${customer_id}), ${customer_id}::uuid) payer
         cross join lateral simulate_use(
                 ${company_id}, payer, ${purchase_value}, ${points_amount ?? null}, ${points_value ?? null}, ${now})
         where not is_erased(${company_id}, payer)`,
  )
  if (!use) throw new ApiError('customer_not_found')
  if (use.error) throw new ApiError(use.error, use.details ? { details: use.details } : {})
  return use
}

/** Records a sale that is paid without points. Throws as `generatePoints`. */
export function counterSale(
  context: Needs,
  call: CounterCall,
  { shop, customer, ...sale }: CounterSale,
): Promise<CountedSale> {
  const perform = async (till: Till) => {
    await lockCustomer(till, call, customer)
    const answer = await recordSale(context, call, till, {
      ...sale,
      customer: tillCustomer(customer),
      points_value: 0,
    })
    const { id: record_id, customer_id } = answer
    return {
      answer,
      counted: [{ kind: 'sale' as const, id: record_id, external_id: sale.external_id }],
      customer_id,
      act: (actor: Actor, person: ActCustomer) =>
        sold(actor, person, {
          shop: till.shop,
          purchase_value: sale.purchase_value,
          record_id,
        }),
    }
  }
  return counterAct(context, call, shop, perform, { sale_id: sale.external_id })
}

type Sale = {
  customer: TillCustomer
  purchase_value: number
  points_value: number
  external_id: string
  calculation_rule_id?: string | undefined
}

export function recordSale(
  { secret }: Needs,
  { company_id, now, header }: CounterCall,
  { connection, engine, key, shop }: Till,
  sale: Sale,
): Promise<CountedSale> {
  return generatePoints(
    { database: connection, engine, secret },
    {
      credential: counterCredential(company_id, key),
      sale: { calculation_rule_id: undefined, ...sale, subsidiary_name: shop },
      now,
      header,
      ...unkeyed,
    },
  )
}

function tillCustomer({ id, ...key }: CounterCustomerKey): TillCustomer {
  return id === undefined ? key : { customer_id: id }
}

/**
 * Waits for the customer's commands in progress, so that the engine finds no row busy. A customer without an account has no row
 * yet; the engine adds it.
 */
export async function lockCustomer(
  { connection }: Pick<Till, 'connection'>,
  { company_id, now }: CounterCall,
  { id, document, phone }: CounterCustomerKey,
): Promise<void> {
  await rows(
    connection,
    sql`select lock_balance(
                 ${company_id}, coalesce(merged_into(${company_id}, ${id ?? null}), ${id ?? null}::uuid, named.id))
          from (values (1)) one
          left join named_customers(
                 ${company_id}, ${document ?? null}, ${phone ?? null}, null, null, ${now}) named on true`,
  )
}
