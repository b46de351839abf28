import { lazy, Suspense, useState } from 'react'

import { useCompany } from '#portal/company/company.ts'

import { offeredWallets } from './offered.ts'

const WalletButtons = lazy(() => import('./WalletButtons.tsx'))

type SaveToWalletProps = {
  /** Null: saves the customer's card instead of a voucher. */
  voucherId: string | null
}

/** Renders nothing if the company has no wallet for this device, so most portals never load the buttons. */
export function SaveToWallet({ voucherId }: SaveToWalletProps) {
  const { wallets } = useCompany().settings.integrations
  const [offered] = useState(() => offeredWallets(wallets, navigator))
  if (offered.length === 0) return null
  return (
    <Suspense>
      <WalletButtons wallets={offered} voucherId={voucherId} />
    </Suspense>
  )
}
