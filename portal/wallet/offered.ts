import type { WalletName } from '#contract/wallet.ts'

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/**
 * The company's wallets that this device can save to, the device's own wallet first. Only Apple's devices open a pass for the Apple Wallet.
 * Google's page saves for the phone of the account, so it is of use everywhere but on an iPhone or iPad.
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
