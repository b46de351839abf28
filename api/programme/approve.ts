/** A second person agrees to a publication, and the schedule publishes what is due (D15). */

import { type Actor, noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { afterOf } from '#api/company-file/act.ts'
import { lockVersions, versionOf } from '#api/company-file/version.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { runEach } from '#api/job/run-each.ts'
import { holdCaller, whoMayNot } from '#api/staff/person.ts'
import type { Change, PublishRequest } from '#contract/programme/draft.ts'
import { actSentence } from '#contract/programme/text.ts'
import { type Database, transaction } from '#database/sql.ts'

import { scheduler } from './act.ts'
import { applyVersion, type Prepared, prepared } from './apply-version.ts'
import { freshCodes, poolsOfRequest } from './codes.ts'
import { lostCodes, publishable } from './publish.ts'
import { shownRequest } from './request.ts'
import {
  dueRequests,
  isOver,
  lockRequest,
  moveRequest,
  requestOf,
  type StoredRequest,
} from './stored-request.ts'

type Ready = Prepared & { base_version: number; changes: Change[]; lost_codes: string[] }

/**
 * Approves another person's request: it is published, or waits for its date. It is suspended instead if that person may no longer
 * publish. Throws `not_found`, `request_over`, `own_request`, `draft_outdated` or `draft_invalid`; then nothing is applied.
 */
export async function approveRequest(
  { database, secret }: SealedDatabase,
  id: string,
  caller: StaffCall,
): Promise<PublishRequest> {
  const { company_id, staff, now } = caller
  const seen = approvable(await requestOf(database, company_id, id), staff.id)
  const ready = await readyOf({ database, secret }, company_id, seen)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const former = await whoMayNot(connection, company_id, [seen.staff_id], 'programme.publish')
    const newest = await lockVersions(connection, company_id)
    const request = approvable(await lockRequest(connection, company_id, id), staff.id)
    if (request.base_version !== newest) throw new ApiError('draft_outdated')
    if (former !== undefined) {
      await suspend(
        connection,
        { company_id, actor: staffActor(caller), request, newest, former },
        now,
      )
      return shownRequest(connection, company_id, id)
    }
    const approved = { ...request, approver_id: staff.id }
    const isLater = request.publish_at !== null && new Date(request.publish_at) > now
    if (isLater) {
      await moveRequest(connection, company_id, id, { ...approved, state: 'SCHEDULED' }, now)
    }
    const act = {
      action: 'programme.approved',
      subject: id,
      sentence: actSentence.approved(staff.name, request.staff_name),
      before: { state: request.state },
      // The entry of the version names the codes that it deletes.
      after: afterOf(ready.changes, {
        state: isLater ? 'SCHEDULED' : 'PUBLISHED',
        publish_at: request.publish_at,
      }),
    } as const
    const version = isLater
      ? null
      : await published(connection, secret, { company_id, request: approved, ready }, now)
    await noteAct(connection, company_id, staffActor(caller), act, now)
    if (version !== null) {
      const sentence = actSentence.publishedFor(
        staff.name,
        request.staff_name,
        version,
        ready.changes,
      )
      await noteVersion(
        connection,
        { company_id, actor: staffActor(caller), version, sentence, ready },
        now,
      )
    }
    return shownRequest(connection, company_id, id)
  })
}

/** A request that `staff_id` may approve. */
function approvable(request: StoredRequest | undefined, staff_id: string): StoredRequest {
  if (!request) throw new ApiError('not_found')
  if (isOver(request) || request.state === 'SCHEDULED') throw new ApiError('request_over')
  if (request.staff_id === staff_id) throw new ApiError('own_request')
  if (request.state === 'SUSPENDED') throw new ApiError('draft_outdated')
  return request
}

