import { useState } from 'react'

import type { Company } from '#contract/company.ts'
import { useCompany } from '#portal/company/company.ts'
import { voucherText } from '#portal/text/voucher.ts'

import styles from './WhereToWithdraw.module.css'

/** Maximum shops shown at first. A button shows the others. */
const maxInSight = 3
/** Maximum shops on a printed ticket, which fit on its page. */
const maxPrinted = 12

/** The company's shops, with address and phone. Nothing for a company that lists none. */
export function WhereToWithdraw() {
  const { subsidiaries } = useCompany().company
  const [isOpen, setOpen] = useState(subsidiaries.length <= maxInSight)
  if (subsidiaries.length === 0) return null
  return (
    <>
      <details
        className={styles.where}
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{voucherText.where(subsidiaries.length)}</summary>
        {/* A company may have 500 shops, so they are rendered only when the list is open. */}
        <ul>{isOpen && subsidiaries.map((shop) => <Shop key={shop.name} {...shop} />)}</ul>
      </details>
      {!isOpen && <PrintedShops shops={subsidiaries} />}
    </>
  )
}

type ShopFields = Company['subsidiaries'][number]

function Shop({ name, address, phone }: ShopFields) {
  return (
    <li className={styles.shop}>
      <strong>{name}</strong>
      {address && <span>{address}</span>}
      {phone && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>}
    </li>
  )
}

/** The shops on paper, where the list cannot be opened. */
function PrintedShops({ shops }: { shops: ShopFields[] }) {
  const rest = shops.length - maxPrinted
  return (
    <div className={styles.printed}>
      <ul>
        {shops.slice(0, maxPrinted).map((shop) => (
          <Shop key={shop.name} {...shop} />
        ))}
      </ul>
      {rest > 0 && <p>{voucherText.moreShops(rest)}</p>}
    </div>
  )
}
