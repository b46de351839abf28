/** Requests that name rows: for each endpoint that can name one, with the error code where the caller's company has no such row. */

import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import type { ErrorCode } from '#contract/error.ts'

import type { NamedRows } from './named-rows.ts'
import { sale, type Sent } from './people.ts'
import { validBody } from './valid-request.ts'

/** A customer of the caller's company. */
type Own = { id: string; document: string; email: string; password: string }

export type NamingCalls = { [key in EndpointKey]?: [Sent, ErrorCode] }

/** By endpoint: the parts of a request that name a row, and the code that a caller of another company gets. */
export function callsNaming(rows: NamedRows, own: Own): NamingCalls {
  return {
    ...portalCalls(rows, own),
    ...consoleCalls(rows, own),
    ...deskCalls(rows, own),
    ...counterCalls(rows, own),
    ...mailedCalls(rows, own),
  }
}

/** The calls of customers and tills. */
function portalCalls(rows: NamedRows, own: Own): NamingCalls {
  const { id: customer_id, document, email } = rows.customer
  const id = { params: { id: rows.intention_id } }
  const prizeId = { params: { id: rows.prize_id } }
  const voucherCode = { params: { code: rows.voucher.code } }
  const offer = { params: { code: rows.promotion_code } }
  const agreement = { params: { user_id: customer_id } }
  return {
    'GET /prize/{id}': [prizeId, 'not_found'],
    'PUT /prize/{id}/favorite': [prizeId, 'not_found'],
    'DELETE /prize/{id}/favorite': [prizeId, 'not_found'],
    'POST /voucher/generate': [
      {
        body: {
          customer_document: own.document,
          products: [{ prize_id: rows.prize_id, quantity: 1 }],
        },
      },
      'not_found',
    ],
    'GET /voucher/{id}': [{ params: { id: rows.voucher.id } }, 'not_found'],
    'GET /partner/voucher/{code}': [voucherCode, 'voucher_not_found'],
    'POST /partner/voucher/{code}/withdraw': [voucherCode, 'voucher_not_found'],
    'POST /partner/voucher/{code}/cancel': [voucherCode, 'voucher_not_found'],
    'GET /points/intention/{id}': [id, 'not_found'],
    'POST /points/intention/{id}/confirm': [id, 'not_found'],
    'DELETE /points/intention/{id}': [id, 'not_found'],
    'GET /partner/points/intention/{id}': [id, 'not_found'],
    'POST /partner/points/intention/{id}/capture': [id, 'not_found'],
    'DELETE /partner/points/intention/{id}': [id, 'not_found'],
    'POST /partner/points/intention': [
      { body: sale(document, { points_amount: 1 }) },
      'customer_not_found',
    ],
    'POST /partner/points/{id}/reverse': [{ params: { id: rows.record_id } }, 'not_found'],
    'POST /partner/points/generate': [
      { body: sale('', { customer: { email } }) },
      'customer_not_found',
    ],
    'POST /partner/points/simulate': [
      { body: sale(document, { calculation_rule_id: rows.rule_id }) },
      'unknown_calculation_rule',
    ],
    'GET /partner/customer': [{ query: { document } }, 'customer_not_found'],
    'POST /partner/integration-token': [{ body: { code: rows.integration_code } }, 'expired_token'],
    'GET /promotion/{code}': [offer, 'promotion_not_found'],
    'POST /promotion/{code}/activate': [offer, 'promotion_not_found'],
    'POST /notification/read': [{ body: { up_to: rows.notification_id } }, 'not_found'],
    'DELETE /customer/session/{id}': [{ params: { id: rows.session_id } }, 'not_found'],
    'GET /wallet/{wallet}/voucher/{id}': [
      { params: { wallet: 'apple', id: rows.voucher.id } },
      'not_found',
    ],
    'POST /customer/{user_id}/cookies-agreement': [agreement, 'forbidden'],
    'DELETE /customer/{user_id}/cookies-agreement': [agreement, 'forbidden'],
  }
}

/** The calls that manage staff, programme, keys and webhooks. */
function consoleCalls(rows: NamedRows, own: Own): NamingCalls {
  const staffId = { params: { id: rows.staff_id } }
  const requestId = { params: { id: rows.request_id } }
  const keyId = { params: { id: rows.key_id } }
  const webhookId = { params: { id: rows.webhook_id } }
  return {
    'DELETE /admin/session/{id}': [{ params: { id: rows.staff_session_id } }, 'not_found'],
    'DELETE /admin/factor/passkey/{id}': [{ params: { id: rows.passkey_id } }, 'not_found'],
    'PUT /admin/staff/{id}': [staffId, 'not_found'],
    'POST /admin/staff/{id}/invitation': [{ params: { id: rows.invited_id } }, 'not_found'],
    'DELETE /admin/staff/{id}': [staffId, 'not_found'],
    'POST /admin/invitation': [{ body: { token: rows.invitation_token } }, 'expired_token'],
    'POST /admin/invitation/accept': [
      {
        body: { ...validBody('POST /admin/invitation/accept', own), token: rows.invitation_token },
      },
      'expired_token',
    ],
    'POST /admin/password-reset': [
      { body: { ...validBody('POST /admin/password-reset', own), token: rows.password_token } },
      'expired_token',
    ],
    'POST /admin/programme/request/{id}/approve': [requestId, 'not_found'],
    'DELETE /admin/programme/request/{id}': [requestId, 'not_found'],
    'PUT /admin/key/{id}': [keyId, 'not_found'],
    'DELETE /admin/key/{id}': [keyId, 'not_found'],
    'GET /admin/webhook/{id}/delivery': [webhookId, 'not_found'],
    'POST /admin/webhook/{id}/delivery/{event_id}/replay': [
      { params: { id: rows.webhook_id, event_id: rows.event_id } },
      'not_found',
    ],
    'POST /admin/webhook/{id}/enable': [webhookId, 'not_found'],
    'POST /admin/webhook/{id}/secret': [webhookId, 'not_found'],
  }
}

