import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { counterText, shortAmount } from '#console/text/counter.ts'
import { timeText } from '#console/value/instant.ts'
import type { CounterMovement, CounterShift } from '#contract/console/counter.ts'
import { formatMoney } from '#contract/value/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'

import { shift } from './queries.ts'
import { ReturnSheet } from './ReturnSheet.tsx'
import { UndoUseDialog } from './UndoUseDialog.tsx'

import styles from './counter.module.css'

type ShiftSectionProps = { shop: string; in_money: boolean }

/** The sums of the shop today, and the person's last movements, which can be returned. */
export function ShiftSection({ shop, in_money }: ShiftSectionProps) {
  const query = useQuery(shift(shop))
  const [open, setOpen] = useState<CounterMovement>()
  const close = () => setOpen(undefined)
  return (
    <Section title={counterText.shift} text={counterText.totals}>
      <QueryView query={query} height="16rem">
        {(found) =>
          found && (
            <>
              <Totals totals={found.totals} in_money={in_money} />
              <h3 className={styles.subtitle}>{counterText.movements}</h3>
              <Movements movements={found.movements} in_money={in_money} onOpen={setOpen} />
            </>
          )
        }
      </QueryView>
      {open?.kind === 'sale' && <ReturnSheet shop={shop} sale={open} onClose={close} />}
      {open?.kind === 'use' && <UndoUseDialog shop={shop} use={open} onClose={close} />}
    </Section>
  )
}

function Totals({ totals, in_money }: { totals: CounterShift['totals']; in_money: boolean }) {
  const rows: [string, string][] = [
    [counterText.sales, counterText.count(totals.sales)],
    [counterText.salesValue, formatMoney(totals.purchase_value)],
    [counterText.given, shortAmount(totals.given, in_money)],
    [counterText.used, shortAmount(totals.used, in_money)],
    [counterText.returns, counterText.countOf(totals.returns, totals.returned_value)],
    [counterText.vouchers, counterText.count(totals.vouchers)],
  ]
  return (
    <dl className={styles.figures}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type MovementsProps = {
  movements: CounterMovement[]
  in_money: boolean
  onOpen: (movement: CounterMovement) => void
}

function Movements({ movements, in_money, onOpen }: MovementsProps) {
  if (movements.length === 0) return <p className={styles.soft}>{counterText.none}</p>
  return (
    <ol className={styles.list}>
      {movements.map((movement) => (
        <li key={movement.id} className={styles.line}>
          <div>
            <p>
              <strong>{counterText.kinds[movement.kind]}</strong>{' '}
              {movement.is_reversed && (
                <Badge tone="danger">
                  {movement.kind === 'use' ? counterText.isUndone : counterText.isReversed}
                </Badge>
              )}
            </p>
            <p className={styles.soft}>{factsOf(movement)}</p>
          </div>
          <div className={styles.amount}>
            <span>{movement.kind === 'voucher' ? movement.prize : signed(movement, in_money)}</span>
            <Undo movement={movement} in_money={in_money} onOpen={onOpen} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function Undo({
  movement,
  in_money,
  onOpen,
}: {
  movement: CounterMovement
  in_money: boolean
  onOpen: (movement: CounterMovement) => void
}) {
  const { kind, is_reversed, purchase_value, points_amount, points_value } = movement
  if (is_reversed || (kind !== 'sale' && kind !== 'use')) return null
  const used = { points_amount: -points_amount, points_value: -points_value }
  const label =
    kind === 'sale'
      ? counterText.giveBackOf(purchase_value ?? 0)
      : counterText.undoUseOf(shortAmount(used, in_money))
  return (
    <Button variant="plain" aria-label={label} onClick={() => onOpen(movement)}>
      {kind === 'sale' ? counterText.giveBack : counterText.undoUse}
    </Button>
  )
}

function factsOf({
  created_at,
  customer_name,
  purchase_value,
  returned_value,
  is_reversed,
}: CounterMovement): string {
  return [
    timeText(created_at),
    customer_name ?? counterText.noName,
    purchase_value !== null && formatMoney(purchase_value),
    returned_value > 0 && !is_reversed && counterText.returned(returned_value),
  ]
    .filter(Boolean)
    .join(' · ')
}

function signed(movement: CounterMovement, in_money: boolean): string {
  const text = shortAmount(movement, in_money)
  return (in_money ? movement.points_value : movement.points_amount) > 0 ? `+${text}` : text
}
