/** The reason for each index. An index slows down every write of its table, so one without a reader or a rule must be dropped. */

import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { usesOf } from '../tidy/queries.ts'
import { statements } from '../tidy/statements.ts'

/**
 * Index → the file whose statement needs it, and what the statement does. 'once': the index also forbids a second such row.
 * Primary keys are left out. PostgreSQL gives the name of a unique constraint its ending _key.
 */
const reasons: Record<string, string> = {
  account_customer: 'api/credential/session-token.ts ends all sign-ins of a customer',
  adjustment_request_waiting:
    'api/desk/stored-adjustment-request.ts lists the requests that wait, the oldest first',
  allocation_absorbed: 'engine/history.sql finds the part of an earning that paid a deficit',
  audit_entry_customer: 'api/audit/stored/customer-acts.sql finds the acts on a customer',
  audit_entry_mover: 'api/audit/stored/record-acts.sql lists the records of a staff member',
  audit_entry_record: 'api/audit/stored/record-acts.sql finds the staff member of a record',
  audit_entry_viewed: 'api/audit/stored/customer-acts.sql purges the views of a company by age',
  balance_merged: 'engine/stored/balance.sql finds the accounts that a customer has taken in',
  calculation_rule_company_id_key_key:
    'api/points/apply.ts updates the rule of a key, once a company',
  calculation_rule_company_id_position_key:
    'api/points/apply.ts gives each rule a position, once a company: the first valid rule counts',
  company_domain_hostname_key:
    'api/company/lookup.ts finds the company of a host name, once over all',
  company_slug_key: 'api/company/lookup.ts finds the company of a command, once over all',
  consent_customer: 'api/consent/consent.ts finds the last decision of a kind',
  counter_act_shop: 'api/counter/shift.ts lists and sums the acts of a shop on a day',
  customer_company_id_document_key:
    'api/customer/stored/customer.sql finds a customer by CPF, once a company',
  customer_company_id_email_key:
    'api/customer/stored/customer.sql finds a customer by email, once a company',
  customer_company_id_phone_key:
    'api/customer/stored/customer.sql finds a customer by phone, once a company',
  customer_merge_absorbed:
    'api/merge/merges.ts finds the merge of an absorbed account, once while it is not undone',
  customer_merge_key: 'api/merge/merge.ts finds the merge of a key, once a company',
  customer_merge_staying: 'api/merge/merges.ts finds the accounts that a customer has taken in',
  customer_name: 'api/customer/stored/search.sql finds customers by the beginning of their name',
  customer_words: 'api/customer/stored/search.sql finds customers by the beginnings of their words',
  customer_level_due: 'api/level/settle-due.ts finds customers whose level can change by now',
  hold_company_id_customer_id_opened_step_key:
    'engine/write/write-holds.sql writes a hold: a replay orders the holds of a customer by this step, once',
  hold_open: 'engine/hold/hold-end.sql finds the open holds of a customer',
  idempotency_expiry: 'engine/idempotency/purge-keys.ts deletes expired keys',
  import_line_document:
    'api/import/stored/import.sql finds the first line of a document; an erasure finds its lines',
  import_line_email: 'api/import/stored/import.sql finds the line of another person with an email',
  import_line_external: 'api/import/stored/import.sql finds the line with an external_id',
  import_line_phone: 'api/import/stored/import.sql finds the line of another person with a phone',
  import_line_refused: 'api/import/refused.ts lists the refused lines in their order',
  import_line_waiting: 'api/import/apply.ts takes the next lines of an import',
  integration_token_company_id_token_hash_key: 'api/partner/integration-token.ts spends a token',
  intention_asked:
    'api/intention/stored/ask-terms.sql counts how often a till has asked a customer lately',
  intention_code:
    'api/intention/stored/intention.sql asks whether a member code has opened a hold, once',
  intention_company_id_external_id_key:
    'api/intention/stored/intention.sql finds the intention of an earlier call, once a company',
  intention_open: 'api/intention/stored/intention.sql finds the open intention, once a customer',
  intention_retried:
    'api/intention/stored/ask-terms.sql finds the retry of a declined intention, once',
  intention_wrong: 'api/intention/wrong-codes.ts finds the customers whose codes were guessed',
  level_change_customer: 'api/level/stored/settle.sql deletes the changes of a merged customer',
  level_company_id_name_key:
    'api/level/stored/facts.sql finds the level that a prize asks for, once a company',
  level_company_id_trigger_amount_key:
    'api/level/stored/terms.sql finds the level of an amount, once a company',
  lot_expired: 'engine/history.sql finds lots whose points left by their date',
  lot_open: 'engine/ledger/lots.sql draws from the lots of a customer in order of expiry',
  mailed_token_customer: 'api/credential/mailed-token.ts spends all links of a purpose',
  moved_lot_customer: 'engine/verbs/recall.sql finds the lots that left an absorbed account',
  notice_message_once:
    'api/notification/message/message.sql writes the message of an event, once a channel',
  notification_customer: 'api/notification/notification.ts lists notices, newest first',
  notification_once: 'api/notification/expiry/notices.sql writes a notice of a day, once',
  notification_unread: 'api/notification/stored/notification.sql counts unread notices',
  partner_key_company_id_key_hash_key: 'api/partner/stored/key.sql finds the key of a request',
  partner_key_counter: 'api/partner/counter-key.ts finds the key of a person and shop, once',
  points_record_company_id_customer_id_sequence_key:
    'engine/history.sql lists records, newest first; each number once a customer',
  points_record_external:
    'engine/locate/locate.sql finds the record of an earlier call, once a type',
  points_record_given_back: 'engine/verbs/undo.sql gives a consumption back, once',
  points_record_kind: 'engine/read/company-movements.sql lists the records of a kind, newest first',
  points_record_reversals: 'engine/return/return-parts.sql sums the earlier returns of a purchase',
  points_record_shop: 'engine/read/company-movements.sql lists the records of a shop, newest first',
  prize_code_company_id_voucher_id_key:
    'api/prize/stored/stock.sql sells a code to a voucher, once',
  prize_code_free: 'api/prize/stored/stock.sql takes the next free codes of a prize',
  prize_company_id_key_key: 'api/prize/apply.ts updates the prize of a key, once a company',
  programme_request_open:
    'api/programme/stored-request.ts finds the open requests of a company, and those that are due',
  promotion_activation_company_id_record_id_key:
    'api/promotion/stored/promotion.sql writes an activation, once a record: no record pays for two',
  promotion_company_id_code_key_key:
    'api/promotion/stored/promotion.sql finds the promotion of a code',
  provider_sign_in_company_id_issuer_subject_signed_in_at_key:
    'api/credential/sign-in.ts stores a sign-in of the identity provider, once',
  provider_sign_in_session_ref:
    'api/credential/stored/session.sql finds the sign-in of a member code, once a company',
  push_subscription_customer:
    'api/notification/subscription/subscription.sql lists the devices of a customer',
  push_subscription_endpoint:
    'api/notification/subscription/subscription.sql stores the subscription of a browser, once',
  record_head_company_id_day_key: 'engine/head/take-head.ts stores one head for a day',
  return_shortfall_of_lot: 'engine/return/recovery.sql finds what returns let go of a lot',
  review_item_company_id_kind_subject_day_key:
    'api/review/find.ts writes what it has found, once a company, kind, subject and day',
  review_item_open: 'api/review/items.ts lists the open items, newest first',
  server_secret_proof_key: 'api/secret/sealed-database.ts stores a secret once',
  session_company_id_id_key: 'api/session/session.ts ends the session that a customer chose',
  session_customer: 'api/session/session.ts lists the sessions of a customer',
  session_provider_sign_in: 'api/session/session.ts ends the sessions of a sign-in',
  session_session_ref: 'api/credential/stored/session.sql finds the session of a member code, once',
  subsidiary_listed:
    'api/company/stored/subsidiary.sql finds the shop that a till names, once a company',
  staff_company_id_email_key: 'api/staff/sign-in.ts finds a person by email, once a company',
  staff_link_staff: 'api/staff/link.ts ends the open links of a person',
  staff_passkey_company_id_credential_id_key:
    'api/staff/passkey.ts finds the passkey of an answer, once a company',
  staff_passkey_staff: 'api/staff/passkey.ts lists the passkeys of a person',
  staff_session_company_id_id_key: 'api/staff/sessions.ts ends a session by its id',
  staff_session_staff: 'api/staff/sessions.ts lists the sessions of a person',
  voucher_company_id_code_key_key:
    'api/voucher/stored/voucher.sql finds the voucher of a code, once a company',
  voucher_company_id_record_id_key:
    'api/voucher/stored/voucher.sql asks whether a consumption paid for a voucher, once a record',
  voucher_customer: 'api/voucher/vouchers.ts lists vouchers, newest first',
  voucher_expiring: 'api/voucher/stored/voucher.sql finds vouchers shortly before their last day',
  webhook_attempt_delivery: 'api/webhook/stored/webhook.sql deletes the attempts of old events',
  webhook_delivery_due:
    'api/webhook/stored/webhook.sql claims due deliveries, endpoint by endpoint',
  webhook_endpoint_company_id_url_key:
    'api/webhook/endpoint.ts updates the endpoint of a URL, once',
  webhook_event_created:
    'api/webhook/stored/webhook.sql finds events that are old enough to delete',
  webhook_secret_endpoint: 'api/webhook/stored/webhook.sql reads the secrets that sign a delivery',
}

