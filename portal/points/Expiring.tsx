import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { ExpiringPoints } from '#contract/points.ts'
import { daysBetween, toBrazilianDate } from '#contract/value/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { useToday } from '#portal/company/use-today.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { pointsText } from '#portal/text/points.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#ui/Button.tsx'
import { Part } from '#ui/Card.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { amountLines } from './amount.ts'
import { expiring } from './queries.ts'

import styles from './Expiring.module.css'

type Next = {
  points_amount: number
  points_value: number
  day_count: number
  days: ExpiringPoints[]
}

/** Days of the schedule that the card shows. */
const maxShownDays = 3

/** R7.2: the next expiries. A press shows all of them. */
export function Expiring({ next }: { next: Next }) {
  const [open, setOpen] = useState(false)
  return (
    <Part
      title={pointsText.expiring}
      action={
        next.day_count > 0 && (
          <button type="button" onClick={() => setOpen(true)}>
            {pointsText.schedule}
          </button>
        )
      }
    >
      {next.days.length === 0 ? (
        <p className={styles.nothing}>{pointsText.nothingExpiresText}</p>
      ) : (
        <Days days={next.days.slice(0, maxShownDays)} brief />
      )}
      {open && <Schedule onClose={() => setOpen(false)} />}
    </Part>
  )
}

/** The full schedule, read when it opens. */
function Schedule({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={pointsText.scheduleTitle}
      onClose={onClose}
      actions={
        <Button variant="quiet" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <div className={styles.schedule}>
        <QueryBoundary skeleton={<Skeleton height="8rem" />}>
          <AllDays />
        </QueryBoundary>
      </div>
    </Dialog>
  )
}

function AllDays() {
  const { data } = useSuspenseQuery(expiring)
  if (data.length === 0) return <p>{pointsText.nothingExpiresText}</p>
  return <Days days={data} />
}

function Days({ days, brief = false }: { days: ExpiringPoints[]; brief?: boolean }) {
  const { company } = useCompany()
  const today = useToday()
  const linesOf = (points: number, centavos: number) =>
    amountLines(points, centavos, company).slice(0, brief ? 1 : undefined)
  return (
    <ul className={styles.days} data-brief={brief}>
      {days.map(({ expires_at, points_amount, points_value }) => (
        <li key={expires_at} className={styles.day}>
          <span className={styles.date}>
            <time dateTime={expires_at}>{toBrazilianDate(expires_at)}</time>
            <span className={styles.left}>{pointsText.inDays(daysBetween(today, expires_at))}</span>
          </span>
          <span className={styles.amounts}>
            {linesOf(points_amount, points_value).map((line, at) => (
              <span key={line} className={at === 0 ? styles.amount : styles.left}>
                {line}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
