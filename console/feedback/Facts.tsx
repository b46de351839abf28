import styles from './Facts.module.css'

type FactsProps = {
  /** The name and the value of each fact. A fact without a value is left out. */
  facts: readonly (readonly [string, string | null])[]
}

/** Facts about one item, below each other, as in the sheet of a row. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
