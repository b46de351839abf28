/** The SQL files of this release: numbered files of tables, and files of functions. Table schema_file lists those applied. */

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import manifest from '#package.json' with { type: 'json' }

import { sql } from './sql.ts'

export const release = manifest.version

const rootFolder = join(import.meta.dirname, '..')
const tablesFolder = join(import.meta.dirname, 'schema')
/** The files of functions, in the order of their application: a file may use types of the files before it. */
const functionFiles = [
  'engine/stored/shapes.sql',
  'engine/ledger/shapes.sql',
  'engine/return/shapes.sql',
  'engine/hold/shapes.sql',
  'api/company/stored/shapes.sql',
  'api/partner/stored/shapes.sql',
  'api/intention/stored/shapes.sql',
  'api/prize/stored/shapes.sql',
  'api/voucher/stored/shapes.sql',
  'api/promotion/stored/shapes.sql',
  'api/notification/stored/shapes.sql',
  'api/webhook/stored/shapes.sql',
  'engine/pure/shapes.sql',
  'engine/head/shapes.sql',
  'engine/pure/byte-strings.sql',
  'engine/pure/limits.sql',
  'engine/pure/calculate.sql',
  'engine/pure/results.sql',
  'engine/pure/require-rows.sql',
  'engine/stored/balance.sql',
  'engine/stored/record.sql',
  'engine/ledger/deficit.sql',
  'engine/ledger/record.sql',
  'engine/ledger/lots.sql',
  'engine/return/return-parts.sql',
  'engine/return/recovery.sql',
  'engine/return/give-back.sql',
  'engine/hold/hold-end.sql',
  'engine/hold/free-points.sql',
  'engine/hold/hold.sql',
  'engine/read/balance.sql',
  'engine/read/balances.sql',
  'engine/read/statement.sql',
  'engine/read/past-holds.sql',
  'engine/read/level-movements.sql',
  'engine/read/last-movement.sql',
  'engine/read/ledger-entries.sql',
  'engine/read/company-movements.sql',
  'engine/read/busy-customers.sql',
  'engine/read/liability.sql',
  'engine/read/returned.sql',
  'api/intention/stored/ask-terms.sql',
  'engine/verbs/points-to-hold.sql',
  'engine/verbs/redeemable.sql',
  'engine/verbs/earn.sql',
  'engine/verbs/return.sql',
  'engine/verbs/undo.sql',
  'engine/verbs/open.sql',
  'engine/verbs/capture.sql',
  'engine/verbs/confirm.sql',
  'engine/verbs/voucher.sql',
  'engine/verbs/redeem.sql',
  'engine/verbs/activate.sql',
  'engine/verbs/movements.sql',
  'engine/verbs/import.sql',
  'engine/verbs/adjust.sql',
  'engine/verbs/merge.sql',
  'engine/verbs/move-lots.sql',
  'engine/verbs/sweep.sql',
  'engine/verbs/move-back.sql',
  'engine/verbs/recall.sql',
  'engine/write/write.sql',
  'engine/write/write-holds.sql',
  'engine/write/effects.sql',
  'engine/idempotency/idempotency.sql',
  'engine/locate/locate.sql',
  'engine/locate/lock.sql',
  'engine/dispatch.sql',
  'engine/apply.sql',
  'engine/simulate.sql',
  'api/secret/secret.sql',
  'api/audit/stored/audit.sql',
  'api/audit/stored/customer-acts.sql',
  'api/audit/stored/record-acts.sql',
  'api/attempt/stored/remembered.sql',
  'api/clock/stored/clock.sql',
  'api/staff/stored/staff-name.sql',
  'api/company/stored/company.sql',
  'api/company/stored/version.sql',
  'api/company/stored/subsidiary.sql',
  'api/company/stored/sandbox.sql',
  'api/customer/stored/customer.sql',
  'api/customer/stored/merge.sql',
  'api/customer/stored/password.sql',
  'api/customer/stored/erasure.sql',
  'api/customer/stored/block.sql',
  'api/customer/stored/activity.sql',
  'api/customer/stored/search.sql',
  'api/consent/stored/consent.sql',
  'api/privacy/stored/retention.sql',
  'api/credential/stored/session.sql',
  'api/member-code/stored/named-customer.sql',
  'api/points/stored/rules.sql',
  'api/webhook/stored/webhook.sql',
  'api/webhook/stored/delivery.sql',
  'api/partner/stored/key.sql',
  'api/partner/stored/key-name.sql',
  'api/partner/stored/key-use.sql',
  'api/partner/stored/look-up.sql',
  'api/partner/stored/integration-token.sql',
  'engine/head/take.sql',
  'engine/head/prove.sql',
  'engine/audit/replay.sql',
  'engine/audit/audited.sql',
  'engine/audit/audited-page.sql',
  'engine/history.sql',
  'api/movement/movement.sql',
  'api/notification/stored/notification.sql',
  'api/notification/expiry/notices.sql',
  'api/notification/subscription/subscription.sql',
  'api/notification/message/message.sql',
  'api/level/stored/terms.sql',
  'api/level/stored/standing.sql',
  'api/level/stored/settle.sql',
  'api/level/stored/facts.sql',
  'api/level/stored/past-levels.sql',
  'engine/backtest/terms.sql',
  'engine/backtest/backtest.sql',
  'engine/backtest/sums.sql',
  'api/prize/stored/prize.sql',
  'api/prize/stored/stock.sql',
  'api/promotion/stored/promotion.sql',
  'api/intention/stored/intention.sql',
  'api/voucher/stored/voucher.sql',
  'api/privacy/stored/inactivity.sql',
  'api/privacy/stored/announcement.sql',
  'api/report/fold.sql',
  'api/merge/absorbed.sql',
  'api/report/states.sql',
  'api/report/close.sql',
  'api/customer/stored/imported.sql',
  'api/import/stored/import.sql',
]

