import { errorCodes } from '#contract/error.ts'
import { useCompany } from '#portal/company/company.ts'
import { CompanyLogo } from '#portal/company/CompanyLogo.tsx'
import offline from '#portal/feedback/offline.svg?raw'
import { pathTo } from '#portal/path/paths.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Drawing } from '#ui/Drawing.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import not_found from './drawings/not-found.svg?raw'
import unavailable from './drawings/unavailable.svg?raw'

import styles from './StateScreen.module.css'

const states = {
  company_not_found: {
    drawing: not_found,
    title: errorCodes.company_not_found.message,
    text: text.state.companyNotFoundText,
  },
  unavailable: {
    drawing: unavailable,
    title: errorCodes.company_unavailable.message,
    text: null,
  },
  page_not_found: {
    drawing: not_found,
    title: text.state.page_not_found,
    text: text.state.pageNotFoundText,
  },
  load_failed: { drawing: offline, title: text.state.load_failed, text: text.state.tryAgain },
}

type StateScreenProps = { state: keyof typeof states; onRetry?: () => void }

/** Replaces a screen that cannot be shown (R1.2, R1.3, R2.6): says why, and what the person can do. */
export default function StateScreen({ state, onRetry }: StateScreenProps) {
  const { drawing, title, text: explanation } = states[state]
  return (
    <main className={styles.state}>
      {state === 'unavailable' && <CompanyLogo />}
      <Drawing svg={drawing} />
      <ScreenTitle>{title}</ScreenTitle>
      <p className={styles.text}>{explanation ?? <WhyUnavailable />}</p>
      {onRetry && <Button onClick={onRetry}>{text.retry}</Button>}
      {state === 'page_not_found' && (
        <LinkButton href={pathTo('login')}>{text.state.toStart}</LinkButton>
      )}
    </main>
  )
}

/** The explanation. A blocked company may never return, so the text does not say that it will. */
function WhyUnavailable() {
  const { blocked_at, name } = useCompany().company
  return blocked_at === null ? text.state.maintenanceText : text.state.blockedText(name)
}
