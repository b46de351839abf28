/** The export of all data that a company holds about a person (D16). */

import pLimit from 'p-limit'

import { countAttempt } from '#api/attempt/attempt.ts'
import { staffActs } from '#api/audit/customer-acts.ts'
import { consentRecords } from '#api/consent/consent.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { profile } from '#api/customer/customer.ts'
import { intentionRecords } from '#api/intention/customer.ts'
import { levelChanges } from '#api/level/levels.ts'
import { mergedProfiles } from '#api/merge/merged-accounts.ts'
import { notifications } from '#api/notification/notification.ts'
import { noticeChoices } from '#api/notification/preference.ts'
import { linesOf } from '#api/points/statement-file.ts'
import { favorites } from '#api/prize/favorite.ts'
import { activations } from '#api/promotion/promotion.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import { sessions } from '#api/session/session.ts'
import { accounts, mailedLinks } from '#api/session/sign-in-records.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import { vouchers } from '#api/voucher/vouchers.ts'
import { CustomerData, DataSections, MergedProfile, MergedSections } from '#contract/privacy.ts'
import { type Database, snapshot } from '#database/sql.ts'

type Person = { company_id: string; customer_id: string; token_hash: Buffer; now: Date }

/** Rows read at a time, so that no statement comes near its limit of 15 s and no page blocks the process. */
const pageSize = 1_000
/** A period that includes every record. */
const always = { from: '1970-01-01', to: '9999-12-30' }
/** Maximum concurrent exports of a node. An export of 20,000 records takes about 20 MB. */
const collect = pLimit(2)

/** Returns the export as a stream of JSON. Throws `too_many_requests`, because the export of 20,000 records takes seconds. */
export async function dataFile(
  context: SealedDatabase,
  person: Person & { address: string },
): Promise<ReadableStream<Uint8Array>> {
  const { company_id, customer_id, address, now } = person
  const attempt = { company_id, action: 'data_file', account: customer_id, address } as const
  await countAttempt(context.database, attempt, now)
  const parts = await collect(() => personalData(context, person))
  return new Blob(parts).stream()
}

/**
 * The text of a CustomerData in parts, read in one snapshot, so that balance and records agree. It is collected before it is
 * sent, so that a slow reader does not hold a connection.
 */
export function personalData(
  { database, secret }: SealedDatabase,
  person: Person,
): Promise<Uint8Array<ArrayBuffer>[]> {
  return snapshot(database, async (connection) => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    for await (const text of written(connection, secret, person)) parts.push(Buffer.from(text))
    return parts
  })
}

async function* written(
  connection: Database,
  secret: ServerSecret,
  person: Person,
): AsyncGenerator<string> {
  const { company_id, customer_id, now } = person
  const found = await profile(connection, company_id, customer_id, now)
  const head = { exported_at: now.toISOString(), profile: CustomerData.shape.profile.parse(found) }
  yield* account(head, DataSections, pagesOf(connection, secret, person))
  yield ',"merged_accounts":['
  let separator = ''
  for await (const merged of mergedProfiles(connection, person)) {
    yield separator
    const pages = pagesOf(connection, secret, { ...person, customer_id: merged.id })
    yield* account(MergedProfile.parse(merged), MergedSections, pages)
    yield '}'
    separator = ','
  }
  yield ']}'
}

type Section = keyof typeof DataSections.shape
/** The pages of each section. */
type Pages = { [name in Section]: () => AsyncGenerator<unknown[]> }

/** The fields of `head` and the sections that the schema names, page by page. The caller closes the object. */
async function* account(
  head: object,
  { shape }: Pick<typeof DataSections, 'shape'> | Pick<typeof MergedSections, 'shape'>,
  pages: Pages,
): AsyncGenerator<string> {
  // Without its last brace: the sections follow.
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, { def }] of Object.entries(shape)) {
    let separator = ''
    yield `,${JSON.stringify(name)}:[`
    for await (const page of pages[name as Section]()) {
      for (const one of page) {
        // The contract's schema drops every field that it does not name.
        yield separator + JSON.stringify(def.element.parse(one))
        separator = ','
      }
    }
    yield ']'
  }
}

function pagesOf(connection: Database, secret: ServerSecret, person: Person): Pages {
  const codes = voucherCodes(secret)
  return {
    consents: () => whole(consentRecords(connection, person)),
    sessions: () => whole(sessions(connection, person)),
    accounts: () => whole(accounts(connection, person)),
    mailed_links: () => whole(mailedLinks(connection, person)),
    points: () => each(linesOf(connection, { ...person, period: always })),
    intentions: () =>
      paged(async (before: string | undefined) => {
        const rows = await intentionRecords(connection, person, { before, limit: pageSize })
        return { rows, next: rows.length < pageSize ? undefined : rows.at(-1)!.id }
      }),
    vouchers: () =>
      paged(async (page: number = 1) => {
        const pageQuery = { page, per_page: pageSize }
        const { vouchers: rows } = await vouchers(connection, codes, person, pageQuery)
        return { rows, next: rows.length < pageSize ? undefined : page + 1 }
      }),
    notifications: () =>
      paged(async (before: string | undefined) => {
        const page = { before, per_page: pageSize }
        const { notifications: rows, next } = await notifications(connection, person, page)
        return { rows, next: next ?? undefined }
      }),
    notice_choices: () => whole(noticeChoices(connection, person)),
    favorites: () => whole(favorites(connection, person)),
    promotions: () => whole(activations(connection, person)),
    level_changes: () => whole(levelChanges(connection, person)),
    staff_acts: () => whole(staffActs(connection, person)),
  }
}

async function* each(rows: AsyncIterable<unknown>): AsyncGenerator<unknown[]> {
  for await (const one of rows) yield [one]
}

async function* whole(rows: Promise<unknown[]>): AsyncGenerator<unknown[]> {
  yield await rows
}

/** Reads pages until one has no cursor to the next. */
async function* paged<Cursor>(
  read: (cursor: Cursor | undefined) => Promise<{ rows: unknown[]; next: Cursor | undefined }>,
): AsyncGenerator<unknown[]> {
  let cursor: Cursor | undefined
  do {
    const { rows, next } = await read(cursor)
    yield rows
    cursor = next
  } while (cursor !== undefined)
}
