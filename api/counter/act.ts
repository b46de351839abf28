/**
 * A write at the counter (D15): the partner API's own function in one transaction with its row of counter_act and its entry in the audit
 * log. A repeat of the page's `external_id` writes neither again.
 */

import { type Act, type Actor, noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError, forCashier } from '#api/http/api-error.ts'
import { type CounterKey, counterKey, storedCounterKey } from '#api/partner/counter-key.ts'
import { holdCaller } from '#api/staff/person.ts'
import { subsidiaryKey } from '#contract/subsidiary.ts'
import type { Random } from '#database/io.ts'
import { type Database, LockNotGiven, row, rows, sql, transaction } from '#database/sql.ts'
import type { Engine } from '#engine/apply.ts'

import type { ActCustomer } from './acts.ts'
import { type Shop, shopOf } from './place.ts'

/** A call of the counter without idempotency key: the page's external_id takes its place. */
export type CounterCall = StaffCall & { header: (name: string, value: string) => void }

export const unkeyed = { idempotency: undefined }

/** What a write has: a connection in a transaction, the engine in the same transaction, and the till of the person and the shop. */
export type Till = Shop & { connection: Database; engine: Pick<Engine, 'apply'>; key: CounterKey }

type Kind = 'sale' | 'use' | 'return' | 'undo' | 'request' | 'voucher'

/** The row of counter_act of a write, by the id of the record, intention or voucher. */
type Counted = { kind: Kind; id: string; external_id: string }

type Done<Answer> = {
  answer: Answer
  /** Empty: a write without a movement, which has an entry each time. */
  counted: Counted[]
  customer_id: string
  /** Null: a repeat that changed nothing. */
  act: ((actor: Actor, customer: ActCustomer) => Act) | null
}

/** An error code after which the whole transaction is undone. Any other code may have counted a wrong code or a miss, which stays. */
export class RollBackError extends Error {
  readonly error: ApiError

  constructor(error: ApiError) {
    super(error.message)
    this.error = error
  }
}

/** What a person has made at a till: a sale, by its external_id, or a request for points, by its id. */
type Begun = { sale_id: string } | { sale_id?: undefined; request_id: string }

/**
 * Performs a write. Throws `unauthenticated` or `forbidden` for a person who may not work there any more, `unknown_subsidiary` for a
 * shop that is gone, and the errors of `perform` with the messages for cashiers. If the person has made what `begun` names,
 * `perform` finds its till, although the shop is gone or not theirs any more.
 */
export async function counterAct<Answer>(
  { database, engine, io }: Pick<Context, 'database' | 'engine' | 'io'>,
  call: CounterCall,
  shop: string,
  perform: (till: Till) => Promise<Done<Answer>>,
  begun: Begun | null = null,
): Promise<Answer> {
  try {
    const { result, notify } = await retryLocked(() =>
      transaction(database, async (connection) => {
        const within = engine.within(connection)
        const till = await heldTill(connection, call, shop, begun)
        const done = await perform({ ...till, engine: within.engine }).catch(keptError)
        if (!(done instanceof ApiError))
          await note(connection, call, { ...till, random: io?.random }, done)
        return { result: done, notify: within.notify }
      }),
    )
    notify()
    if (result instanceof ApiError) throw result
    return result.answer
  } catch (error) {
    if (error instanceof RollBackError) throw forCashier(error.error)
    throw error instanceof ApiError ? forCashier(error) : error
  }
}

/**
 * Runs a transaction again that found a row locked. The first sale of a CPF adds the customer, for whom other sales of the CPF could not
 * wait; in the next run they can.
 */
async function retryLocked<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let times = 1; ; times += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof LockNotGiven) || times === maxRuns) throw error
    }
  }
}

/** Runs of a write. The second one waits for the customer whom another sale has added; further ones are for chains of such sales. */
const maxRuns = 4

function keptError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** The till under the lock of the caller's row: a change of the person's role or shops waits, or the call is refused. */
async function heldTill(
  connection: Database,
  call: CounterCall,
  name: string,
  begun: Begun | null,
) {
  const { company_id, staff, now } = call
  const person = { ...(await holdCaller(connection, call)), company_id, id: staff.id }
  try {
    const shop = await shopOf(connection, person, name, now)
    return { ...shop, connection, key: await keyIn(connection, call, shop) }
  } catch (error) {
    // After an error of the database the transaction reads nothing more.
    if (!(error instanceof ApiError) || begun === null) throw error
    const till =
      begun.sale_id === undefined
        ? await tillOfRequest(connection, call, name, begun.request_id)
        : await tillOfSale(connection, call, name, begun.sale_id)
    if (till === null) throw error
    return { ...till, connection }
  }
}

