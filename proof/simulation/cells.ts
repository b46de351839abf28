/** The coverage of the simulation: each statement and each request meets each fault, and each operation ends in each way. */

import { fates } from './database/fault.ts'
import { outcomes } from './network/network.ts'

const statements = [
  'apply',
  'append_audit',
  'awaited_intention',
  'begin',
  'claim_deliveries',
  'commit',
  'counter_act',
  'listen',
  'lock_balance',
  'model: add a job',
  'model: fetch jobs',
  'model: settle jobs',
  'overdue_intentions',
  'pg_notify',
  'settle_deliveries',
  'take_messages',
]

const paths = [
  '/admin/counter/sale',
  '/model/mail',
  '/partner/points/generate',
  '/partner/points/intention',
  '/partner/points/intention/{id}',
  '/partner/points/intention/{id}/capture',
  '/partner/points/{id}/reverse',
  '/points/intention',
  '/points/intention/stream',
  '/points/intention/{id}',
  '/points/intention/{id}/confirm',
  '/voucher/generate',
]

/** An operation and what its client knows at the end. */
const ends = [
  'cancel · done',
  'cancel · intention_over',
  'capture · authorization_required',
  'capture · done',
  'capture · intention_over',
  'capture · wrong_code',
  'confirm · done',
  'confirm · intention_over',
  'confirm · unknown',
  'counter sale · done',
  'counter sale · unknown',
  'decline · done',
  'decline · unknown',
  'mail · done',
  'mail · unknown',
  'open · done',
  'open · insufficient_balance',
  'open · intention_declined',
  'open · intention_open',
  'redeem · done',
  'redeem · insufficient_balance',
  'return · already_reversed',
  'return · done',
  'return · return_exceeds_purchase',
  'sale · done',
  'sale · idempotency_mismatch',
]

const others = [
  'a node is killed',
  'the database is killed',
  'streams and listeners are cut',
  'receiver · 500',
  'receiver · lost after',
  'receiver · refused',
  'receiver · silent',
  'receiver · slow',
]

export const cells = {
  required: [
    ...statements.flatMap((statement) => fates.map((fate) => `${statement} · ${fate}`)),
    ...paths.flatMap((path) => outcomes.map((outcome) => `${path} · ${outcome}`)),
    ...ends,
    ...others,
  ],
  impossible: {
    'counter sale · customer_not_found': 'the counter names customers who exist',
    'sale · unknown': 'a till repeats a sale after the faults until it is answered',
    'redeem · unknown': 'the portal repeats a redemption after the faults until it is answered',
  },
}
