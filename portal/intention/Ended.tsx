import CircleCheck from 'lucide-react/icons/circle-check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Clock from 'lucide-react/icons/clock'
import { type ReactNode, useEffect, useRef } from 'react'

import type { Intention } from '#contract/intention.ts'
import { useCompany } from '#portal/company/company.ts'

import { Amounts } from './Amounts.tsx'
import { outcomeSentence, outcomeTitle } from './outcome.ts'

import styles from './Ended.module.css'

const icons = {
  CAPTURED: CircleCheck,
  DECLINED: CircleSlash,
  CANCELLED: CircleSlash,
  EXPIRED: Clock,
}

type EndedProps = { intention: Intention; action: ReactNode }

/** The outcome of an intention. */
export function Ended({ intention, action }: EndedProps) {
  const { company } = useCompany()
  const Icon = icons[intention.status as keyof typeof icons]
  const title = useRef<HTMLHeadingElement>(null)
  // If the focused button has disappeared, focus the title. If another element has the focus, leave it there.
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true })
    // The outcome is shorter than what it replaces, so it may lie above the part of the page that is in sight.
    title.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className={styles.ended} data-status={intention.status}>
      <Icon size={56} aria-hidden="true" />
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {outcomeTitle(intention)}
      </h2>
      <p className={styles.text}>{outcomeSentence(intention, company)}</p>
      {intention.captured && <Amounts intention={intention} />}
      {action}
    </div>
  )
}
