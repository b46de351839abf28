/** The two callers whose guesses the proof sends: a till, and a person at the counter. */

import { randomUUID } from 'node:crypto'

import type { Sent } from '../traffic/attempt.ts'
import type { Person, Shop } from '../traffic/shop.ts'

/** How a shop sells, opens an intention and captures it. */
export type Target = {
  caller: 'till' | 'counter'
  sale: (customer: Person) => Sent
  open: (customer: Person) => Sent
  capture: (id: string, code: string) => Sent
}

export function tillTarget({ keys, name }: Shop, at: number): Target {
  const headers = { authorization: `Bearer ${keys[at % keys.length]}` }
  const call = (path: string, body: object) => ({
    ...post(`partner/points/${path}`, body),
    headers,
  })
  const purchase = ({ document }: Person) => ({
    customer: { document },
    purchase_value: 100_000,
    external_id: randomUUID(),
    subsidiary_name: name,
  })
  return {
    caller: 'till',
    sale: (customer) => call('generate', purchase(customer)),
    open: (customer) => call('intention', { ...purchase(customer), points_amount: 10 }),
    capture: (id, code) => call(`intention/${id}/capture`, { code }),
  }
}

export function counterTarget({ cashiers, name }: Shop, at: number): Target {
  const headers = cashiers[at % cashiers.length]!
  const call = (path: string, body: object) => ({
    ...post(`admin/counter/${path}`, { shop: name, ...body }),
    headers,
  })
  const purchase = ({ id }: Person) => ({
    customer: { id },
    purchase_value: 100_000,
    external_id: randomUUID(),
  })
  return {
    caller: 'counter',
    sale: (customer) => call('sale', purchase(customer)),
    open: (customer) => call('intention', { ...purchase(customer), points_amount: 10 }),
    capture: (id, code) => call(`intention/${id}/capture`, { code }),
  }
}

function post(path: string, body: object) {
  return { method: 'POST', path, body }
}
