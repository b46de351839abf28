import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'

import { CallButton } from '#console/call/CallButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { paths } from '#console/path/paths.ts'
import { useRefusal } from '#console/session/use-me.ts'
import { customerText } from '#console/text/customer.ts'
import { titles } from '#console/text/titles.ts'
import { dateText } from '#console/value/instant.ts'
import type { CustomerRecord } from '#contract/console/desk.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { formatMoney } from '#contract/value/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Stack } from '#ui/Stack.tsx'

import { Accounts } from './Accounts.tsx'
import { AdjustSheet } from './AdjustSheet.tsx'
import { BlockNotice } from './BlockNotice.tsx'
import { recordCalls } from './calls.ts'
import { CancelVoucherButton } from './CancelVoucherButton.tsx'
import { Details } from './Details.tsx'
import { Movements } from './Movements.tsx'
import { customerRecord } from './queries.ts'

import styles from './customer.module.css'

/** A customer's record: who it is, what they have, and what happened. */
export default function RecordScreen() {
  const { id = '' } = useParams()
  const query = useQuery(customerRecord(id))
  const name = query.data?.name ?? (query.data ? customerText.noName : titles.customer)
  return (
    <Stack>
      <PageHeader
        title={name}
        actions={
          <>
            <CallButton calls={() => recordCalls(id)} />
            <ButtonLink to={paths.customers} variant="quiet">
              {customerText.another}
            </ButtonLink>
          </>
        }
      />
      <QueryView query={query} height="30rem">
        {(record) =>
          record && (
            <>
              <BlockNotice record={record} />
              <Standing record={record} />
              {/* The data of one customer never stay on the screen of another. */}
              <Details key={id} record={record} />
              <Movements id={id} name={record.name ?? customerText.noName} />
              <Accounts key={`accounts ${id}`} record={record} />
              <Vouchers record={record} />
            </>
          )
        }
      </QueryView>
    </Stack>
  )
}

/** Balance and level. A figure of 0 that needs no attention is left out. */
function Standing({ record: { id, name, balance, level } }: { record: CustomerRecord }) {
  const refusal = useRefusal('customer.adjust')
  const [isAdjusting, setAdjusting] = useState(false)
  const figures = [
    [customerText.balance, balance.amount_balance, balance.value_balance, true],
    [customerText.pending, balance.pending_amount, balance.pending_value, false],
    [customerText.held, balance.held_amount, balance.held_value, false],
    [customerText.deficit, balance.deficit_amount, balance.deficit_value, false],
  ] as const
  return (
    <Section
      title={customerText.standing}
      actions={
        <Button variant="quiet" disabledReason={refusal} onClick={() => setAdjusting(true)}>
          {customerText.adjust}
        </Button>
      }
    >
      <dl className={styles.figures}>
        {figures
          .filter(([, points, , isAlways]) => isAlways || points > 0)
          .map(([label, points, centavos]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <strong>{customerText.points(points)}</strong> {formatMoney(centavos)}
              </dd>
            </div>
          ))}
        <div>
          <dt>{customerText.level}</dt>
          <dd>{level ?? customerText.noLevel}</dd>
        </div>
      </dl>
      {isAdjusting && (
        <AdjustSheet
          id={id}
          name={name ?? customerText.noName}
          onClose={() => setAdjusting(false)}
        />
      )}
    </Section>
  )
}

const voucherTones = {
  TO_WITHDRAW: 'success',
  WITHDRAWN: 'plain',
  EXPIRED: 'danger',
  CANCELLED: 'danger',
} as const

function Vouchers({ record: { vouchers, voucher_count } }: { record: CustomerRecord }) {
  return (
    <Section
      title={customerText.vouchers}
      {...(vouchers.length < voucher_count && {
        text: customerText.newestVouchers(vouchers.length, voucher_count),
      })}
    >
      {vouchers.length === 0 ? (
        <p className={styles.soft}>{customerText.noVouchers}</p>
      ) : (
        <ul className={styles.list}>
          {vouchers.map((voucher) => (
            <VoucherLine key={voucher.id} voucher={voucher} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function VoucherLine({ voucher }: { voucher: CustomerRecord['vouchers'][number] }) {
  const { prize, state, points_amount, created_at, expires_at } = voucher
  return (
    <li className={styles.line}>
      <div>
        <p className={styles.title}>
          {prize.name} <Badge tone={voucherTones[state]}>{customerText.voucherStates[state]}</Badge>
        </p>
        <p className={styles.soft}>
          {customerText.issued(dateText(created_at))}
          {expires_at && ` · ${customerText.validTo(toBrazilianDate(expires_at))}`}
        </p>
      </div>
      <div className={styles.amount}>
        <strong>{customerText.points(points_amount)}</strong>
        <CancelVoucherButton voucher={voucher} />
      </div>
    </li>
  )
}
