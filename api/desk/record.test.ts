/** A customer's record, and 'Mostrar dados' with its traces in audit log, export and erasure (D15, D16). */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { purgeViews } from '#api/audit/customer-acts.ts'
import { verifyAuditChain } from '#api/audit/verify.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import {
  asPartner,
  createWorld,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { CustomerDetails, CustomerHistory, CustomerRecord } from '#contract/console/desk.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import type { CustomerData, Forfeit } from '#contract/privacy.ts'
import { rows, sql } from '#database/sql.ts'
import { applyEach } from '#engine/apply.ts'
import { importedId } from '#engine/command.ts'

const lines: string[] = []
const world = await createWorld({ log: (line) => lines.push(line) })
const { call, database } = world
const shop = await world.createCompany('padaria', {
  prizes: [{ key: 'um', name: 'Pão', value: 10, stock: 100 }],
  levels: [
    { name: 'Início', trigger_amount: 0 },
    { name: 'Ouro', trigger_amount: 100 },
  ],
  settings: { levels_system: 'LOOKBACK', update_lookback: 365 },
})
const attendant = await staffOf(world, shop, 'attendant', { name: 'Ana Prado' })
const { headers } = attendant

type Customer = Awaited<ReturnType<typeof world.registered>>

async function recordOf(id: string): Promise<CustomerRecord> {
  const answer = await call('GET /admin/customer/{id}', { headers, params: { id } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as CustomerRecord
}

async function historyOf(id: string, query: Record<string, number> = {}) {
  const answer = await call('GET /admin/customer/{id}/points', { headers, params: { id }, query })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as CustomerHistory
}

function view(id: string, reason: unknown = 'identify', by = headers) {
  return call('POST /admin/customer/{id}/data', { headers: by, params: { id }, body: { reason } })
}

/** A customer with address, points, a voucher and a hold. */
async function busyCustomer(): Promise<Customer> {
  const customer = await world.confirmed(shop, 500)
  const [prize] = (await call('GET /prize', { headers: customer.headers })).body as [{ id: string }]
  const answers = [
    await call('PUT /customer', {
      headers: customer.headers,
      body: {
        name: 'Zuleica Canário',
        address_street: 'Rua do Canário',
        address_number: '77',
        address_city: 'Ourinhos',
        address_state: 'SP',
        address_postal_code: '19900000',
      },
    }),
    await call('POST /voucher/generate', {
      headers: customer.headers,
      body: {
        customer_document: customer.document,
        products: [{ prize_id: prize.id, quantity: 1 }],
      },
    }),
    await call('POST /partner/points/intention', {
      headers: asPartner(shop),
      body: sale(customer.document, { points_amount: 40 }),
    }),
  ]
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
  return customer
}

async function leave(customer: Customer): Promise<void> {
  const preview = await call('GET /customer/erasure', { headers: customer.headers })
  const { forfeits } = preview.body as { forfeits: Forfeit }
  const body = { forfeits, current_password: customer.password }
  const answer = await call('DELETE /customer', { headers: customer.headers, body })
  expect(answer.status, answer.text).toBe(204)
}

function actsOnCustomer(company: TestCompany, id: string) {
  return rows<{ action: string; detail: object; sentence: string | null }>(
    database,
    sql`select action, detail, content ->> 'sentence' as sentence
          from audit_entry
          left join audit_personal using (company_id, sequence)
         where company_id = ${company.id}
           and subject = ${id}
         order by sequence`,
  )
}

describe('the record of a customer', () => {
  test('has masked data, every part of the balance, the level, and vouchers without codes [D15]', async () => {
    const customer = await busyCustomer()
    const record = await recordOf(customer.id)
    expect(record).toMatchObject({
      id: customer.id,
      name: 'Zuleica C.',
      document: expect.stringMatching(/^\*\*\*\.\d{3}\.\d{3}-\*\*$/),
      email: expect.stringMatching(/^.…@exemplo\.com\.br$/),
      birthdate: '…',
      address: '…',
      is_registered: true,
      has_confirmed_email: true,
      balance: { amount_balance: 450, held_amount: 40, pending_amount: 0, deficit_amount: 0 },
      level: 'Ouro',
      vouchers: [{ state: 'TO_WITHDRAW', prize: { name: 'Pão' }, points_amount: 10 }],
      voucher_count: 1,
    })
    const text = JSON.stringify(record)
    for (const secret of [customer.document, customer.email, 'Canário', 'Ourinhos', '"code"']) {
      expect(text).not.toContain(secret)
    }
  })

  test('opens no voucher code: one that no secret opens does not hide the record [D15]', async () => {
    const customer = await busyCustomer()
    await rows(
      database,
      sql`update voucher
             set sealed_code = ${Buffer.alloc(40)}
           where company_id = ${shop.id} and customer_id = ${customer.id}`,
    )
    expect(await recordOf(customer.id)).toMatchObject({
      vouchers: [{ prize: { name: 'Pão' } }],
      voucher_count: 1,
    })
  })

  test('has no level in a company without levels, and below the first one [D15 D6]', async () => {
    const without = await world.createCompany('sem-niveis', {})
    const high = await world.createCompany('alto', {
      levels: [{ name: 'Prata', trigger_amount: 100 }],
      settings: { levels_system: 'LOOKBACK', update_lookback: 365 },
    })
    for (const company of [without, high]) {
      const { headers: by } = await staffOf(world, company, 'attendant')
      const { id } = await world.confirmed(company, 50)
      const answer = await call('GET /admin/customer/{id}', { headers: by, params: { id } })
      expect(answer.body).toMatchObject({ level: null, vouchers: [], voucher_count: 0 })
    }
  })

  test('of a document without a person says so [D3 D15]', async () => {
    const customer = { document: '52998224725' }
    await world.generate(shop, sale(customer.document))
    const search = await call('POST /admin/customer/search', {
      headers,
      body: { text: customer.document },
    })
    const { customers } = search.body as { customers: [{ id: string }] }
    expect(await recordOf(customers[0].id)).toMatchObject({
      name: null,
      email: null,
      is_registered: false,
      last_seen_on: null,
      balance: { amount_balance: 100 },
    })
  })

  test('has the movements that the customer sees, page by page [D15 R7.3]', async () => {
    const customer = await busyCustomer()
    const own = await call('GET /points', { headers: customer.headers })
    const whole = await historyOf(customer.id)
    expect(whole).toEqual({ entries: own.body, next: null })
    expect(whole.entries).toHaveLength(2)
    const first = await historyOf(customer.id, { per_page: 1 })
    expect(first.next).toBe(2)
    const second = await historyOf(customer.id, { per_page: 1, before: first.next! })
    expect([...first.entries, ...second.entries]).toEqual(whole.entries)
    expect(second.next).toBeNull()
  })

  test('names an imported balance by its number in the file, without a prefix [D15 D17]', async () => {
    const customer = await world.registered(shop)
    const command = {
      verb: 'import',
      import_id: randomUUID(),
      document: customer.document,
      amount: 30,
      value: 30,
      expires_on: null,
      external_id: importedId('SOCIO-7'),
    } as const
    await applyEach(database, shop.id, [command], world.now())
    const { entries } = await historyOf(customer.id)
    expect(entries).toMatchObject([{ origin: 'import', external_id: 'SOCIO-7' }])
  })

  test('is not found for an unknown, foreign or erased customer, and nothing is written [D15 D16]', async () => {
    const foreign = await world.registered(world.posto)
    const gone = await world.registered(shop)
    await leave(gone)
    const keys: EndpointKey[] = [
      'GET /admin/customer/{id}',
      'GET /admin/customer/{id}/points',
      'POST /admin/customer/{id}/data',
    ]
    for (const id of [foreign.id, gone.id, randomUUID()]) {
      for (const key of keys) {
        const body = key.startsWith('POST') ? { body: { reason: 'identify' } } : {}
        const answer = await call(key, { headers, params: { id }, ...body })
        expect(errorOf(answer)).toMatchObject({ status: 404, type: 'not_found' })
      }
      expect(await actsOnCustomer(shop, id)).toEqual([])
    }
  })
})

describe('Mostrar dados', () => {
  test('answers the data in full, and the audit log says who saw them and why [D15]', async () => {
    const customer = await busyCustomer()
    const answer = await view(customer.id, 'deliver')
    expect(answer.status, answer.text).toBe(200)
    const details: CustomerDetails = {
      name: 'Zuleica Canário',
      document: customer.document,
      email: customer.email,
      phone: null,
      birthdate: customer.birthdate,
      address: 'Rua do Canário, 77, Ourinhos, SP, 19900000',
    }
    expect(answer.body).toEqual(details)
    expect(await actsOnCustomer(shop, customer.id)).toEqual([
      {
        action: 'customer.viewed',
        detail: { before: null, after: { reason: 'entregar um prêmio' } },
        sentence: 'Ana Prado viu os dados de Zuleica C. — motivo: entregar um prêmio',
      },
    ])
  })

  test.each([undefined, 'curiosity', 7])(
    'needs a reason of the list, not %s [D15]',
    async (reason) => {
      const customer = await world.registered(shop)
      const answer = await view(customer.id, reason ?? null)
      expect(errorOf(answer)).toMatchObject({
        status: 422,
        fields: { reason: ['Escolha um motivo'] },
      })
      expect(await actsOnCustomer(shop, customer.id)).toEqual([])
    },
  )

  test('is told to the person in GET /customer/data, without the name of the staff member [D16]', async () => {
    const customer = await world.registered(shop)
    // Another spelling of the same id.
    await view(customer.id.toUpperCase(), 'contact')
    const answer = await call('GET /customer/data', { headers: customer.headers })
    const { staff_acts } = answer.body as CustomerData
    expect(staff_acts).toEqual([
      {
        at: world.now().toISOString(),
        act: 'viu os dados de um cliente',
        reason: 'falar com a pessoa',
      },
    ])
    expect(answer.text).not.toContain('Prado')
  })

  test('leaves no name in the audit log after an erasure, and the chain still verifies [D16]', async () => {
    const customer = await busyCustomer()
    await view(customer.id)
    await leave(customer)
    expect(await actsOnCustomer(shop, customer.id)).toMatchObject([
      { action: 'customer.viewed', sentence: null },
    ])
    expect((await verifyAuditChain(database, shop.id)).faults).toEqual([])
    const log = await call('GET /admin/audit', {
      headers: (await staffOf(world, shop, 'owner')).headers,
      query: { action: 'customer.viewed', per_page: 200 },
    })
    expect(log.text).toContain('(apagado) viu os dados de um cliente')
    expect(log.text).not.toContain(
      'Zuleica C. — motivo: conferir quem é a pessoa","subject":"' + customer.id,
    )
  })

  test('is told for 12 months; then its personal values go, and those of other acts stay [D16]', async () => {
    const company = await world.createCompany('antiga', {})
    const { headers: by } = await staffOf(world, company, 'attendant')
    const customer = await world.registered(company)
    await view(customer.id, 'identify', by)
    const later = (months: number) => {
      const date = new Date(world.now())
      date.setUTCMonth(date.getUTCMonth() + months, date.getUTCDate() + 1)
      return date
    }
    await purgeViews(database, later(11))
    expect(await actsOnCustomer(company, customer.id)).toMatchObject([
      { sentence: expect.any(String) },
    ])
    await purgeViews(database, later(12))
    expect(await actsOnCustomer(company, customer.id)).toMatchObject([{ sentence: null }])
    expect((await verifyAuditChain(database, company.id)).faults).toEqual([])
    const answer = await call('GET /customer/data', { headers: customer.headers })
    expect((answer.body as CustomerData).staff_acts).toEqual([])
  })

  test('beside an erasure is refused, or its personal values are erased too [D15 D16]', async () => {
    for (let time = 0; time < 5; time += 1) {
      const customer = await world.registered(shop)
      const [answer] = await Promise.all([view(customer.id), leave(customer)])
      expect([200, 404]).toContain(answer.status)
      const acts = await actsOnCustomer(shop, customer.id)
      expect(acts.filter(({ sentence }) => sentence !== null)).toEqual([])
      expect(acts).toHaveLength(answer.status === 200 ? 1 : 0)
    }
  })
})

test('no log line holds what was searched or shown [D15 D16]', async () => {
  const customer = await busyCustomer()
  lines.length = 0
  for (const text of [customer.document, customer.email, 'Zuleica Canário', '123']) {
    await call('POST /admin/customer/search', { headers, body: { text } })
  }
  await recordOf(customer.id)
  await view(customer.id)
  const log = lines.join('')
  expect(log).not.toBe('')
  for (const text of [customer.document, customer.email, 'Zuleica', 'Canário']) {
    expect(log).not.toContain(text)
  }
})