/** The calls about a customer. */
function deskCalls(rows: NamedRows, own: Own): NamingCalls {
  const customerId = { params: { id: rows.customer.id } }
  return {
    'GET /admin/customer/{id}': [customerId, 'not_found'],
    'GET /admin/customer/{id}/points': [customerId, 'not_found'],
    'POST /admin/customer/{id}/data': [customerId, 'not_found'],
    'POST /admin/customer/{id}/adjustment': [customerId, 'not_found'],
    'POST /admin/points/{id}/reverse': [{ params: { id: rows.record_id } }, 'not_found'],
    'POST /admin/voucher/{id}/cancel': [{ params: { id: rows.voucher.id } }, 'not_found'],
    'POST /admin/customer/{id}/adjustment-request': [customerId, 'not_found'],
    'POST /admin/adjustment-request/{id}/approve': [
      { params: { id: rows.adjustment_request_id } },
      'not_found',
    ],
    'DELETE /admin/adjustment-request/{id}': [
      { params: { id: rows.adjustment_request_id } },
      'not_found',
    ],
    'POST /admin/customer/{id}/correction': [customerId, 'not_found'],
    'POST /admin/customer/{id}/block': [customerId, 'not_found'],
    'DELETE /admin/customer/{id}/block': [customerId, 'not_found'],
    'GET /admin/customer/{id}/merges': [customerId, 'not_found'],
    'GET /admin/customer/{id}/merge': [
      { ...customerId, query: { absorbed_id: own.id } },
      'not_found',
    ],
    'POST /admin/customer/{id}/merge': [
      {
        ...customerId,
        body: { ...validBody('POST /admin/customer/{id}/merge', own), absorbed_id: own.id },
      },
      'not_found',
    ],
    'POST /admin/merge/{id}/undo': [{ params: { id: rows.merge_id } }, 'not_found'],
    'POST /admin/review/{id}/close': [{ params: { id: rows.review_id } }, 'not_found'],
    'POST /admin/adjustment/{id}/undo': [{ params: { id: rows.adjustment_id } }, 'not_found'],
  }
}

/** The calls of the counter and of the import. */
function counterCalls(rows: NamedRows, own: Own): NamingCalls {
  const customer_id = rows.customer.id
  const id = { params: { id: rows.intention_id } }
  const importId = { params: { id: rows.import_id } }
  return {
    'GET /admin/counter/intention/{id}': [id, 'not_found'],
    'POST /admin/counter/intention/{id}/capture': [id, 'not_found'],
    'POST /admin/counter/intention/{id}/cancel': [id, 'not_found'],
    'POST /admin/counter/record/{id}/return': [{ params: { id: rows.record_id } }, 'not_found'],
    'POST /admin/counter/preview': [
      { body: { ...validBody('POST /admin/counter/preview', own), customer: { id: customer_id } } },
      'customer_not_found',
    ],
    'POST /admin/counter/intention': [
      {
        body: { ...validBody('POST /admin/counter/intention', own), customer: { id: customer_id } },
      },
      'customer_not_found',
    ],
    'POST /admin/counter/voucher': [
      { body: { shop: 'cafe', code: rows.voucher.code } },
      'voucher_not_found',
    ],
    'GET /admin/import/{id}': [importId, 'not_found'],
    'GET /admin/import/{id}/refused': [importId, 'not_found'],
    'POST /admin/import/{id}/part': [importId, 'not_found'],
    'POST /admin/import/{id}/apply': [importId, 'not_found'],
    'POST /admin/import/{id}/continue': [importId, 'not_found'],
    'DELETE /admin/import/{id}': [importId, 'not_found'],
  }
}

/** The calls with a customer's mailed link. */
function mailedCalls(rows: NamedRows, own: Own): NamingCalls {
  const { email } = rows.customer
  return {
    'POST /customer/login': [{ body: { token: rows.login_token, email } }, 'expired_token'],
    'POST /customer/password-reset': [
      { body: { ...validBody('POST /customer/password-reset', own), token: rows.reset_token } },
      'expired_token',
    ],
    'POST /customer/email-confirmation': [
      { body: { token: rows.confirmation_token } },
      'expired_token',
    ],
  }
}