/**
 * The till of a sale that the person has recorded in the last 30 days. A counter that got no answer sends the sale again, perhaps days
 * later. If the repeat were refused, the cashier would send the sale a second time for another shop.
 */
async function tillOfSale(connection: Database, call: CounterCall, name: string, sale_id: string) {
  const { company_id, now } = call
  const sale = await row<Shop & { partner_key_id: string }>(
    connection,
    sql`select record.subsidiary_name as shop, act.shop_key, act.day, act.partner_key_id
          from counter_act act
         cross join lateral known_record(act.company_id, act.id) record
         where act.company_id = ${company_id}
           and act.shop_key = ${subsidiaryKey(name)}
           and act.day >= ${now}::timestamptz::date - 30
           and act.kind = 'sale'
           and act.external_id = ${sale_id}`,
  )
  if (!sale) return null
  const { partner_key_id, ...shop } = sale
  const key = await keyIn(connection, call, shop)
  return key.partner_key_id === partner_key_id ? { ...shop, key } : null
}

/**
 * The till of a request for points that the person has made. The customer's points are held until the request ends, so the person
 * reads and cancels it although they may begin nothing there.
 */
async function tillOfRequest(database: Database, call: CounterCall, name: string, id: string) {
  const { company_id, staff, now } = call
  const shop_key = subsidiaryKey(name)
  const key = await storedCounterKey(database, { company_id, staff_id: staff.id, shop_key })
  if (!key) return null
  const shop = await row<Shop>(
    database,
    sql`select intention.subsidiary_name as shop, ${shop_key}::text as shop_key, day_of(${company_id}, ${now}) as day
          from intention_for(${company_id}, ${id}, ${key.partner_key_id}, null) found
         cross join lateral intention_of(${company_id}, found.id) intention`,
  )
  return shop ? { ...shop, key } : null
}

/** The key of the person in the shop. */
function keyIn(database: Database, call: CounterCall, { shop, shop_key }: Shop) {
  const { company_id, staff, now } = call
  return counterKey(database, { company_id, staff_id: staff.id, shop, shop_key }, now)
}

/** The shop and the key of a read. The session was checked in this call, so nothing is locked. */
export async function readingTill(database: Database, call: CounterCall, name: string) {
  const { company_id, staff, now } = call
  const shop = await shopOf(database, { ...staff, company_id }, name, now)
  return { ...shop, key: await keyIn(database, call, shop) }
}

/** The same for a read of the person's own request. */
export async function readingRequestTill(
  database: Database,
  call: CounterCall,
  name: string,
  request_id: string,
) {
  try {
    return await readingTill(database, call, name)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const till = await tillOfRequest(database, call, name, request_id)
    if (till === null) throw error
    return till
  }
}

/** Runs a read. Its errors have the messages for cashiers. */
export async function reading<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof ApiError ? forCashier(error) : error
  }
}

/** Writes what is not written yet. The audit log is last: its lock is the last of a transaction (engine/locate/lock.sql). */
async function note<Answer>(
  connection: Database,
  call: CounterCall,
  till: Omit<Till, 'engine'> & { random: Random | undefined },
  { counted, customer_id, act }: Done<Answer>,
): Promise<void> {
  const { company_id, now } = call
  if (act === null) return
  if (counted.length > 0 && (await insertActs(connection, call, till, counted)) === 0) return
  const person = await row<{ name: string | null }>(
    connection,
    sql`select name from person_of(${company_id}, ${customer_id})`,
  )
  const customer = { id: customer_id, name: person?.name ?? null }
  const actor = staffActor(call)
  await noteAct(connection, company_id, actor, act(actor, customer), now, till.random)
}

/** Returns how many are new. */
async function insertActs(
  connection: Database,
  { company_id, now }: CounterCall,
  { key, shop_key, day }: Omit<Till, 'engine'>,
  counted: Counted[],
): Promise<number> {
  const added = await rows(
    connection,
    sql`insert into counter_act (company_id, id, partner_key_id, shop_key, kind, external_id, day, created_at)
        select ${company_id}, act.id, ${key.partner_key_id}, ${shop_key}, act.kind, act.external_id, ${day}, ${now}
          from jsonb_to_recordset(${JSON.stringify(counted)}) as act (id uuid, kind text, external_id text)
        on conflict (company_id, id) do nothing
        returning id`,
  )
  return added.length
}
