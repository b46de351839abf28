import { type ReactNode, useState } from 'react'

import { ageConfirmationDays, type AgeLimits, ageQuestion, isGated } from '#contract/age.ts'
import { pictureSource } from '#contract/brand/picture.ts'
import { localDate } from '#contract/value/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { CompanyLogo } from '#portal/company/CompanyLogo.tsx'
import { isRemembered, remember } from '#portal/storage/remembered.ts'
import { ageText } from '#portal/text/age.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

import styles from './AgeGate.module.css'

const key = 'age_confirmed_until'

type AgeGateProps = {
  /** Null when the birthdate is unknown; undefined while the customer is loading. */
  birthdate: string | null | undefined
  children: ReactNode
}

/** R6.2: asks for the age before it shows the page. The question stays open after Esc and after a press outside. */
export function AgeGate({ birthdate, children }: AgeGateProps) {
  const { company, settings } = useCompany()
  const [confirmed, setConfirmed] = useState(() => isRemembered(key))
  const [today] = useState(() => localDate(new Date(), company.time_zone))
  if (confirmed || birthdate === undefined || !isGated(birthdate, settings, today)) return children
  function confirm() {
    remember(key, ageConfirmationDays)
    setConfirmed(true)
  }
  // The schema requires this address of a company with an age gate.
  const leave = () => location.assign(settings.age_gate_url!)
  return (
    <>
      <Behind />
      <Dialog
        title={ageQuestion(settings)}
        focusesTitle
        actions={
          <>
            <Button variant="quiet" onClick={leave}>
              {ageText.no}
            </Button>
            <Button onClick={confirm}>{ageText.yes}</Button>
          </>
        }
      >
        <div className={styles.body}>
          <CompanyLogo />
          <p>{audience(settings)}</p>
        </div>
      </Dialog>
    </>
  )
}

/**
 * The background of the age question: the picture of the company's banner, or the pattern of the company's
 * brand. It also covers the question about cookies, which the person answers after the age question.
 */
function Behind() {
  const { banner } = useCompany().company
  return (
    <div className={styles.behind} aria-hidden="true">
      {banner && (
        <img {...pictureSource(banner.image_url, '100vw')} alt="" className={styles.picture} />
      )}
    </div>
  )
}

/** The ages that the gate admits. The gate is shown only if the company has a limit (R6.2). */
function audience({ allow_from_age: from, allow_to_age: to }: AgeLimits): string {
  if (from === null) return ageText.to(to!)
  return to === null ? ageText.from(from) : ageText.between(from, to)
}
