import { customerText } from '#console/text/customer.ts'
import { mergeText } from '#console/text/merge.ts'
import type { MergePreview } from '#contract/console/merge.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { formatMoney } from '#contract/value/money.ts'

import styles from './customer.module.css'

/** What a merge would do, as sentences. */
export function Preview({ preview }: { preview: MergePreview }) {
  const { staying, absorbed, points_amount, points_value, lot_count, filled, sessions } = preview
  return (
    <section aria-label={mergeText.preview} className={styles.preview}>
      <dl className={styles.figures}>
        {[staying, absorbed].map(({ id, name, balance, level }) => (
          <div key={id}>
            <dt>{name ?? customerText.noName}</dt>
            <dd>{mergeText.account(balance.amount_balance, level)}</dd>
          </div>
        ))}
      </dl>
      <ul className={styles.sentences}>
        <li>{mergeText.moved(points_amount, formatMoney(points_value), lot_count)}</li>
        {absorbed.vouchers > 0 && <li>{mergeText.vouchers(absorbed.vouchers)}</li>}
        {absorbed.favorites > 0 && <li>{mergeText.favorites(absorbed.favorites)}</li>}
        {(staying.level ?? absorbed.level) !== null && <li>{mergeText.level}</li>}
        <li>{mergeText.promotions}</li>
        {filled.length > 0 && <li>{mergeText.filled(filled)}</li>}
        <li>{mergeText.sessions(sessions)}</li>
        <li>{mergeText.undo}</li>
      </ul>
      {lot_count > 0 && <Lots preview={preview} />}
    </section>
  )
}

function Lots({ preview: { lots, lot_count } }: { preview: MergePreview }) {
  return (
    <details>
      <summary>{mergeText.lots}</summary>
      <ul className={styles.sentences}>
        {lots.map(({ id, points_amount, points_value, available_on, expires_on }) => (
          <li key={id}>
            {[
              mergeText.lot(
                points_amount,
                formatMoney(points_value),
                expires_on === null
                  ? mergeText.noEnd
                  : mergeText.validTo(toBrazilianDate(expires_on)),
              ),
              available_on && mergeText.from(toBrazilianDate(available_on)),
            ]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
        {lot_count > lots.length && <li>{mergeText.moreLots(lot_count - lots.length)}</li>}
      </ul>
    </details>
  )
}