export type SqlFile = { name: string; text: string; hash: string }
export type ReleaseFiles = { tables: SqlFile[]; functions: SqlFile[] }
/** An applied file. `release` is the version that applied it. */
export type AppliedFile = { name: string; hash: string; release: string }
export const appliedFilesQuery = sql`select name, hash, release from schema_file`

export async function releaseFiles(folder: string = tablesFolder): Promise<ReleaseFiles> {
  const names = (await readdir(folder)).filter(isTableFile)
  names.sort((a, b) => Number.parseInt(a) - Number.parseInt(b))
  return {
    tables: await Promise.all(names.map((name) => sqlFile(folder, name))),
    functions: await Promise.all(functionFiles.map((name) => sqlFile(rootFolder, name))),
  }
}

export function isTableFile(name: string): boolean {
  return /^\d{2,}_\w+\.sql$/.test(name)
}

/**
 * Why this release cannot work with a database that has applied these files; undefined when it can. With `allowsNewer` files of a
 * newer release are accepted, so that a running node goes on after a migration. Migrations expand before they contract (D20).
 */
export function schemaMismatch(
  files: ReleaseFiles,
  applied: AppliedFile[],
  { allowsNewer = false } = {},
): string | undefined {
  const newer = newerRelease(files, applied)
  if (newer && allowsNewer) return undefined
  if (newer) return `its schema is of Fiel ${newer}, and this is ${release}: use Fiel ${newer}`
  return differing(files, applied).length > 0 || missing(files, applied).length > 0
    ? `its schema is not that of Fiel ${release}: run npm run fiel -- migrate`
    : undefined
}

/** The newest release that applied a file which this release lacks or has with other text; undefined unless it is newer. */
export function newerRelease(files: ReleaseFiles, applied: AppliedFile[]): string | undefined {
  const newest = differing(files, applied)
    .map((file) => file.release)
    .toSorted(compareReleases)
    .at(-1)
  return newest !== undefined && compareReleases(newest, release) > 0 ? newest : undefined
}

function differing({ tables, functions }: ReleaseFiles, applied: AppliedFile[]): AppliedFile[] {
  const hashes = new Map([...tables, ...functions].map(({ name, hash }) => [name, hash]))
  return applied.filter(({ name, hash }) => hashes.get(name) !== hash)
}

function missing({ tables, functions }: ReleaseFiles, applied: AppliedFile[]): SqlFile[] {
  const names = new Set(applied.map(({ name }) => name))
  return [...tables, ...functions].filter(({ name }) => !names.has(name))
}

/** Compares by number: 0.10.0 comes after 0.9.0. */
function compareReleases(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

async function sqlFile(folder: string, name: string): Promise<SqlFile> {
  const text = await readFile(join(folder, name), 'utf8')
  return { name, text, hash: createHash('sha256').update(text).digest('hex') }
}
