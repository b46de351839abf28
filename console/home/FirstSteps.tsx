import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'

import { LoadFailure } from '#console/feedback/LoadFailure.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { keys } from '#console/partner-key/queries.ts'
import { paths, type RouteName } from '#console/path/paths.ts'
import { useMe } from '#console/session/use-me.ts'
import { staff } from '#console/staff/queries.ts'
import { homeText } from '#console/text/home.ts'
import type { Programme } from '#contract/programme/draft.ts'

import styles from './HomeScreen.module.css'

type Step = { id: keyof typeof homeText.steps; to: RouteName; isDone: boolean }

/** The steps that a new company's programme needs. Hidden once all are done. */
export function FirstSteps({ document }: { document: Programme['document'] }) {
  const { actions } = useMe()
  const people = useQuery({ ...staff, enabled: actions.includes('staff.manage') })
  const made = useQuery({ ...keys, enabled: actions.includes('key.manage') })
  const count = (name: string) => (document[name] as unknown[] | undefined)?.length ?? 0
  if (!actions.includes('programme.edit')) return null
  const failed = [people, made].filter(({ error, data }) => error && data === undefined)
  if (failed[0]?.error) {
    return (
      <Section title={homeText.first} text={homeText.firstText}>
        <LoadFailure
          error={failed[0].error}
          retry={() => failed.forEach((one) => void one.refetch())}
        />
      </Section>
    )
  }
  const steps: Step[] = [
    { id: 'rules', to: 'programme.rules', isDone: count('calculation_rules') > 0 },
    { id: 'prizes', to: 'programme.prizes', isDone: count('prizes') > 0 },
    { id: 'appearance', to: 'programme.appearance', isDone: Boolean(document['banner']) },
    ...(made.data
      ? [
          {
            id: 'keys' as const,
            to: 'settings.keys' as const,
            isDone: made.data.some(({ revoked_at }) => !revoked_at),
          },
        ]
      : []),
    ...(people.data
      ? [{ id: 'staff' as const, to: 'settings.staff' as const, isDone: people.data.length > 1 }]
      : []),
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <Section title={homeText.first} text={homeText.firstText}>
      <ol className={styles.list}>
        {steps.map(({ id, to, isDone }) => (
          <li key={id} className={isDone ? styles.done : undefined}>
            <Link to={paths[to]} className={styles.row}>
              <span className={styles.mark}>
                {isDone && (
                  <>
                    <Check size={16} aria-hidden="true" />
                    <span className={styles.hidden}>{homeText.done}</span>
                  </>
                )}
              </span>
              <span className={styles.words}>
                <span className={styles.title}>{homeText.steps[id].title}</span>
                <span className={styles.soft}>{homeText.steps[id].text}</span>
              </span>
              <ChevronRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ol>
    </Section>
  )
}
