import type { Prize } from '#contract/prize.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { usePrizeWord } from '#portal/company/company.ts'
import { prizeText } from '#portal/text/prize.ts'

import styles from './PrizeScreen.module.css'

/** The prize's last day, its stock, the voucher's validity and the company's terms. */
export function Terms({ prize }: { prize: Prize }) {
  const word = usePrizeWord()
  const { expires_at, expires_in, stock_left, tos_url } = prize
  const lines = [
    expires_at && prizeText.until(toBrazilianDate(expires_at)),
    stock_left !== null && stock_left < maxTold && prizeText.left(stock_left),
    expires_in && prizeText.voucherDays(expires_in),
  ].filter((line) => typeof line === 'string')
  return (
    <div className={styles.terms}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {tos_url && (
        <a href={tos_url} target="_blank" rel="noreferrer">
          {prizeText.terms(word)}
        </a>
      )}
    </div>
  )
}

/** A larger stock is not shown. */
const maxTold = 100
