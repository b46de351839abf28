import type { Company } from '#contract/company.ts'
import { Card } from '#ui/Card.tsx'

import styles from './HowItWorks.module.css'

/** The company's explanation of the programme, in steps (R1.13). */
export function HowItWorks({ title, steps }: NonNullable<Company['how_it_works']>) {
  return (
    <Card title={title}>
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
    </Card>
  )
}
