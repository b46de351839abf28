import { generatePath } from 'react-router'

import { calculationOf, kindOf } from '#console/customer/entry-words.ts'
import { Facts } from '#console/feedback/Facts.tsx'
import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { paths } from '#console/path/paths.ts'
import { useMe } from '#console/session/use-me.ts'
import { customerText } from '#console/text/customer.ts'
import { movementText } from '#console/text/movement.ts'
import { shellText } from '#console/text/shell.ts'
import { instantText } from '#console/value/instant.ts'
import {
  type Movement,
  type MovementFilters,
  movementKindNames,
} from '#contract/console/movement.ts'
import { formatMoney } from '#contract/value/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'
import { Stack } from '#ui/Stack.tsx'

import { customerName } from './names.ts'

import styles from './movement.module.css'

type MovementSheetProps = {
  movement: Movement
  onFilter: (values: { [name in keyof MovementFilters]?: string }) => void
  onClose: () => void
}

/** One movement: whose it is, what it moved, where, and how the points were calculated. */
export function MovementSheet({ movement, onFilter, onClose }: MovementSheetProps) {
  const { kind, entry, customer, key, staff } = movement
  const { actions } = useMe()
  const { subsidiary_name: shop, is_cancelled, reversed_amount, customer_id } = entry
  const facts = [
    [movementText.at, instantText(entry.created_at)],
    [movementText.effect, kindOf(entry)],
    [movementText.customer, customerName(customer)],
    [movementText.points, customerText.points(entry.points_amount)],
    [movementText.value, formatMoney(entry.points_value)],
    [movementText.prize, entry.prize],
    [movementText.promotion, entry.promotion],
    [movementText.reason, entry.reason],
    [movementText.shop, shop],
    [movementText.key, key?.name ?? null],
    [movementText.person, staff?.name ?? null],
  ] as const
  return (
    <Sheet title={movementKindNames[kind]} closeLabel={shellText.close} onClose={onClose}>
      <Stack>
        {is_cancelled ? (
          <p>
            <Badge tone="danger">{movementText.cancelled}</Badge>
          </p>
        ) : (
          reversed_amount > 0 && (
            <p>{movementText.reversed(customerText.points(reversed_amount))}</p>
          )
        )}
        <Facts facts={facts} />
        <Calculation movement={movement} />
        {customer.is_erased && <p className={styles.soft}>{movementText.noRecord}</p>}
        <div className={styles.acts}>
          {!customer.is_erased && actions.includes('customer.read') && (
            <ButtonLink to={generatePath(paths.customer, { id: customer_id })} variant="quiet">
              {movementText.record}
            </ButtonLink>
          )}
          <Button variant="quiet" onClick={() => onFilter({ customer_id })}>
            {movementText.onlyCustomer}
          </Button>
          {shop && (
            <Button variant="quiet" onClick={() => onFilter({ shop })}>
              {movementText.onlyShop(shop)}
            </Button>
          )}
          {staff && (
            <Button variant="quiet" onClick={() => onFilter({ staff_id: staff.id, key_id: '' })}>
              {movementText.onlyPerson(staff.name)}
            </Button>
          )}
        </div>
      </Stack>
    </Sheet>
  )
}

/** As the customer's record shows it. */
function Calculation({ movement: { entry } }: { movement: Movement }) {
  const rows = calculationOf(entry)
  if (rows.length === 0) return null
  const title = entry.calculation ? movementText.calculation : movementText.details
  return (
    <section aria-label={title}>
      <h3 className={styles.part}>{title}</h3>
      <Facts facts={rows} />
    </section>
  )
}
