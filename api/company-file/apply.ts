/** Applies a company's folder to the database. A second application of the same folder changes nothing. */

import pg from 'pg'

import type { Actor } from '#api/audit/note.ts'
import { imageUrl } from '#api/company/image.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { applyLevels } from '#api/level/apply.ts'
import { applyCalculationRules } from '#api/points/apply.ts'
import { applyPrizes } from '#api/prize/apply.ts'
import { addCodes, applyCodes, codesDifference, type SealedLine } from '#api/prize/codes.ts'
import { applyPromotions } from '#api/promotion/apply.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import { applyCredentials, credentialDifference } from '#api/wallet/stored-credential.ts'
import { applyWebhooks } from '#api/webhook/endpoint.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { companyFileDifference } from '#contract/company-file/difference.ts'
import { commandText, folderText, pictureDifferenceText } from '#contract/company-file/text.ts'
import { isSandboxSlug } from '#contract/sandbox/id.ts'
import { type Database, row, sql, transaction } from '#database/sql.ts'

import { noteApplication } from './act.ts'
import { type CompanyFolder, CompanyMistakes } from './company-file.ts'
import { applyDomains } from './domains.ts'
import { type Drawn, drawPicture, keepPictures, keptPictures } from './picture-store.ts'
import { applySubsidiaries } from './subsidiaries.ts'
import { addVersion, byCommand, lockVersions, newestVersion, type Publisher } from './version.ts'

/** The differences between the folder and the applied company, one line each: '~ primary_color: "#000000" → "#8c4a2f"'. */
export async function companyDifference(
  { database, secret }: SealedDatabase,
  {
    file,
    images,
    codes,
    credentials,
  }: Pick<CompanyFolder, 'file' | 'images' | 'codes' | 'credentials'>,
): Promise<string[]> {
  const applied = await appliedCompany(database, file.slug)
  const storedHashes = await keptPictures(database, applied?.company_id, images.values())
  const codeLines = await codesDifference(
    database,
    voucherCodes(secret),
    applied?.company_id,
    file.prizes,
    codes,
  )
  const owner = { database, secret, company_id: applied?.company_id }
  return [
    ...companyFileDifference(applied?.file, file),
    ...pictureDifference(applied?.images ?? {}, addresses(images, storedHashes)),
    ...codeLines,
    ...(await credentialDifference(owner, credentials)),
  ]
}

/** The company as it was applied last; undefined before the first time. `images`: file name → its name in URLs. */
export function appliedCompany(database: Database, slug: string) {
  return row<{ company_id: string; file: CompanyFile; images: Record<string, string> }>(
    database,
    sql`select company_id, file, images from company where slug = ${slug}`,
  )
}

function pictureDifference(
  before: Record<string, string>,
  after: Record<string, string>,
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      if (before[name] === undefined) return `+ ${name}: ${pictureDifferenceText.added}`
      return after[name] === undefined
        ? `- ${name}: ${pictureDifferenceText.removed}`
        : `~ ${name}: ${pictureDifferenceText.changed}`
    })
}

/**
 * Applies the folder in one transaction. Throws CompanyMistakes for a changed time zone. It also does so for a host name
 * that another company has, or has released within the last 60 days.
 * `actor`: the person or command in the audit log. Without an actor, as in a demo, there is no entry.
 * `base_version`: the version whose difference was shown. Throws if the company has another one by now.
 */
export async function applyCompany(
  sealed: SealedDatabase,
  { images, ...folder }: Omit<CompanyFolder, 'notices' | 'version'>,
  now: Date,
  { actor, base_version }: { actor?: Actor; base_version?: number } = {},
): Promise<void> {
  const { slug } = folder.file
  const applied = await appliedCompany(sealed.database, slug)
  const pictures = await drawnPictures(sealed.database, applied?.company_id, images)
  await transaction(sealed.database, async (connection) => {
    const before = await lockedCompany(connection, slug, base_version)
    const replaced = before ? await newestVersion(connection, before.company_id) : 0
    const { secret } = sealed
    const version = await applyFile(
      { database: connection, secret },
      { ...folder, ...pictures },
      now,
    )
    if (!actor) return
    const { company_id, file } = (await appliedCompany(connection, slug))!
    await noteApplication(
      connection,
      actor,
      { company_id, before: before?.file, replaced, file, version },
      now,
    )
  })
}

