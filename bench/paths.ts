/** What is measured: each call as autocannon sends it and, where it moves points, as pgbench calls the same functions. */

import { randomUUID } from 'node:crypto'

import type autocannon from 'autocannon'

import { intentionCode } from '#api/intention/code.ts'

import type { Ground } from './ground.ts'

export const clients = 64

/** Whom a client asks about. */
export type Asked = Omit<Ground, 'tidyUp' | 'close'>

export type Path = {
  name: string
  /** One after the other, on each of the connections. */
  requests: (ground: Asked) => autocannon.Request[]
  /** pgbench's; `:client_id` and `n`, a customer whom no other of its clients has. */
  script?: (ground: Asked) => string
}

const subsidiary_name = 'Loja 1'

/** What an empty route is asked with: the same headers, made up anew for each request. */
export const empty: Path = { name: 'an empty Fastify route', requests: asCustomers('/') }

export const balance: Path = {
  name: 'GET /customer/balance',
  requests: asCustomers('/api/customer/balance'),
}

export const intention: Path = {
  name: 'GET /points/intention',
  requests: asCustomers('/api/points/intention'),
}

export const generation: Path = {
  name: 'POST /partner/points/generate',
  requests: (ground) => {
    const next = turns(ground)
    return [
      post('/api/partner/points/generate', () => {
        const { document, till } = next()
        const body = { customer: { document }, purchase_value: 12_345, ...sold() }
        return { headers: { authorization: `Bearer ${till}` }, body }
      }),
    ]
  },
  script: ({ company_id }) => `${customer_of_its_own}
select (generate_points('${company_id}', till.id, customer.id, 12345, 0, gen_random_uuid()::text, 'Loja 1', null, '\\x00', now())).refusal
  from bench_customer customer, bench_till till
 where customer.n = :n and till.n = :client_id;
`,
}

export const consumption: Path = {
  name: 'a use of points, held and captured',
  requests: (ground) => {
    const { company_id, secret } = ground
    const next = turns(ground)
    const open = post('/api/partner/points/intention', (context) => {
      const { document, till } = next()
      const body = { customer: { document }, purchase_value: 12_345, points_amount: 1, ...sold() }
      context['till'] = till
      return { headers: { authorization: `Bearer ${till}` }, body }
    })
    const capture = post('', (context) => {
      const id = context['id']!
      const shown = { company_id, id, points_amount: 1, subsidiary_name }
      return {
        path: `/api/partner/points/intention/${id}/capture`,
        headers: { authorization: `Bearer ${context['till']}` },
        body: { code: intentionCode(secret, shown) },
      }
    })
    const noteId = (_status: number, body: string, context: object) => {
      const [, id] = /"id":"([^"]+)"/.exec(body) ?? []
      ;(context as Context)['id'] = id ?? randomUUID()
    }
    return [{ ...open, onResponse: noteId }, capture]
  },
  // Any till, because one asks a customer ten times an hour.
  script: ({ company_id }) => `${customer_of_its_own}
\\set till random(0, ${clients - 1})
select (opened.intention).id as id, (opened.intention).partner_key_id as partner_key_id, intention_code(opened.intention, '\\x00') as code
  from bench_customer customer, bench_till till,
       open_intention('${company_id}', till.id, customer.id, gen_random_uuid()::text, '\\x00', 'Loja 1', 12345, 1, null, now()) opened
 where customer.n = :n and till.n = :till
\\gset
select (capture_intention('${company_id}', :partner_key_id, :id, :code, '\\x00', null, now())).refusal;
`,
}

export const voucher: Path = {
  name: 'POST /voucher/generate',
  requests: vouchers(() => ({})),
  script: ({ company_id, prize_id }) => `${customer_of_its_own}
select count(redeemed.refusal)
  from bench_customer customer,
       redeem_prizes('${company_id}', customer.id, customer.document, '[{"prize_id": "${prize_id}", "quantity": 1}]',
                     array[row(uuid_send(gen_random_uuid()), '\\x00')::code_pair], now()) redeemed
 where customer.n = :n;
`,
}

/** As the portal sends it: not in a batch, but in the transaction of its key. */
export const keyed_voucher: Path = {
  name: '… with an Idempotency-Key',
  requests: vouchers(() => ({ 'idempotency-key': randomUUID() })),
}

const customer_of_its_own = `\\set n random(0, :customers / ${clients} - 1) * ${clients} + :client_id`

type Context = Record<string, string>
type Call = { path?: string; headers: Record<string, string>; body?: object }

function post(path: string, call: (context: Context) => Call): autocannon.Request {
  return {
    method: 'POST',
    path,
    setupRequest: (request, context) => {
      const { body, headers, ...changes } = call(context as Context)
      return {
        ...request,
        ...changes,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }
    },
  }
}

function asCustomers(path: string) {
  return (ground: Asked): autocannon.Request[] => {
    const next = turns(ground)
    return [
      {
        method: 'GET',
        path,
        setupRequest: (request) => ({ ...request, headers: customerHeaders(ground, next()) }),
      },
    ]
  }
}

function vouchers(more: () => Record<string, string>) {
  return (ground: Asked): autocannon.Request[] => {
    const next = turns(ground)
    return [
      post('/api/voucher/generate', () => {
        const customer = next()
        return {
          headers: { ...customerHeaders(ground, customer), ...more() },
          body: {
            customer_document: customer.document,
            products: [{ prize_id: ground.prize_id, quantity: 1 }],
          },
        }
      }),
    ]
  }
}

export function customerHeaders({ company_id }: Asked, { token }: { token: string }) {
  return { 'company-id': company_id, authorization: `Bearer ${token}` }
}

/** Customer after customer, so that no two requests at once are about the same one; each time round at another till. */
export function turns({ customers, tills }: Asked) {
  let turn = Math.floor(Math.random() * customers.length)
  return () => {
    turn += 1
    const customer = customers[turn % customers.length]!
    const till = tills[(turn + Math.floor(turn / customers.length)) % tills.length]!
    return { ...customer, till }
  }
}

export function sold() {
  return { external_id: randomUUID(), subsidiary_name }
}
