/** Passes of a customer. Making a pass changes no data. */

import { countAttempt } from '#api/attempt/attempt.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { companyIcon } from '#api/page/installed.ts'
import type { WalletLink, WalletName } from '#contract/wallet.ts'

import { readAppleCredential, readGoogleCredential } from './credential.ts'
import { googleLink } from './google.ts'
import { ownerOfLink, passPath } from './pass-link.ts'
import { passOf, type PassOwner } from './pass.ts'
import { storedCredential } from './stored-credential.ts'

type Needs = Pick<Context, 'database' | 'secret' | 'log'>
type Caller = { now: Date; address: string }

/** Throws `not_found` without usable credentials, and for a voucher that is not the customer's. */
export async function walletLink(
  context: Needs,
  { wallet, ...owner }: PassOwner & { wallet: WalletName },
  { now, address }: Caller,
): Promise<WalletLink> {
  if (wallet === 'apple') {
    await usable(context, owner.company_id, 'apple', (text) => readAppleCredential(text, now))
    await passOf(context, owner, now)
    return { url: passPath(context.secret, owner, now) }
  }
  const credential = await usable(context, owner.company_id, 'google', readGoogleCredential)
  await countPass(context, owner, { now, address })
  const { pass, company, issuer_id } = await passOf(context, owner, now)
  return { url: await googleLink(pass, { company, issuer_id }, credential, now) }
}

/** The signed pass of a link. Throws `expired_token`, and what walletLink throws. */
export async function passOfLink(
  context: Needs,
  link: { company_id: string; token: string },
  { now, address }: Caller,
): Promise<ReadableStream<Uint8Array>> {
  const credential = await usable(context, link.company_id, 'apple', (text) =>
    readAppleCredential(text, now),
  )
  const owner = ownerOfLink(context.secret, link, now)
  await countPass(context, owner, { now, address })
  const { pass, company } = await passOf(context, owner, now)
  const sign = await companyIcon(context.database, company, 'touch-180')
  // Loaded on first use: most nodes sign no pass.
  const { applePass } = await import('./apple.ts')
  const file = await applePass(pass, company, credential, sign)
  return new Blob([Uint8Array.from(file)]).stream()
}

/** The credential of a company. Throws `not_found` if it is missing or expired. */
async function usable<Credential>(
  context: Needs,
  company_id: string,
  wallet: WalletName,
  read: (text: string) => { credential: Credential } | string,
): Promise<Credential> {
  const text = await storedCredential(context, company_id, wallet)
  if (text === undefined) throw new ApiError('not_found')
  const found = read(text)
  if (typeof found !== 'string') return found.credential
  context.log.warn({ company_id, wallet, reason: found }, 'wallet credential unusable')
  throw new ApiError('not_found')
}

/** Counts a pass against the rate limit, because a signature takes about 20 ms of a processor. */
function countPass(
  { database }: Needs,
  { company_id, customer_id }: PassOwner,
  { now, address }: Caller,
): Promise<void> {
  const attempt = { company_id, action: 'wallet_pass', account: customer_id, address } as const
  return countAttempt(database, attempt, now)
}
