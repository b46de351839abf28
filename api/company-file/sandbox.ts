/** A company's sandbox: the applied company with customers, ledger, stock, keys and webhooks of its own (decision 033). */

import type { PoolClient } from 'pg'

import { CompanyFile, poolsOf } from '#contract/company-file.ts'
import { commandText } from '#contract/company-file/text.ts'
import { isSandboxSlug, sandboxSlug } from '#contract/sandbox/id.ts'
import { WebhookFile } from '#contract/webhook.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'

import { appliedCompany, applyFile, type SealedConnection } from './apply.ts'

/**
 * The number of test codes for each prize whose company brings codes of its own. Real codes are worth prizes.
 */
const codesOfPool = 100

/** Customers whose rows one statement deletes; bounds its time. */
const customersAtOnce = 100

/**
 * Makes the company's sandbox, or gives an existing one the configuration that is applied now. Its customers and its webhook
 * stay. Returns its slug. Throws an Error of one sentence.
 */
export async function applySandbox(
  sealed: SealedConnection,
  { slug, webhook }: { slug: string; webhook?: string | undefined },
  now: Date,
): Promise<string> {
  if (isSandboxSlug(slug)) throw new Error(commandText.sandboxOfSandbox(slug))
  const company = await appliedCompany(sealed.database, slug)
  if (!company) throw new Error(commandText.unknown(slug))
  const ownSlug = sandboxSlug(slug)
  const webhooks =
    webhook === undefined
      ? ((await appliedCompany(sealed.database, ownSlug))?.file.webhooks ?? [])
      : [webhookOf(webhook)]
  // Fields that are newer than the application get their defaults.
  const file = CompanyFile.parse(company.file)
  await applyFile(
    sealed,
    {
      file: sandboxFile(file, ownSlug, webhooks),
      codes: testCodes(file),
      credentials: new Map(),
      placeOf: (field) => `${ownSlug} ${field}`,
      hashes: company.images,
      savePictures: (connection, company_id) =>
        copyPictures(connection, company.company_id, company_id),
    },
    now,
  )
  return ownSlug
}

/**
 * Deletes the customers, the ledger and the stock of the company's sandbox, and puts its clock back. Then applies what the
 * company has now. Keys and webhooks stay. A run that is interrupted changes nothing. Returns the sandbox's slug. Throws an Error of
 * one sentence.
 */
export async function resetSandbox(
  sealed: SealedConnection,
  options: { slug: string; webhook?: string | undefined },
  now: Date,
): Promise<string> {
  const ownSlug = sandboxSlug(options.slug)
  const sandbox = await appliedCompany(sealed.database, ownSlug)
  if (!sandbox) throw new Error(commandText.noSandbox(options.slug))
  // One transaction, so that no call meets a part of the ledger, or a sandbox without rules and prizes.
  return transaction(sealed.database, async (connection) => {
    await empty(connection, sandbox.company_id)
    await rows(connection, sql`select forget_key_use(${sandbox.company_id})`)
    return applySandbox({ ...sealed, database: connection }, options, now)
  })
}

async function empty(connection: PoolClient, company_id: string): Promise<void> {
  await rows(connection, sql`select hold_sandbox(${company_id})`)
  let table: string | null = null
  do {
    const part: { table: string | null } | undefined = await row(
      connection,
      sql`select empty_sandbox(${company_id}, ${customersAtOnce}, ${table}) as table`,
    )
    table = part!.table
  } while (table !== null)
}

function webhookOf(url: string): WebhookFile {
  const read = WebhookFile.safeParse({ url })
  if (!read.success) throw new Error(commandText.badWebhook(url))
  return read.data
}

/** The passes of wallets need private keys, which a sandbox does not have. */
function sandboxFile(file: CompanyFile, slug: string, webhooks: WebhookFile[]): CompanyFile {
  const integrations = { ...file.settings.integrations, wallet: null }
  return { ...file, slug, webhooks, settings: { ...file.settings, integrations } }
}

/** Text file → codes such as TESTE-1-001. The same at each application, so that sold codes are not added again. */
function testCodes({ prizes }: CompanyFile): Map<string, string[]> {
  const names = [...poolsOf(prizes)]
  return new Map(
    names.map((name, at) => [
      name,
      Array.from(
        { length: codesOfPool },
        (_, n) => `TESTE-${at + 1}-${String(n + 1).padStart(3, '0')}`,
      ),
    ]),
  )
}

async function copyPictures(
  connection: PoolClient,
  company_id: string,
  sandbox_id: string,
): Promise<void> {
  await rows(
    connection,
    sql`insert into company_image (company_id, hash, own_hash, media_type, content)
        select ${sandbox_id}, hash, own_hash, media_type, content
          from company_image
         where company_id = ${company_id}
        on conflict do nothing`,
  )
  await rows(
    connection,
    sql`insert into company_image_size (company_id, hash, width, media_type, content)
        select ${sandbox_id}, hash, width, media_type, content
          from company_image_size
         where company_id = ${company_id}
        on conflict do nothing`,
  )
}
