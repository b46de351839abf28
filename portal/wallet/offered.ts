import type { WalletName } from '#contract/wallet.ts'

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/**
 * The company's wallets to offer on this device, the device's own wallet first. Only Apple's devices open a pass for the Apple Wallet.
 * Google's page saves a pass to the account's Android phone, so every device but an iPhone or iPad is offered it.
 */
export function offeredWallets(
  wallets: readonly WalletName[],
  { userAgent, maxTouchPoints }: Device,
): WalletName[] {
  const isMac = userAgent.includes('Macintosh')
  // An iPad reports that it is a Mac, but no Mac has a touch screen.
  const isPhoneOfApple = /iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)
  const useful: WalletName[] = isPhoneOfApple ? ['apple'] : isMac ? ['apple', 'google'] : ['google']
  return useful.filter((wallet) => wallets.includes(wallet))
}
