/** The rows of requests to publish. */

import { newestVersion } from '#api/company-file/version.ts'
import type { PublishRequest } from '#contract/programme/draft.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import type { RequestedCodes } from './codes.ts'

export type StoredRequest = {
  id: string
  state: PublishRequest['state']
  staff_id: string
  staff_name: string
  approver_id: string | null
  approver_name: string | null
  document: object
  base_version: number
  codes: RequestedCodes
  publish_at: string | null
  asked_at: string
  version: number | null
}

type NewRequest = Pick<
  StoredRequest,
  'state' | 'staff_id' | 'document' | 'base_version' | 'codes' | 'version'
> & { publish_at: Date | null }

/** Stores a request, also one that was published at once, and returns its id. */
export async function addRequest(
  connection: Database,
  company_id: string,
  { state, staff_id, document, base_version, codes, publish_at, version }: NewRequest,
  now: Date,
): Promise<string> {
  const added = await row<{ id: string }>(
    connection,
    sql`insert into programme_request (
          company_id, staff_id, state, document, base_version, codes, publish_at, asked_at, ended_at, version)
        values (
          ${company_id}, ${staff_id}, ${state}, ${document}, ${base_version}, ${state === 'PUBLISHED' ? {} : codes}, ${publish_at}, ${now},
          ${state === 'PUBLISHED' ? now : null}, ${version})
        returning id`,
  )
  return added!.id
}

/** The number of suspended requests of the company, for the badge of the console. */
export async function countSuspended(
  database: Database,
  company_id: string,
): Promise<{ count: number }> {
  const open = await rows<Pick<StoredRequest, 'state' | 'base_version'>>(
    database,
    sql`select state, base_version
          from programme_request
         where company_id = ${company_id} and ended_at is null`,
  )
  const newest = await newestVersion(database, company_id)
  return { count: open.filter((request) => isSuspended(request, newest)).length }
}

/**
 * Whether a request that is not over waits for a person. `newest`: the company's newest version. If it was published after the
 * request, the request's changes are no longer those that a person agreed to.
 */
export function isSuspended(
  { state, base_version }: Pick<StoredRequest, 'state' | 'base_version'>,
  newest: number,
): boolean {
  const isWaiting = state === 'WAITING' || state === 'SCHEDULED'
  return state === 'SUSPENDED' || (isWaiting && base_version < newest)
}

export function requestOf(
  database: Database,
  company_id: string,
  id: string,
): Promise<StoredRequest | undefined> {
  return row(
    database,
    sql`select id, state, staff_id, staff_name(company_id, staff_id) as staff_name, approver_id,
               staff_name(company_id, approver_id) as approver_name, document, base_version, codes,
               publish_at, asked_at, version
          from programme_request
         where company_id = ${company_id} and id = ${id}`,
  )
}

/** The request, locked until the transaction ends, so that it ends once. */
export async function lockRequest(
  connection: Database,
  company_id: string,
  id: string,
): Promise<StoredRequest | undefined> {
  await rows(
    connection,
    sql`select from programme_request where company_id = ${company_id} and id = ${id} for update`,
  )
  return requestOf(connection, company_id, id)
}

/** The requests that are not over, the oldest first. */
export function openRequests(database: Database, company_id: string): Promise<StoredRequest[]> {
  return rows(
    database,
    sql`select id, state, staff_id, staff_name(company_id, staff_id) as staff_name, approver_id,
               staff_name(company_id, approver_id) as approver_name, document, base_version, codes,
               publish_at, asked_at, version
          from programme_request
         where company_id = ${company_id} and ended_at is null
         order by asked_at, id`,
  )
}

/** Whether the request has ended. */
export function isOver({ state }: Pick<StoredRequest, 'state'>): boolean {
  return state === 'PUBLISHED' || state === 'WITHDRAWN' || state === 'REFUSED'
}

type End = Pick<StoredRequest, 'state' | 'approver_id' | 'version'>

/** Gives the request its next state. */
export async function moveRequest(
  connection: Database,
  company_id: string,
  id: string,
  { state, approver_id, version }: End,
  now: Date,
): Promise<void> {
  const hasEnded = isOver({ state })
  await rows(
    connection,
    sql`update programme_request
           set state = ${state},
               approver_id = ${approver_id},
               version = ${version},
               -- An ended request adds no codes any more.
               codes = case when ${hasEnded} then '{}' else codes end,
               ended_at = ${hasEnded ? now : null}
         where company_id = ${company_id} and id = ${id}`,
  )
}

/** The scheduled requests of all companies that are due. */
export function dueRequests(
  database: Database,
  now: Date,
): Promise<{ company_id: string; id: string }[]> {
  return rows(
    database,
    sql`select company_id, id
          from programme_request
         where ended_at is null
           and state = 'SCHEDULED'
           and publish_at <= ${now}
         order by publish_at, id`,
  )
}
