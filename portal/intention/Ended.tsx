import { CircleCheck, CircleSlash, Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'

import type { Intention } from '#contract/intention.ts'
import { useCompany } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { amountWords } from '#portal/points/amount.ts'
import { intentionText } from '#portal/text/intention.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'

import { Amounts } from './Amounts.tsx'

import styles from './Ended.module.css'

const icons = {
  CAPTURED: CircleCheck,
  DECLINED: CircleSlash,
  CANCELLED: CircleSlash,
  EXPIRED: Clock,
}

type End = keyof typeof icons

/** The outcome of an intention. */
export function Ended({ intention }: { intention: Intention }) {
  const { company } = useCompany()
  const { status, subsidiary_name, captured } = intention
  const Icon = icons[status as End]
  const title = useRef<HTMLHeadingElement>(null)
  // The focused button has disappeared, so focus the title. A focus elsewhere stays.
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Card>
      <div className={styles.ended} data-status={status}>
        <Icon size={56} aria-hidden="true" />
        <h2 ref={title} tabIndex={-1} className={styles.title}>
          {captured
            ? intentionText.captured
            : intentionText.ended[status as Exclude<End, 'CAPTURED'>]}
        </h2>
        <p className={styles.text}>{sentence()}</p>
        {captured && <Amounts intention={intention} />}
        <LinkButton href={pathTo('home')} full>
          {intentionText.toBalance}
        </LinkButton>
      </div>
    </Card>
  )

  function sentence(): string {
    if (!captured) {
      return intentionText.endedText[status as Exclude<End, 'CAPTURED'>](subsidiary_name)
    }
    const amount = amountWords(captured.points_amount, captured.points_value, company)
    return intentionText.capturedText(amount, subsidiary_name)
  }
}
