/** The company of a load: prizes, tills, customers, and the staff at counter and desk. */

import { randomUUID } from 'node:crypto'

import { applyCompany } from '#api/company-file/apply.ts'
import type { Context, SealedDatabase } from '#api/context/context.ts'
import { proveEmail } from '#api/customer/prove-email.ts'
import { register } from '#api/customer/register.ts'
import { createLog } from '#api/log/log.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { newCpf } from '#api/testing/samples/cpf.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { CompanyFile } from '#contract/company-file.ts'
import { staffCookieAt, type StaffRole } from '#contract/console/staff.ts'
import { systemIo } from '#database/io.ts'
import { row, rows, sql } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'

/** Codes of the pool of one prize. Once they are issued, a redemption is refused. */
const defaultCodes = 5_000
export const promotion_code = 'SEMPRE'

export type Size = {
  customers: number
  /** Tills: several, because one may open only ten intentions per customer and hour (T6). */
  tills: number
  /** People at the counter, for the same reason. */
  cashiers: number
  /** People at the desk. Each has two accounts that no other person blocks, corrects or merges. */
  desks: number
  codes?: number
}

export type Person = { id: string; document: string; headers: Record<string, string> }

/** A person at the desk. `pair`: the account that stays in a merge, and the one that it absorbs. */
export type Desk = { headers: Record<string, string>; pair: [Person, Person] }

export type Shop = {
  company_id: string
  /** The company has no list of shops, so its counter is one, under its own name. */
  name: string
  prizes: string[]
  keys: string[]
  customers: Person[]
  cashiers: Record<string, string>[]
  desks: Desk[]
}

/** Creates a company with everything that a load needs. Each call makes another company. */
export async function openShop({ database, secret }: SealedDatabase, size: Size): Promise<Shop> {
  const now = new Date()
  const { company_id, name } = await company({ database, secret }, now, size.codes ?? defaultCodes)
  const context: Context = {
    database,
    engine: createEngine(systemIo(database)),
    clock: () => now,
    secret,
    queueMail: async () => undefined,
    push: null,
    log: createLog('silent'),
  }
  const prizes = await rows<{ id: string }>(
    database,
    sql`select id from prize where company_id = ${company_id} order by position`,
  )
  const staff = (role: StaffRole) => staffHeaders({ database, secret }, company_id, role)
  const person = () => customer(context, company_id)
  return {
    company_id,
    name,
    prizes: prizes.map(({ id }) => id),
    keys: await inTurn(size.tills, (n) =>
      createPartnerKey(database, company_id, `Caixa ${n}`, now),
    ),
    customers: await inTurn(size.customers, person),
    cashiers: await inTurn(size.cashiers, () => staff('cashier')),
    desks: await inTurn(size.desks, async () => ({
      headers: await staff('manager'),
      pair: [await person(), await person()],
    })),
  }
}

/**
 * Begins the sessions of the staff anew: a session ends after 30 minutes without a call, and a second factor, which merges need, is fresh
 * for 5 minutes.
 */
export async function renewSessions(
  { database }: Pick<SealedDatabase, 'database'>,
  company_id: string,
  now: Date = new Date(),
): Promise<void> {
  await rows(
    database,
    sql`update staff_session
           set created_at = ${now}, last_seen_at = ${now}, factor_at = ${now}
         where company_id = ${company_id}`,
  )
}

/** The headers of a staff member's session. The clients call 127.0.0.1, which is no .localhost: its cookie has the long name. */
async function staffHeaders(
  { database, secret }: SealedDatabase,
  company_id: string,
  role: StaffRole,
): Promise<Record<string, string>> {
  const company = { id: company_id, hostname: '', key: '' }
  const { token } = await staffOf({ database, secret, now: () => new Date() }, company, role)
  return { 'company-id': company_id, cookie: `${staffCookieAt('127.0.0.1')}=${token}` }
}

async function company(
  sealed: SealedDatabase,
  now: Date,
  poolCodes: number,
): Promise<{ company_id: string; name: string }> {
  const slug = `prova-${randomUUID().slice(0, 8)}`
  const file = CompanyFile.parse({
    slug,
    name: slug,
    frontend_domain: `${slug}.localhost`,
    logo: 'logo.svg',
    favicon: 'logo.svg',
    calculation_rules: [
      {
        key: 'compra',
        name: 'Compra',
        type: 'POINTS_PER_REAL',
        rate: 1,
        expires_in: { months: 1 },
      },
    ],
    settings: { levels_system: 'LOOKBACK', update_lookback: 30 },
    levels: [
      { name: 'Um', trigger_amount: 0 },
      { name: 'Dois', trigger_amount: 2_000, multiplier: 1.5 },
    ],
    prizes: [
      { key: 'livre', name: 'Livre', value: 3 },
      { key: 'estoque', name: 'Estoque', value: 5, stock: 1_000_000 },
      { key: 'codigos', name: 'Codigos', value: 2, codes: { pool: 'codigos.txt' } },
    ],
    promotions: [
      {
        code: promotion_code,
        name: 'Sempre',
        starts_at: '2026-01-01',
        ends_at: '2126-01-01',
        filters: { ACTIVATIONS_LIMIT: { per_customer: 1_000 } },
        action: { GENERATE_POINTS: { amount: 7, expires_in: { days: 30 } } },
      },
    ],
  })
  const logo = { hash: 'logo.svg', media_type: 'image/svg+xml', content: Buffer.from('<svg/>') }
  const codes = Array.from({ length: poolCodes }, (_, n) => `Q${n}`)
  const folder = {
    file,
    images: new Map([['logo.svg', logo]]),
    codes: new Map([['codigos.txt', codes]]),
    credentials: new Map(),
    placeOf: (field: string) => field,
  }
  await applyCompany(sealed, folder, now)
  const made = await row<{ company_id: string }>(
    sealed.database,
    sql`select company_id from company where slug = ${slug}`,
  )
  return { company_id: made!.company_id, name: slug }
}

/** A customer with a confirmed email, because promotions require a confirmed contact. */
async function customer(context: Context, company_id: string): Promise<Person> {
  const now = context.clock()
  const document = newCpf()
  const email = `${randomUUID()}@exemplo.com.br`
  const { data, token } = await register(
    context,
    {
      name: 'Ana Lima',
      email,
      document,
      birthdate: '1990-01-01',
      password: 'segredo1',
      opt_in: true,
      opt_in_marketing: false,
    },
    // A different IP address each: registrations are rate limited by address.
    {
      company_id,
      address: `10.0.${document.slice(0, 2)}.${document.slice(2, 4)}`,
      user_agent: null,
      now,
    },
  )
  const owner = { customer_id: data.id, email }
  await proveEmail(context.database, company_id, owner, now, { byOwner: true })
  return { id: data.id, document, headers: headersOf(token, company_id) }
}

function headersOf(token: string, company_id: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'company-id': company_id }
}

async function inTurn<Result>(
  count: number,
  work: (n: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let n = 0; n < count; n += 1) results.push(await work(n))
  return results
}
