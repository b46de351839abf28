/** Reads the files with private keys for passes, and checks everything that can be checked without a request. */

import { join } from 'node:path'

import { readAppleCredential, readGoogleCredential } from '#api/wallet/credential.ts'
import type { CredentialTexts } from '#api/wallet/stored-credential.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { credentialText, folderText } from '#contract/company-file/text.ts'
import { type WalletName, walletNames } from '#contract/wallet.ts'

import { asApplied, fileAt, type PlaceOf } from './folder.ts'

/** A certificate that expires within these days causes a warning. Apple issues a new one in minutes, but people need weeks. */
const warningDays = 30
const day_ms = 86_400_000

export function credentialFiles({ settings }: CompanyFile): { wallet: WalletName; name: string }[] {
  return walletNames.flatMap((wallet) => {
    const name = settings.integrations.wallet?.[wallet]?.credentials
    return name === undefined ? [] : [{ wallet, name }]
  })
}

/** A mistake names the file and the rule. It never quotes the file, which holds a private key. */
export async function readCredentials(folder: string, file: CompanyFile, placeOf: PlaceOf) {
  const read: CredentialTexts = new Map()
  const mistakes: string[] = []
  const notices: string[] = []
  for (const { wallet, name } of credentialFiles(file)) {
    const place = `${placeOf(['settings', 'integrations', 'wallet', wallet, 'credentials'])}: ${name}`
    const text = (await fileAt(join(folder, name)))?.toString('utf8')
    if (text === undefined) {
      mistakes.push(`${place}: ${folderText.noFile}`)
      continue
    }
    if (text.trim() === asApplied) {
      read.set(wallet, null)
      continue
    }
    read.set(wallet, text)
    const now = new Date()
    const found = wallet === 'apple' ? readAppleCredential(text, now) : readGoogleCredential(text)
    if (typeof found === 'string') mistakes.push(`${place}: ${found}`)
    else if (
      found.expires_at &&
      found.expires_at.getTime() - now.getTime() < warningDays * day_ms
    ) {
      notices.push(
        `${place}: ${credentialText.endsOn(found.expires_at.toISOString().slice(0, 10))}`,
      )
    }
  }
  return { read, mistakes, notices }
}