/** The request's file with drawn pictures. Throws `draft_outdated` or `draft_invalid`. */
async function readyOf(
  { database, secret }: SealedDatabase,
  company_id: string,
  { document, base_version, codes }: StoredRequest,
): Promise<Ready> {
  const newest = (await versionOf(database, company_id))!
  if (base_version !== newest.version) throw new ApiError('draft_outdated')
  const fresh = await freshCodes(database, secret, company_id, codes)
  const pools = await poolsOfRequest(database, company_id, fresh)
  const { file, ...effects } = await publishable(database, company_id, document, {
    published: newest,
    pools,
  })
  const sealed = { database, secret }
  return { ...(await prepared(sealed, company_id, file, newest, fresh)), base_version, ...effects }
}

/** Applies the request and ends it. Returns the version. */
async function published(
  connection: Database,
  secret: SealedDatabase['secret'],
  { company_id, request, ready }: { company_id: string; request: StoredRequest; ready: Ready },
  now: Date,
): Promise<number> {
  const version = await applyVersion({ database: connection, secret }, ready, request, now)
  await moveRequest(
    connection,
    company_id,
    request.id,
    { ...request, state: 'PUBLISHED', version },
    now,
  )
  return version
}

type NotedVersion = {
  company_id: string
  actor: Actor
  version: number
  sentence: string
  ready: Ready
}

async function noteVersion(
  connection: Database,
  { company_id, actor, version, sentence, ready }: NotedVersion,
  now: Date,
): Promise<void> {
  const act = {
    action: 'programme.published',
    subject: String(version),
    sentence,
    before: { version: ready.base_version },
    after: afterOf(ready.changes, { version, ...lostCodes(ready.lost_codes) }),
  } as const
  await noteAct(connection, company_id, actor, act, now)
}

/**
 * Publishes the requests that are due, each once: a second node finds the request ended. One whose base is no longer the newest
 * version is suspended, and so is one of a person who may no longer publish. Its errors are those of runEach.
 */
export async function publishDue(
  sealed: SealedDatabase,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  await runEach(
    await dueRequests(sealed.database, now),
    ({ company_id, id }) => publishScheduled(sealed, company_id, id, now),
    { failed: (count) => `${count} publications failed`, signal },
  )
}

async function publishScheduled(
  { database, secret }: SealedDatabase,
  company_id: string,
  id: string,
  now: Date,
): Promise<void> {
  const due = await requestOf(database, company_id, id)
  if (due?.state !== 'SCHEDULED') return
  const ready = await readyOf({ database, secret }, company_id, due).catch(outdated)
  await transaction(database, async (connection) => {
    // The people first, as in every act of the console. Neither changes in a scheduled request.
    const people = [due.staff_id, due.approver_id].filter((one) => one !== null)
    const former = await whoMayNot(connection, company_id, people, 'programme.publish')
    const newest = await lockVersions(connection, company_id)
    const request = await lockRequest(connection, company_id, id)
    if (request?.state !== 'SCHEDULED') return
    if (former !== undefined || ready === null || request.base_version !== newest) {
      await suspend(connection, { company_id, actor: scheduler, request, newest, former }, now)
      return
    }
    const version = await published(connection, secret, { company_id, request, ready }, now)
    const sentence = actSentence.scheduled(request.staff_name, version, ready.changes)
    await noteVersion(connection, { company_id, actor: scheduler, version, sentence, ready }, now)
  })
}

/** `former`: the person who may no longer publish. */
type Suspension = {
  company_id: string
  actor: Actor
  request: StoredRequest
  newest: number
  former: string | undefined
}

async function suspend(
  connection: Database,
  { company_id, actor, request, newest, former }: Suspension,
  now: Date,
): Promise<void> {
  const { id, state, staff_name, base_version } = request
  await moveRequest(connection, company_id, id, { ...request, state: 'SUSPENDED' }, now)
  const act = {
    action: 'programme.suspended',
    subject: id,
    sentence:
      former === undefined
        ? actSentence.suspended(staff_name)
        : actSentence.suspendedPerson(staff_name, former),
    before: { state, base_version },
    after: { state: 'SUSPENDED', version: newest },
  } as const
  await noteAct(connection, company_id, actor, act, now)
}

/** Null: a person has to look at the request again. */
function outdated(error: unknown): null {
  if (error instanceof ApiError && ['draft_outdated', 'draft_invalid'].includes(error.code)) {
    return null
  }
  throw error
}
