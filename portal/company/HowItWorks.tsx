import ChevronDown from 'lucide-react/icons/chevron-down'

import type { Company } from '#contract/company.ts'

import styles from './HowItWorks.module.css'

type HowItWorksProps = NonNullable<Company['how_it_works']> & {
  /** Unfolded at first, for a person who does not know the programme yet. */
  open: boolean
}

/** The company's explanation of the programme, in steps (R1.13). */
export function HowItWorks({ title, steps, open }: HowItWorksProps) {
  return (
    <details open={open} className={styles.how}>
      <summary className={styles.summary}>
        <h2 className={styles.heading}>{title}</h2>
        <ChevronDown size={20} aria-hidden="true" />
      </summary>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title} className={styles.step}>
            <div>
              <h3 className={styles.title}>{step.title}</h3>
              <p className={styles.text}>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </details>
  )
}
