/** A company with customers and a till, on which a random history is played. Compares the engine's answers and its state. */

import { randomUUID } from 'node:crypto'

import type pg from 'pg'

import type { SealedDatabase } from '#api/context/context.ts'
import type { Customer } from '#contract/customer.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import type { Intention } from '#contract/intention.ts'
import type { ExpiringPoints, ReversalPolicy, Statement } from '#contract/points.ts'
import type { Prize } from '#contract/prize.ts'
import type { Voucher } from '#contract/voucher.ts'
import { systemIo } from '#database/io.ts'
import { row, rows, sql } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'

import type { callersOf } from '../worlds/callers.ts'
import { type Answer, asPartner, type Sent } from '../worlds/people.ts'
import {
  type EngineModel,
  intention_minutes,
  lasts,
  points_per_real,
  prizes,
  promotions,
  waits,
} from './engine-model.ts'
import { chain, type Programme } from './level-model.ts'
import type { Received } from './verification.ts'

const first_day = '2027-01-01'
const began = new Date(`${first_day}T11:00:00Z`)
const day_ms = 86_400_000

/** A node whose clock a history moves. */
export type World = ReturnType<typeof callersOf> &
  SealedDatabase & { database: pg.Pool; now: () => Date; moveClock: (to: string) => void }

export type Stage = Awaited<ReturnType<typeof setStage>>
export type Player = Stage['people'][number]

/** Creates a company with its customers, and sets the clock to 08:00 of the first day. */
export async function setStage(
  world: World,
  programme: Programme,
  reversal: ReversalPolicy,
  people: number,
) {
  world.moveClock(began.toISOString())
  const shop = await world.createCompany(
    `motor-${randomUUID().slice(0, 8)}`,
    companyFile(programme, reversal),
    { 'codigos.txt': ['UM', 'DOIS', 'TRES', 'QUATRO'] },
  )
  const rule = await row<{ id: string }>(
    world.database,
    sql`select id from calculation_rule where company_id = ${shop.id} and name = 'Depois'`,
  )
  const store = await rows<{ id: string }>(
    world.database,
    sql`select id from prize where company_id = ${shop.id} order by position`,
  )
  const stage = {
    world,
    shop,
    engine: createEngine(systemIo(world.database)),
    waitingRule: rule!.id,
    prizes: store.map(({ id }) => id),
    people: await Promise.all(Array.from({ length: people }, () => player(world, shop))),
    /** The answers to all calls that move points or issue vouchers. */
    told: [] as Received[],
    /** The calls with an idempotency key, and the bytes of their answers. */
    keyed: [] as { key: EndpointKey; sent: Sent; text: string; at: number }[],
  }
  for (const { headers } of stage.people) {
    await world.call('GET /customer', { headers, query: { update_level: 'TRUE' } })
  }
  return stage
}

function companyFile({ time_zone, ...settings }: Programme, reversal: ReversalPolicy) {
  const expires_in = { days: lasts }
  return {
    time_zone,
    settings,
    levels: chain,
    reversal,
    points_per_real,
    intention_minutes,
    calculation_rules: [
      { name: 'Na hora', type: 'POINTS_PER_REAL', rate: 1, expires_in },
      { name: 'Depois', type: 'POINTS_PER_REAL', rate: 1, waiting_days: waits, expires_in },
    ],
    prizes: prizes.map(prizeEntry),
    promotions: promotions.map(promotionEntry),
  }
}

function prizeEntry(prize: (typeof prizes)[number]) {
  return {
    key: prize.key,
    name: prize.key,
    value: prize.value,
    ...('lasts' in prize && { expires_in: prize.lasts }),
    ...('until' in prize && { expires_at: dayOf(prize.until) }),
    ...('stock' in prize && { stock: prize.stock }),
    ...('pool' in prize && { codes: { pool: 'codigos.txt' } }),
    ...('level' in prize && { level_required: prize.level }),
  }
}

function promotionEntry(offer: (typeof promotions)[number]) {
  return {
    code: offer.code,
    name: offer.code,
    starts_at: first_day,
    ends_at: dayOf(offer.until),
    filters: {
      ACTIVATIONS_LIMIT: {
        per_customer: offer.per_customer,
        ...('in_all' in offer && { in_all: offer.in_all }),
      },
      ...('new_days' in offer && { NEW_REGISTER: { days: offer.new_days } }),
    },
    action: {
      GENERATE_POINTS: {
        amount: offer.amount,
        ...('lasts' in offer && { expires_in: { days: offer.lasts } }),
      },
    },
  }
}

/** A new customer, and lists for the ids of the customer's movements. Each list keeps the order of the model. */
async function player(world: World, shop: Parameters<World['confirmed']>[0]) {
  return {
    ...(await world.confirmed(shop)),
    purchases: [] as string[],
    captures: [] as string[],
    vouchers: [] as { id: string; code: string }[],
    intentions: [] as string[],
  }
}

function dayOf(day: number): string {
  return new Date(Date.parse(first_day) + day * day_ms).toISOString().slice(0, 10)
}

function dayNumber(date: string): number {
  return (Date.parse(date) - Date.parse(first_day)) / day_ms
}

/** Moves the clock to `now`. Extends the sessions, which would otherwise end after 60 days. */
export async function passTo({ world, shop, engine }: Stage, now: Date): Promise<void> {
  world.moveClock(now.toISOString())
  const due = await rows<{ id: string }>(
    world.database,
    sql`with extended as (
             update session set expires_at = 'infinity', last_used_on = ${now}::timestamptz::date
              where company_id = ${shop.id})
        select id
          from hold
         where company_id = ${shop.id}
           and ended_at is null
           and expires_at <= ${now}
           and ends_with_recovery(company_id, id)`,
  )
  // Expire intentions, as the job does within 5 s. Until then the points of an ended hold with a recovery are shown as held.
  for (const { id } of due) await engine.apply(shop.id, { verb: 'expire', intention_id: id }, now)
}

