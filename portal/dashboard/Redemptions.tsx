import Gift from 'lucide-react/icons/gift'
import { Link } from 'wouter'

import { pictureSource } from '#contract/brand/picture.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import type { Voucher } from '#contract/voucher.ts'
import { usePrizeWord } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { dashboardText } from '#portal/text/dashboard.ts'
import { pointsText } from '#portal/text/points.ts'
import { Badge } from '#ui/Badge.tsx'
import { Part } from '#ui/Card.tsx'

import styles from './Redemptions.module.css'

type RedemptionsProps = { vouchers: Voucher[]; toWithdrawCount: number }

/** R7.2: the newest vouchers, with a link to all of them. */
export function Redemptions({ vouchers, toWithdrawCount }: RedemptionsProps) {
  const word = usePrizeWord()
  const isEmpty = vouchers.length === 0
  return (
    <Part
      title={dashboardText.redemptions}
      action={
        <Link href={pathTo('prizes', {}, isEmpty ? {} : { tab: 'to_withdraw' })}>
          {isEmpty ? dashboardText.toStore(word) : dashboardText.allRedemptions}
        </Link>
      }
    >
      <p className={styles.soft}>
        {isEmpty ? dashboardText.noRedemptions : dashboardText.to_withdraw(toWithdrawCount)}
      </p>
      {!isEmpty && (
        <ul className={styles.vouchers}>
          {vouchers.map((voucher) => (
            <Redemption key={voucher.id} voucher={voucher} />
          ))}
        </ul>
      )}
    </Part>
  )
}

function Redemption({ voucher: { state, prize, expires_at } }: { voucher: Voucher }) {
  return (
    <li className={styles.voucher}>
      {prize.photo_url ? (
        <img
          {...pictureSource(prize.photo_url, '56px')}
          alt=""
          width="56"
          height="42"
          className={styles.photo}
        />
      ) : (
        <span className={styles.photo}>
          <Gift size={20} aria-hidden="true" />
        </span>
      )}
      <div className={styles.what}>
        <p className={styles.name}>{prize.name}</p>
        {state === 'TO_WITHDRAW' && expires_at !== null && (
          <p className={styles.soft}>{pointsText.validUntil(toBrazilianDate(expires_at))}</p>
        )}
      </div>
      <Badge tone={state === 'TO_WITHDRAW' ? 'success' : 'plain'}>
        {dashboardText.voucherStates[state]}
      </Badge>
    </li>
  )
}