/** The applied company, read under the lock of its versions. Throws for another version than `base_version`. */
async function lockedCompany(
  connection: Database,
  slug: string,
  base_version: number | undefined,
): ReturnType<typeof appliedCompany> {
  const applied = await appliedCompany(connection, slug)
  if (!applied || isSandboxSlug(slug)) return applied
  const newest = await lockVersions(connection, applied.company_id)
  if (base_version !== undefined && base_version !== newest) throw new Error(commandText.outdated)
  return appliedCompany(connection, slug)
}

/**
 * Draws the pictures that the company does not have yet. It takes seconds for a photograph, so never within a transaction.
 * `company_id`: undefined before the first application.
 */
export async function drawnPictures(
  database: Database,
  company_id: string | undefined,
  images: CompanyFolder['images'],
): Promise<Pick<Applied, 'hashes' | 'savePictures'>> {
  const storedHashes = await keptPictures(database, company_id, images.values())
  const newImages = [...images.values()].filter(({ hash }) => !storedHashes.has(hash))
  // One after another: a decoded photograph takes about 100 MB.
  const newPictures: Drawn[] = []
  for (const image of newImages) newPictures.push(await drawPicture(image))
  return {
    hashes: addresses(images, storedHashes),
    savePictures: (connection, company_id) => keepPictures(connection, company_id, newPictures),
  }
}

/** A company's configuration, ready to be stored. `hashes`: a picture's file name → its name in URLs. */
type Applied = Pick<CompanyFolder, 'file' | 'codes' | 'credentials' | 'placeOf'> & {
  hashes: Record<string, string>
  /** Stores the pictures that `hashes` names. */
  savePictures: (connection: pg.PoolClient, company_id: string) => Promise<void>
  /** Codes that are added to a prize's free codes, by the prize's key. */
  newCodes?: Map<string, SealedLine[]>
  /** The publisher of the version; by default a command. */
  publisher?: Publisher
}

/** A sealed database, or the connection of a transaction on one. */
export type SealedConnection = Pick<SealedDatabase, 'secret'> & { database: Database }

/**
 * Applies in one transaction, or within the caller's, and stores the version. Returns its number; 0 for a sandbox, which has no
 * versions. Throws as applyCompany.
 */
export async function applyFile(
  { database, secret }: SealedConnection,
  folder: Applied,
  now: Date,
): Promise<number> {
  try {
    return await transaction(database, (connection) => applyParts(connection, secret, folder, now))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'company_domain_hostname_key') {
      throw new CompanyMistakes([folderText.hostOfAnother(folder.file.slug)])
    }
    throw error
  }
}

async function applyParts(
  connection: pg.PoolClient,
  secret: SealedDatabase['secret'],
  { file, codes, credentials, placeOf, hashes, savePictures, newCodes, publisher }: Applied,
  now: Date,
): Promise<number> {
  const before = await appliedCompany(connection, file.slug)
  if (before) await keepTimeZone(connection, before.company_id, file, placeOf)
  const hasVersions = !isSandboxSlug(file.slug)
  if (before && hasVersions) await lockVersions(connection, before.company_id)
  const company_id = await saveCompany(connection, file, hashes, now)
  await applyDomains(connection, company_id, file, now)
  await savePictures(connection, company_id)
  await applyLevels(connection, company_id, file, now)
  await applyCalculationRules(connection, company_id, file)
  await applySubsidiaries(connection, company_id, file)
  await applyWebhooks(connection, company_id, file.webhooks, now)
  const pictureUrl = (name: string | null) =>
    // readCompanyFolder has read every picture that the file names.
    name === null ? null : imageUrl(company_id, hashes[name]!)
  await applyPrizes(connection, company_id, file.prizes, pictureUrl, now)
  const sealing = voucherCodes(secret)
  await applyCodes(connection, sealing, company_id, file.prizes, codes)
  if (newCodes) await addCodes(connection, company_id, newCodes)
  await applyPromotions(connection, company_id, file.promotions, pictureUrl, now)
  await applyCredentials(connection, { secret, company_id }, credentials)
  if (!hasVersions) return 0
  const version = { ...(publisher ?? byCommand), codes: countsOf(newCodes) }
  return addVersion(connection, company_id, version, now)
}

