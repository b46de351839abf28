import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'

import { usePrizeWord } from '#portal/company/company.ts'
import { prizeText } from '#portal/text/prize.ts'

import type { Condition } from './conditions.ts'

import styles from './Conditions.module.css'

/** Whether `Conditions` shows a list. */
export function areListed(conditions: Condition[]): boolean {
  return conditions.length >= 2 && conditions.some(({ isMet }) => !isMet)
}

/**
 * The conditions, each with a tick or a cross. Shows nothing if all are met. A single unmet condition needs no list either,
 * because the text below the button states it.
 */
export function Conditions({ conditions }: { conditions: Condition[] }) {
  const word = usePrizeWord()
  if (!areListed(conditions)) return null
  const { condition } = prizeText
  return (
    <div>
      <h2 className={styles.title}>{condition.title(word)}</h2>
      <ul className={styles.conditions}>
        {conditions.map(({ isMet, text }) => (
          <li key={text} className={styles.condition} data-met={isMet}>
            {isMet ? <Check size={20} aria-hidden="true" /> : <X size={20} aria-hidden="true" />}
            <span>
              <span className={styles.said}>{isMet ? condition.met : condition.unmet}</span>
              {text}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
