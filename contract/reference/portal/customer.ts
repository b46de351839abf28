/** Marina registers, confirms her email and completes her address. */

import type { Customer } from '#contract/customer.ts'
import { memberCodeExample, sessionExample } from '#contract/reference/session-example.ts'

import { customerLevelsExample, newCustomerLevelsExample } from './level.ts'
import type { PortalExamples } from './portal-key.ts'

const person = {
  name: 'Marina Duarte',
  email: 'marina@example.com',
  document: '52998224725',
  birthdate: '1991-04-17',
}

const noAddress = {
  address_street: null,
  address_district: null,
  address_city: null,
  address_state: null,
  address_postal_code: null,
  address_complement: null,
  address_number: null,
  address_country: 'BR',
}

const address = {
  address_street: 'Rua dos Pinheiros',
  address_district: 'Pinheiros',
  address_city: 'São Paulo',
  address_state: 'SP',
  address_postal_code: '05422010',
  address_complement: 'Apto 31',
  address_number: '1200',
  address_country: 'BR',
} as const

/** On the day of the registration. */
const newCustomer: Customer = {
  id: sessionExample.customer_id,
  ...person,
  phone: null,
  sex: null,
  ...noAddress,
  address: noAddress,
  avatar_url: null,
  login_type: 'EMAIL',
  emailVerified: false,
  require_password: true,
  use_cnpj: false,
  opt_in: true,
  opt_in_marketing: false,
  balance: {
    amount_balance: 0,
    value_balance: 0,
    received_amount: 0,
    spent_value: 0,
    pending_amount: 0,
    pending_value: 0,
    held_amount: 0,
    held_value: 0,
    deficit_amount: 0,
    deficit_value: 0,
  },
  ...newCustomerLevelsExample,
}

/** After the sale of the till's examples. */
export const customerExample: Customer = {
  ...newCustomer,
  phone: '+5511987654321',
  sex: 'F',
  ...address,
  address,
  emailVerified: true,
  balance: {
    ...newCustomer.balance,
    amount_balance: 261,
    value_balance: 1305,
    received_amount: 461,
    spent_value: 1000,
  },
  ...customerLevelsExample,
}

const newMemberCode = { ...memberCodeExample, server_time: '2026-11-02T13:00:00.000Z' }

export const customerExamples = {
  'POST /customer/create-via-email': {
    body: { ...person, password: 'aurora2026', opt_in: true },
    answer: { data: newCustomer, token: sessionExample.token, member_code: newMemberCode },
  },
  'POST /customer/create-via-firebase': {
    body: { document: person.document, birthdate: person.birthdate, opt_in: true },
    answer: {
      ...newCustomer,
      login_type: 'GOOGLE',
      emailVerified: true,
      require_password: false,
    },
  },
  'POST /customer/email-confirmation': {
    body: {
      token: 'bGluay1kZS1jb25maXJtYWNhby1kYS1tYXJpbmEtMDE',
      current_password: 'aurora2026',
    },
    answer: {
      password_ended: false,
      data: { ...newCustomer, emailVerified: true },
      token: sessionExample.token,
      member_code: newMemberCode,
    },
  },
  'POST /customer/email-confirmation/resend': {},
  'GET /customer': { query: { update_level: 'TRUE' }, answer: customerExample },
  'PUT /customer': {
    body: { phone: '11987654321', sex: 'F', ...address },
    answer: customerExample,
  },
  'GET /customer/member-code': { answer: memberCodeExample },
} as const satisfies Partial<PortalExamples>
