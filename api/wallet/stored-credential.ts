/** The credentials of companies, sealed in the database: a copy of it signs no passes (T16). */

import type { SealedDatabase } from '#api/context/context.ts'
import { sealer } from '#api/secret/seal.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import type { WalletName } from '#contract/wallet.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** The purpose for which credentials are sealed: it selects the key. */
export const walletPurpose = 'wallet credential'

/** The texts of a company's credential files, by wallet; null: the stored text stays. */
export type CredentialTexts = Map<WalletName, string | null>

/** The company and its stored credentials. `company_id` is undefined before the first application. */
type Owner = SealedDatabase & { company_id: string | undefined }

/**
 * Stores the credentials of the files, and removes those of wallets without a file. Throws one sentence if a text should stay
 * but none is stored.
 */
export async function applyCredentials(
  connection: Database,
  { secret, company_id }: { secret: ServerSecret; company_id: string },
  texts: CredentialTexts,
): Promise<void> {
  const { seal } = walletSealer(secret)
  await rows(
    connection,
    sql`delete from wallet_credential
         where company_id = ${company_id}
           and wallet <> all (${[...texts.keys()]})`,
  )
  for (const [wallet, text] of texts) {
    if (text === null) {
      await requireCredential(connection, company_id, wallet)
      continue
    }
    await rows(
      connection,
      sql`insert into wallet_credential (company_id, wallet, sealed)
          values (${company_id}, ${wallet}, ${seal(company_id, text)})
          on conflict (company_id, wallet) do update set sealed = excluded.sealed`,
    )
  }
}

async function requireCredential(
  connection: Database,
  company_id: string,
  wallet: WalletName,
): Promise<void> {
  if (await sealedText(connection, company_id, wallet)) return
  throw new Error(
    `settings.integrations.wallet.${wallet}: its file keeps what is applied, and nothing is: bring the file with the key.`,
  )
}

/** One line for each wallet whose credentials change. Never a part of a credential. */
export async function credentialDifference(
  { database, secret, company_id }: Owner,
  texts: CredentialTexts,
): Promise<string[]> {
  const changed: string[] = []
  for (const [wallet, text] of texts) {
    const stored = company_id && (await storedCredential({ database, secret }, company_id, wallet))
    if (text === null || stored === text) continue
    changed.push(`${stored ? '~' : '+'} credencial da carteira ${wallet}`)
  }
  return changed
}

/** The stored text of the company's credential file. Undefined if no text is stored. */
export async function storedCredential(
  { database, secret }: SealedDatabase,
  company_id: string,
  wallet: WalletName,
): Promise<string | undefined> {
  const found = await sealedText(database, company_id, wallet)
  return found && walletSealer(secret).open(company_id, found.sealed)
}

function sealedText(
  database: Database,
  company_id: string,
  wallet: WalletName,
): Promise<{ sealed: Buffer } | undefined> {
  return row(
    database,
    sql`select sealed from wallet_credential where company_id = ${company_id} and wallet = ${wallet}`,
  )
}

function walletSealer(secret: ServerSecret) {
  return sealer(secret, walletPurpose)
}