/** Key of a prize → the number of its new codes. */
function countsOf(newCodes: Applied['newCodes'] = new Map()): Record<string, number> {
  return Object.fromEntries([...newCodes].map(([key, codes]) => [key, codes.length]))
}

async function keepTimeZone(
  connection: pg.PoolClient,
  company_id: string,
  file: CompanyFile,
  placeOf: CompanyFolder['placeOf'],
): Promise<void> {
  const zone = await keptTimeZone(connection, company_id, file)
  if (zone === undefined) return
  throw new CompanyMistakes([`${placeOf('time_zone')}: ${folderText.timeZoneStays(zone)}`])
}

/**
 * The time zone that the company must keep although the file has another; undefined if it may change. Days of
 * records and lots are local to the company (D1). In another time zone a lot would expire in the middle of a
 * day, and past statements could not be computed again.
 */
export async function keptTimeZone(
  database: Database,
  company_id: string,
  { time_zone }: CompanyFile,
): Promise<string | undefined> {
  const stored = await row<{ time_zone: string }>(
    database,
    sql`select time_zone
          from company
         where company_id = ${company_id}
           and time_zone <> ${time_zone}
           and has_records(${company_id})`,
  )
  return stored?.time_zone
}

/** Stores the company and returns its id. */
async function saveCompany(
  connection: pg.PoolClient,
  file: CompanyFile,
  hashes: Record<string, string>,
  now: Date,
): Promise<string> {
  // Without levels the settings of levels have no effect.
  const levels_system = file.levels.length > 0 ? file.settings.levels_system : null
  const { update_lookback, renovation_interval } = file.settings
  const saved = await row<{ company_id: string }>(
    connection,
    sql`insert into company (
          company_id, slug, file, images, blocked_at, maintenance, time_zone, points_per_real, reversal,
          intention_minutes, created_at, applied_at,
          levels_system, update_lookback, renovation_interval, levels_changed_at)
        values (case when ${isSandboxSlug(file.slug)} then sandbox_id() else uuidv7() end, ${file.slug}, ${file}, ${hashes}, ${file.blocked ? now : null},
          ${file.maintenance}, ${file.time_zone}, ${file.points_per_real}, ${file.reversal},
          ${file.intention_minutes}, ${now}, ${now},
          ${levels_system}, ${update_lookback}, ${renovation_interval}, ${levels_system && now})
        on conflict (slug) do update
           set file = excluded.file,
               images = excluded.images,
               blocked_at = case when ${file.blocked} then coalesce(company.blocked_at, excluded.blocked_at) end,
               maintenance = excluded.maintenance,
               time_zone = excluded.time_zone,
               points_per_real = excluded.points_per_real,
               reversal = excluded.reversal,
               intention_minutes = excluded.intention_minutes,
               levels_system = excluded.levels_system,
               update_lookback = excluded.update_lookback,
               renovation_interval = excluded.renovation_interval,
               -- From this instant on the job settles every customer again.
               levels_changed_at = case
                 when (company.levels_system, company.update_lookback, company.renovation_interval, company.time_zone,
                       jsonb_path_query_array(company.file, '$.levels[*].name'),
                       jsonb_path_query_array(company.file, '$.levels[*].trigger_amount'))
                      is not distinct from
                      (excluded.levels_system, excluded.update_lookback, excluded.renovation_interval, excluded.time_zone,
                       jsonb_path_query_array(excluded.file, '$.levels[*].name'),
                       jsonb_path_query_array(excluded.file, '$.levels[*].trigger_amount'))
                 then company.levels_changed_at
                 else excluded.applied_at
               end,
               applied_at = excluded.applied_at
        returning company_id`,
  )
  return saved!.company_id
}

/** A picture's file name → its name in URLs, which stays the same for the same content. */
function addresses(
  images: CompanyFolder['images'],
  storedHashes: Map<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    [...images].map(([name, { hash }]) => [name, storedHashes.get(hash) ?? hash]),
  )
}