const { database } = await createWorld()
const indexes = await rows<{ name: string; table: string }>(
  database,
  sql`select pg_class.relname as name, indexed.relname as table
        from pg_index
        join pg_class on pg_class.oid = indexrelid
        join pg_class indexed on indexed.oid = indrelid
       where pg_class.relnamespace = 'fiel'::regnamespace
         and not indisprimary`,
)

test('each index except primary keys has a reason in this file, and each reason an index', () => {
  expect(indexes.map(({ name }) => name).toSorted()).toEqual(Object.keys(reasons).toSorted())
})

test('the file that a reason names has a statement on the table of the index', () => {
  const unused = indexes.filter(({ name, table }) => {
    const [file] = reasons[name]!.split(' ')
    const used = statements.filter((one) => one.file === file).flatMap(({ text }) => usesOf(text))
    return !used.some((use) => use.table === table)
  })
  expect(unused).toEqual([])
})

test('PostgreSQL collects no statistics of company_id', async () => {
  // A new table with this column needs `alter column company_id set statistics 0` (database/schema/23_statistics.sql).
  const collected = await rows<{ name: string }>(
    database,
    sql`select pg_class.relname as name
          from pg_attribute
          join pg_class
            on pg_class.oid = pg_attribute.attrelid
           and pg_class.relkind = 'r'
         where pg_class.relnamespace = current_schema()::regnamespace
           and pg_attribute.attname = 'company_id'
           and pg_attribute.attstattarget is distinct from 0`,
  )
  expect(collected).toEqual([])
})
