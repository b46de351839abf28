/** The company of a chunk, with its tills and customers. Its file has the figures of `programme`. */

import { randomUUID } from 'node:crypto'

import { applyCompany } from '#api/company-file/apply.ts'
import type { Context, SealedDatabase } from '#api/context/context.ts'
import { proveEmail } from '#api/customer/prove-email.ts'
import { register } from '#api/customer/register.ts'
import { createLog } from '#api/log/log.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { newCpf } from '#api/testing/samples/cpf.ts'
import { CompanyFile } from '#contract/company-file.ts'
import { systemIo } from '#database/io.ts'
import { row, rows, sql } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'

import { programme } from './account.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>
export type Customer = Shop['customers'][number]

/** Codes of the pool and stock of the counted prize: more than one chunk can redeem. */
const stock = 10_000
/** The index of the prize with a code pool, and of the one with a stock. */
const pooled = 2
const counted = 1

/** Each chunk has a company of its own, so that counting what it has stays as fast in the last chunk as in the first. */
export async function openShop(
  { database, secret }: SealedDatabase,
  { people, tills }: { people: number; tills: number },
) {
  const now = new Date()
  const context: Context = {
    database,
    engine: createEngine(systemIo(database)),
    clock: () => now,
    secret,
    queueMail: async () => undefined,
    push: null,
    log: createLog('silent'),
  }
  const company_id = await openCompany({ database, secret }, now)
  const prizes = await rows<{ id: string }>(
    database,
    sql`select id from prize where company_id = ${company_id} order by position`,
  )
  const keys: string[] = []
  for (let n = 0; n < tills; n += 1) {
    keys.push(await createPartnerKey(database, company_id, `Caixa ${n}`, now))
  }
  const customers = await Promise.all(
    Array.from({ length: people }, () => newCustomer(context, company_id)),
  )
  return { company_id, prizes: prizes.map(({ id }) => id), keys, customers }
}

async function openCompany(sealed: SealedDatabase, now: Date): Promise<string> {
  const slug = `h-${randomUUID().slice(0, 8)}`
  const logo = { hash: 'logo.svg', media_type: 'image/svg+xml', content: Buffer.from('<svg/>') }
  const codes = Array.from({ length: stock }, (_, n) => `H${n}`)
  const folder = {
    file: CompanyFile.parse(companyFile(slug)),
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
  return made!.company_id
}

function companyFile(slug: string) {
  const rule = { type: 'POINTS_PER_REAL', rate: 1, expires_in: { days: programme.purchaseDays } }
  return {
    slug,
    name: 'Hist',
    frontend_domain: `${slug}.localhost`,
    logo: 'logo.svg',
    favicon: 'logo.svg',
    points_per_real: programme.points_per_real,
    reversal: 'deficit',
    intention_minutes: 60,
    calculation_rules: [
      { key: 'compra', name: 'Compra', ...rule },
      { key: 'depois', name: 'Depois', waiting_days: programme.waits, ...rule },
    ],
    prizes: programme.prizes.map((value, at) => ({
      key: `premio-${at}`,
      name: `Premio ${at}`,
      value,
      ...(at === counted && { stock }),
      ...(at === pooled && { codes: { pool: 'codigos.txt' } }),
    })),
    promotions: Object.entries(programme.promotions).map(([code, { points, per_customer }]) => ({
      code,
      name: code,
      starts_at: '2026-01-01',
      ends_at: '2126-01-01',
      filters: { ACTIVATIONS_LIMIT: { per_customer } },
      action: {
        GENERATE_POINTS: { amount: points, expires_in: { days: programme.promotionDays } },
      },
    })),
  }
}

/** A customer with a confirmed email, because promotions require a confirmed contact. */
async function newCustomer(context: Context, company_id: string) {
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
      address: `10.${document.slice(0, 2)}.${document.slice(2, 4)}.${document.slice(4, 6)}`,
      user_agent: null,
      now,
    },
  )
  const owner = { customer_id: data.id, email }
  await proveEmail(context.database, company_id, owner, now, { byOwner: true })
  return {
    id: data.id,
    document,
    headers: { authorization: `Bearer ${token}`, 'company-id': company_id },
  }
}
