import { useState } from 'react'

import { useCompany } from '#portal/company/company.ts'
import { voucherText } from '#portal/text/voucher.ts'

import styles from './WhereToWithdraw.module.css'

/** So many shops are in sight at once; more unfold. */
const maxInSight = 3

/** The company's shops, with address and phone. Nothing for a company that lists none. */
export function WhereToWithdraw() {
  const { subsidiaries } = useCompany().company
  const [isOpen, setOpen] = useState(subsidiaries.length <= maxInSight)
  if (subsidiaries.length === 0) return null
  return (
    <details
      className={styles.where}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{voucherText.where(subsidiaries.length)}</summary>
      {/* A company may have 500 shops: they are rendered when they are asked for. */}
      <ul>
        {isOpen &&
          subsidiaries.map(({ name, address, phone }) => (
            <li key={name} className={styles.shop}>
              <strong>{name}</strong>
              {address && <span>{address}</span>}
              {phone && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>}
            </li>
          ))}
      </ul>
    </details>
  )
}
