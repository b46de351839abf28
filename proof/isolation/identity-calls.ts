/** Further requests that name a company, or a person by a contact, a document or a filter. */

import type { NamedRows } from '#api/testing/worlds/named-rows.ts'
import { registration, type Sent } from '#api/testing/worlds/people.ts'
import { staffPassword } from '#api/testing/worlds/staff.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'

/** What a request names of a company. */
export type Named = {
  company_id: string
  hostname: string
  rows: NamedRows
  staff_email: string
}

type Naming = (named: Named, own: { document: string }) => Sent

const companyOf: Naming = ({ company_id, hostname }) => ({
  params: { id: company_id, company_id, hostname },
})
const period = { from: '2026-11-01', to: '2026-11-20' }
const movements: Naming = ({ rows: { customer, staff_id, key_id } }) => ({
  query: { ...period, customer_id: customer.id, staff_id, key_id },
})

export const identityCalls: { [key in EndpointKey]?: Naming } = {
  'GET /company/get-company-by-domain/{hostname}': companyOf,
  'GET /company/{id}': companyOf,
  'GET /company/{company_id}/settings': companyOf,
  'GET /wallet/pass/{company_id}/{token}': ({ company_id, rows }) => ({
    params: { company_id, token: rows.login_token },
  }),
  'POST /customer/login': ({ rows: { customer } }) => ({
    body: { identifier: customer.email, password: customer.password },
  }),
  'POST /customer/login-link': ({ rows: { customer } }) => ({ body: { email: customer.email } }),
  'GET /customer/password-reset': ({ rows: { customer } }) => ({
    headers: { 'customer-email': customer.email },
  }),
  // The document is taken in the caller's own company, so nobody is registered.
  'POST /customer/create-via-email': ({ rows: { customer } }, own) => ({
    body: { ...registration(), email: customer.email, document: own.document },
  }),
  'POST /admin/session': ({ staff_email }) => ({
    body: { email: staff_email, password: staffPassword },
  }),
  'POST /admin/password-reset/request': ({ staff_email }) => ({ body: { email: staff_email } }),
  'POST /admin/customer/search': ({ rows: { customer } }) => ({
    body: { text: customer.document },
  }),
  'POST /admin/counter/customer': ({ rows: { customer } }) => ({
    body: { shop: 'cafe', customer: { document: customer.document } },
  }),
  'POST /admin/counter/voucher/withdraw': ({ rows: { voucher } }) => ({
    body: { shop: 'cafe', code: voucher.code, external_id: 'retirada-1' },
  }),
  'GET /partner/customer': ({ rows: { customer } }) => ({ query: { email: customer.email } }),
  'GET /admin/movement': movements,
  'GET /admin/movement/file': movements,
}