/** Sends a call with or without an idempotency key. */
export async function sendAs(
  { world, told, keyed }: Stage,
  verb: Received['verb'] | null,
  key: EndpointKey,
  { isKeyed, ...sent }: Sent & { isKeyed: boolean },
): Promise<Answer> {
  const headers = {
    ...sent.headers,
    ...(isKeyed && { 'idempotency-key': randomUUID() }),
  }
  const answer = await world.call(key, { ...sent, headers })
  if (verb) told.push({ verb, subject: sent.params?.['id'] ?? null, ...answer })
  // A transient error is not stored for a key.
  if (isKeyed && answer.status < 500 && answer.status !== 429) {
    keyed.push({ key, sent: { ...sent, headers }, text: answer.text, at: world.now().getTime() })
  }
  return answer
}

export function asTill({ shop }: Stage): Record<string, string> {
  return asPartner(shop)
}

/** What the model says a customer has now, in the form of `seenBy`. */
export function expectedOf(model: EngineModel, who: number) {
  const { ledger, level, vouchers } = model.people[who]!
  const { amount, value, ...rest } = ledger.balance()
  const open = model.pending(who)
  return {
    balance: { amount_balance: amount, value_balance: value },
    ...rest,
    level: level.level().name,
    accumulated: level.accumulated(),
    vouchers: vouchers.map((voucher) => model.stateOf(voucher)),
    open: open ? { status: open.status, amount: open.amount } : null,
    left: model.left(),
    expiring: Object.fromEntries(expiring(model, who)),
    lots: ledger.lots.map(({ left, worth, gone, gone_worth, until }) => ({
      left: Number(left),
      worth: Number(worth),
      gone: Number(gone),
      gone_worth: Number(gone_worth),
      until: until === Infinity ? null : until,
    })),
  }
}

function expiring(model: EngineModel, who: number): Map<number, number> {
  const days = new Map<number, number>()
  for (const { left, until } of model.people[who]!.ledger.lots) {
    if (left === 0n || until === Infinity || until < model.today) continue
    days.set(until, (days.get(until) ?? 0) + Number(left))
  }
  return days
}

export async function seenBy({ world, shop }: Stage, { id, headers }: Player) {
  const get = async <Body>(key: EndpointKey, query: Sent['query'] = {}): Promise<Body> => {
    const answer = await world.call(key, { headers, query })
    if (answer.status >= 300) throw new Error(`${key}: ${answer.text}`)
    return answer.body as Body
  }
  const at = dayOf(dayNumber(localDay(world.now())))
  const [open, statement, balance, customer, vouchers, store, schedule, lots] = await Promise.all([
    get<Intention | undefined>('GET /points/intention'),
    get<Statement>('GET /points/statement', { at }),
    get('GET /customer/balance'),
    get<Customer>('GET /customer', { update_level: 'TRUE' }),
    get<Voucher[]>('GET /voucher', { per_page: 5_000 }),
    get<Prize[]>('GET /prize'),
    get<ExpiringPoints[]>('GET /points/expiring'),
    lotsOf(world, shop.id, id),
  ])
  const { amount_balance, value_balance, at: _at, ...rest } = statement
  return {
    balance: balanceOrBoth(balance, { amount_balance, value_balance }),
    ...rest,
    level: customer.levels_system.current?.level.name,
    accumulated: customer.transition_level_data?.accumulated_amount,
    vouchers: vouchers.toReversed().map(({ state }) => state),
    open: open ? { status: open.status, amount: open.points_amount } : null,
    left: Object.fromEntries(
      store.flatMap(({ name, stock_left }) => (stock_left === null ? [] : [[name, stock_left]])),
    ),
    expiring: Object.fromEntries(
      schedule.map(({ expires_at, points_amount }) => [dayNumber(expires_at), points_amount]),
    ),
    lots,
  }
}

/** Returns the stored balance if it equals the statement, which is made from records. Otherwise returns both: the test fails. */
function balanceOrBoth(balance: unknown, statement: object): unknown {
  return JSON.stringify(balance) === JSON.stringify(statement) ? balance : { balance, statement }
}

/** The lots of a customer, including points of holds that have ended without a written end. */
async function lotsOf({ database, now }: World, company_id: string, customer_id: string) {
  const lots = await rows<{ expires_on: string | null }>(
    database,
    sql`select remaining_amount + coalesce(freed.amount, 0)::bigint as left,
               remaining_value + coalesce(freed.value, 0)::bigint as worth,
               expired_amount as gone, expired_value as gone_worth,
               case when expires_at < 'infinity'
                    then (expires_at at time zone time_zone)::date - 1 end as expires_on
          from lot
          join points_record using (company_id, id)
          join company using (company_id)
          left join (
               select lot_id, sum(free_amount) as amount, sum(free_value) as value
                 from ended_hold_parts(${company_id}, ${customer_id}, ${now()})
                group by lot_id) freed on freed.lot_id = lot.id
         where company_id = ${company_id}
           and lot.customer_id = ${customer_id}
         order by sequence`,
  )
  return lots.map(({ expires_on, ...lot }) => ({
    ...lot,
    until: expires_on === null ? null : dayNumber(expires_on),
  }))
}

function localDay(now: Date): string {
  return new Date(now.getTime() - 3 * 3_600_000).toISOString().slice(0, 10)
}
