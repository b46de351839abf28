import WalletCards from 'lucide-react/icons/wallet-cards'

import type { WalletName } from '#contract/wallet.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useAction } from '#portal/form/action.ts'
import { useOnline } from '#portal/offline/online.ts'
import { walletText } from '#portal/text/wallet.ts'
import { Button } from '#ui/Button.tsx'

import { walletUrl } from './wallet-url.ts'

import styles from './WalletButtons.module.css'

type WalletButtonsProps = { wallets: WalletName[]; voucherId: string | null }

/** Saves a voucher or the customer's card in the wallet of the phone. */
export default function WalletButtons({ wallets, voucherId }: WalletButtonsProps) {
  return (
    <div className={styles.wallets}>
      {wallets.map((wallet) => (
        <WalletButton key={wallet} wallet={wallet} voucherId={voucherId} />
      ))}
      {voucherId === null && <p className={styles.note}>{walletText.member}</p>}
    </div>
  )
}

type WalletButtonProps = { wallet: WalletName; voucherId: string | null }

function WalletButton({ wallet, voucherId }: WalletButtonProps) {
  const online = useOnline()
  const notices = useNotices()
  const { busy, run } = useAction()
  async function save() {
    // Navigate, because a phone offers the pass of an opened address, but not of a file that a script has read.
    location.assign(await walletUrl(wallet, voucherId))
  }
  return (
    <Button
      variant="quiet"
      full
      busy={busy}
      disabledReason={online ? undefined : walletText.offline}
      onClick={() =>
        run(save, ({ type, message }) =>
          notices.alert('error', type === 'not_found' ? walletText.failed : message),
        )
      }
    >
      <span className={styles.save}>
        <WalletCards size={20} aria-hidden="true" />
        {walletText.save[wallet]}
      </span>
    </Button>
  )
}
