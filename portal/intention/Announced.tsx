import type { Intention } from '#contract/intention.ts'
import { useCompany } from '#portal/company/company.ts'
import { amountWords } from '#portal/points/amount.ts'
import { intentionText } from '#portal/text/intention.ts'

import { outcomeSentence, outcomeTitle } from './outcome.ts'

import styles from './Announced.module.css'

/** A live region that reads every visible change of an intention to a screen reader. */
export function Announced({ latest }: { latest: Intention | null }) {
  const { company } = useCompany()
  return <output className={styles.announced}>{latest && sentence(latest)}</output>

  function sentence(intention: Intention): string {
    const { status, subsidiary_name, code, points_amount, points_value } = intention
    const amount = amountWords(points_amount, points_value, company)
    switch (status) {
      case 'PENDING':
        return intentionText.announced(subsidiary_name, amount, intentionText.digits(code ?? ''))
      case 'AUTHORIZED':
        return `${intentionText.authorized}. ${intentionText.authorizedText}`
      default:
        return `${outcomeTitle(intention)}. ${outcomeSentence(intention, company)}`
    }
  }
}
