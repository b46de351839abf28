/** What the model database keeps on its disk: rows by table. A row never changes: a write replaces it. */

import type { MailJob } from '#api/context/mail-job.ts'
import type { ErrorCode } from '#contract/error.ts'
import type { RecordResult, VoucherResult } from '#engine/result.ts'

import type { Account } from './account.ts'

export type Customer = { id: string; company_id: string; document: string; name: string }

export type PointsRecord = Omit<RecordResult, 'calculation' | 'available_on' | 'unlisted_in'> & {
  company_id: string
  fingerprint: string | null
  /** The idempotency key of the command, for the checks. */
  key: string | null
}

export type StoredIntention = {
  company_id: string
  id: string
  customer_id: string
  partner_key_id: string
  external_id: string
  fingerprint: string
  status: 'PENDING' | 'AUTHORIZED' | 'CAPTURED' | 'DECLINED' | 'CANCELLED' | 'EXPIRED'
  subsidiary_name: string
  purchase_value: number
  points_amount: number
  balance_amount: number
  captured_amount: number | null
  record_id: string | null
  wrong_codes: number
  retried_id: string | null
  created_ms: number
  expires_ms: number
  ended_ms: number | null
}

export type StoredVoucher = VoucherResult & {
  company_id: string
  customer_id: string
  key: string | null
}

/** The outcome of an idempotency key. */
export type StoredKey = {
  owner: string
  fingerprint: string
  error: ErrorCode | null
  details: Record<string, number> | null
  result: unknown
  expires_ms: number
}

export type OutboxEvent = {
  company_id: string
  id: string
  type: string
  data: object
  created_ms: number
}

export type Delivery = {
  company_id: string
  event_id: string
  endpoint_id: string
  attempts: number
  due_ms: number | null
  give_up_ms: number
  delivered_ms: number | null
}

export type Endpoint = {
  company_id: string
  id: string
  url: string
  secret: string
  disabled_ms: number | null
}

export type Notice = { company_id: string; id: string; customer_id: string; kind: string }

export type Job = {
  /** The first job of a dead letter that was replayed. */
  root_id: string | null
  id: string
  name: string
  data: MailJob
  state: 'created' | 'retry' | 'active' | 'completed' | 'failed'
  priority: number
  retry_count: number
  retry_limit: number
  start_ms: number
  started_ms: number | null
}

export type CounterAct = { id: string; external_id: string }

/** A table: the rows by their key. */
export type Table<Row> = Map<string, Row>

export type Disk = ReturnType<typeof emptyDisk>

export function emptyDisk() {
  return {
    customers: new Map<string, Customer>(),
    accounts: new Map<string, Account>(),
    records: new Map<string, PointsRecord>(),
    /** `type external_id` → the id of the record or intention. */
    externals: new Map<string, string>(),
    intentions: new Map<string, StoredIntention>(),
    /** Customer → the intention whose end is not stored. */
    unended: new Map<string, string | null>(),
    vouchers: new Map<string, StoredVoucher>(),
    keys: new Map<string, StoredKey>(),
    events: new Map<string, OutboxEvent>(),
    deliveries: new Map<string, Delivery>(),
    endpoints: new Map<string, Endpoint>(),
    notices: new Map<string, Notice>(),
    /** Company → the last notice that became a message. */
    progress: new Map<string, string>(),
    /** The id of a message → its notice. */
    messages: new Map<string, string>(),
    jobs: new Map<string, Job>(),
    counterActs: new Map<string, CounterAct>(),
    /** The number of entries of the audit log by company. */
    audit: new Map<string, number>(),
    /** Changes of rows that never change again. */
    violations: [] as string[],
    /** The number of ids that were made, which is a part of each. */
    madeIds: 0,
  }
}
