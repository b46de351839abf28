/** Adjustments above the limit that a second person approves or refuses (D15). */

import type pg from 'pg'

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import {
  maxRequests,
  requestDays,
  tooManyRequestsMessage,
  withinLimitMessage,
} from '#contract/console/adjustment-request.ts'
import type { AdjustedPoints } from '#contract/console/desk.ts'
import { mayDo } from '#contract/console/staff.ts'
import { type Database, row, sql, transaction } from '#database/sql.ts'
import { adjustmentId } from '#engine/command.ts'

import { adjustmentApproved, adjustmentAsked, adjustmentRequestEnded } from './acts.ts'
import {
  adjustmentTerms,
  checkReason,
  type CustomerAdjustment,
  isAboveLimit,
  lockKey,
  moveByAdjustment,
} from './adjust.ts'
import { lockedCustomer, lockedOwner } from './locked-customer.ts'
import { adjustedPoints } from './moved-points.ts'
import {
  addRequest,
  decideRequest,
  lockRequest,
  type StoredRequest,
  waitingRequests,
} from './stored-adjustment-request.ts'

/**
 * Asks for an adjustment above the limit. A repeat of the key is the same request. Throws `not_found`, `customer_merged`, `validation`
 * or `idempotency_mismatch`.
 */
export function askAdjustment(
  database: pg.Pool,
  caller: StaffCall,
  { customer_id, points_amount, reason, key }: CustomerAdjustment,
): Promise<void> {
  const { company_id, now, staff } = caller
  const actor = staffActor(caller)
  const request = { id: key, customer_id, staff_id: staff.id, points_amount, reason }
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const terms = await adjustmentTerms(connection, company_id)
    checkReason(terms, reason)
    await lockKey(connection, company_id, key)
    const stored = await lockRequest(connection, company_id, key)
    if (stored && isSame(stored, request)) return
    if (stored || (await isKeyUsed(connection, company_id, key))) {
      throw new ApiError('idempotency_mismatch')
    }
    const customer = await lockedCustomer(connection, company_id, customer_id)
    if (!terms.needs_second_person || !isAboveLimit(terms, points_amount)) {
      throw refusedPoints(withinLimitMessage)
    }
    const waiting = await waitingRequests(connection, company_id, now)
    if (waiting.length >= maxRequests) throw refusedPoints(tooManyRequestsMessage)
    const expires_at = new Date(now.getTime() + requestDays * 86_400_000)
    await addRequest(connection, company_id, { ...request, expires_at }, now)
    const act = adjustmentAsked(actor, customer, { points_amount, reason, request_id: key })
    await noteAct(connection, company_id, actor, act, now)
  })
}

/** Whether an adjustment has the key. A request with it could never be approved. */
async function isKeyUsed(connection: Database, company_id: string, key: string): Promise<boolean> {
  const found = await row<{ is_used: boolean }>(
    connection,
    sql`select has_external_id(${company_id}, 'GNR', ${adjustmentId(key)})
               or has_external_id(${company_id}, 'CNS', ${adjustmentId(key)}) as is_used`,
  )
  return found!.is_used
}

function refusedPoints(message: string): ApiError {
  return new ApiError('validation', { fields: { points_amount: [message] } })
}

type Asked = Pick<StoredRequest, 'customer_id' | 'staff_id' | 'points_amount' | 'reason'>

function isSame(one: Asked, other: Asked): boolean {
  return (
    one.customer_id === other.customer_id &&
    one.staff_id === other.staff_id &&
    one.points_amount === other.points_amount &&
    one.reason === other.reason
  )
}

/**
 * Approves another person's request, which adjusts the balance at once. Throws `not_found`, `own_request`, `request_over`,
 * `customer_merged` or `insufficient_balance`; after the last two the request waits on.
 */
export function approveAdjustment(
  database: pg.Pool,
  caller: StaffCall,
  id: string,
): Promise<AdjustedPoints> {
  const { company_id, now, staff } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    // The key first, as whoever asks.
    await lockKey(connection, company_id, id)
    const request = await openRequest(connection, company_id, id, now)
    if (request.staff_id === staff.id) throw new ApiError('own_request')
    const terms = await adjustmentTerms(connection, company_id)
    const customer = await lockedCustomer(connection, company_id, request.customer_id)
    const { points_amount, reason, staff_id, staff_name } = request
    const adjustment = { customer_id: request.customer_id, points_amount, reason, key: id }
    const record = await moveByAdjustment(
      connection,
      { company_id, staff_id, now },
      adjustment,
      terms,
    )
    const decision = { state: 'APPROVED', decided_by: staff.id, record_id: record.id } as const
    await decideRequest(connection, company_id, id, decision, now)
    const act = adjustmentApproved(actor, customer, staff_name, {
      points_amount,
      reason,
      request_id: id,
      record_id: record.id,
    })
    await noteAct(connection, company_id, actor, act, now)
    return adjustedPoints(record)
  })
}

/**
 * Withdraws the caller's own request, or refuses another person's. A request for an account that was merged
 * meanwhile ends too. Throws `not_found`, `request_over`, and `forbidden` for a role that may not approve.
 */
export function endAdjustmentRequest(
  database: pg.Pool,
  caller: StaffCall,
  id: string,
): Promise<void> {
  const { company_id, now, staff } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    const { role } = await holdCaller(connection, caller)
    const request = await openRequest(connection, company_id, id, now)
    const isOwn = request.staff_id === staff.id
    if (!isOwn && !mayDo(role, 'customer.adjust_above')) throw new ApiError('forbidden')
    const customer = await lockedOwner(connection, company_id, request.customer_id)
    const state = isOwn ? 'WITHDRAWN' : 'REFUSED'
    const decision = { state, decided_by: staff.id, record_id: null } as const
    await decideRequest(connection, company_id, id, decision, now)
    const { points_amount, reason, staff_name } = request
    const act = adjustmentRequestEnded(actor, customer, isOwn ? null : staff_name, {
      points_amount,
      reason,
      request_id: id,
    })
    await noteAct(connection, company_id, actor, act, now)
  })
}

async function openRequest(
  connection: Database,
  company_id: string,
  id: string,
  now: Date,
): Promise<StoredRequest> {
  const request = await lockRequest(connection, company_id, id)
  if (!request) throw new ApiError('not_found')
  if (request.state !== 'WAITING' || new Date(request.expires_at) <= now) {
    throw new ApiError('request_over')
  }
  return request
}
