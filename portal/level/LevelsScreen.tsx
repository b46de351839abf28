import { useSuspenseQuery } from '@tanstack/react-query'

import type { ChainLevel, CustomerLevels } from '#contract/level.ts'
import { useCompany } from '#portal/company/company.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { levelText } from '#portal/text/level.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { ChainStep } from './ChainStep.tsx'
import { LevelCard } from './LevelCard.tsx'
import no_levels from './no-levels.svg?raw'
import { rising } from './progress.ts'
import { standing } from './queries.ts'
import { Rise } from './Rise.tsx'

import styles from './LevelsScreen.module.css'

/** R11.1: the chain from first to last level, and the customer's position in it. */
export default function LevelsScreen() {
  const { levels } = useCompany()
  return (
    <>
      <ScreenTitle>{text.title.levels}</ScreenTitle>
      {levels.length === 0 ? (
        <Card>
          <EmptyState
            drawing={no_levels}
            title={levelText.noLevels}
            text={levelText.noLevelsText}
          />
        </Card>
      ) : (
        <QueryBoundary skeleton={<LevelsSkeleton levels={levels} />} failedTitle={levelText.failed}>
          <Levels levels={levels} />
        </QueryBoundary>
      )}
    </>
  )
}

function Levels({ levels }: { levels: ChainLevel[] }) {
  const { data } = useSuspenseQuery(standing)
  const rise = rising(data.levels_system)
  return (
    <div className={styles.levels}>
      <div className={styles.standing}>
        <LevelCard standing={data} />
        <Card title={levelText.next}>
          {rise ? <Rise rise={rise} /> : <p>{levelText.last}</p>}
          <Terms />
        </Card>
      </div>
      <Chain levels={levels} current={data.levels_system.current} />
    </div>
  )
}

/** The company's rules for reaching and keeping levels (R11.2). */
function Terms() {
  const { update_lookback, renovation_interval } = useCompany().company.levels
  return (
    <p className={styles.terms}>
      {update_lookback !== null && levelText.lookback(update_lookback)}
      {renovation_interval !== null && levelText.renovation(renovation_interval)}
    </p>
  )
}

type ChainProps = { levels: ChainLevel[]; current: CustomerLevels['levels_system']['current'] }

function Chain({ levels, current }: ChainProps) {
  const here = current?.level.trigger_amount ?? -1
  return (
    <Card title={levelText.chain}>
      <ol className={styles.chain} aria-label={levelText.chainLabel}>
        {levels.map((level) => (
          <ChainStep key={level.id} level={level} state={stateOf(level.trigger_amount, here)} />
        ))}
      </ol>
    </Card>
  )
}

function stateOf(trigger_amount: number, here: number): 'here' | 'reached' | 'ahead' {
  if (trigger_amount === here) return 'here'
  return trigger_amount < here ? 'reached' : 'ahead'
}

function LevelsSkeleton({ levels }: { levels: ChainLevel[] }) {
  return (
    <div className={styles.levels} aria-hidden="true">
      <div className={styles.standing}>
        <Card title={levelText.heading}>
          <Skeleton height="8.5rem" />
        </Card>
        <Card title={levelText.next}>
          <Skeleton height="6rem" />
        </Card>
      </div>
      <Card title={levelText.chain}>
        <div className={styles.chain}>
          {levels.map(({ id }) => (
            <Skeleton key={id} height="6rem" />
          ))}
        </div>
      </Card>
    </div>
  )
}
