import { LoadFailure } from '#console/feedback/LoadFailure.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { useDocument, useForms } from '#console/programme/draft/programme-context.ts'
import { backtestText } from '#console/text/backtest.ts'
import { draftText } from '#console/text/draft.ts'
import type { Draft } from '#contract/programme/draft.ts'
import { Button } from '#ui/Button.tsx'
import { Progress } from '#ui/Progress.tsx'

import { BacktestResult } from './BacktestResult.tsx'
import { useBacktest } from './use-backtest.ts'

import styles from './backtest.module.css'

/** The purchases of 12 months, calculated again by the draft: starts, shows the progress, and then the result. */
export function BacktestSection({ draft }: { draft: Draft }) {
  const run = useBacktest(draft.revision)
  const reason = useRunRefusal(draft)
  const { state, backtest, since, until } = run
  return (
    <Section title={backtestText.title} text={backtestText.intro}>
      {state === 'running' ? (
        <Running run={run} />
      ) : (
        state !== 'done' && (
          <div className={styles.acts}>
            <Button variant="quiet" disabledReason={reason} onClick={run.start}>
              {state === 'new' ? backtestText.start : backtestText.resume}
            </Button>
          </div>
        )
      )}
      {state === 'stopped' && <p className={styles.note}>{backtestText.stopped}</p>}
      {backtest && since && until && (state === 'done' || backtest.purchases > 0) && (
        <BacktestResult backtest={backtest} since={since} until={until} />
      )}
    </Section>
  )
}

function Running({ run }: { run: ReturnType<typeof useBacktest> }) {
  const { read, total, error, retry, stop } = run
  if (error) return <LoadFailure error={error} retry={retry} />
  const words = total === null ? '…' : backtestText.progress(read, total)
  return (
    <div className={styles.running}>
      <p aria-live="polite">
        {backtestText.running}: {words}
      </p>
      <Progress
        label={backtestText.running}
        valueText={words}
        ratio={total ? Math.min(read / total, 1) : 0}
      />
      <div className={styles.acts}>
        <Button variant="quiet" onClick={stop}>
          {backtestText.stop}
        </Button>
      </div>
    </div>
  )
}

/** Why the draft cannot be calculated now; undefined: it can. */
function useRunRefusal({ version, base_version }: Draft): string | undefined {
  const { mistakes } = useForms()
  const { state } = useDocument()
  if (state !== 'saved') return backtestText.waitForSave
  if (version > base_version) return draftText.needsRebase
  return mistakes.length > 0 ? draftText.needsMistakes : undefined
}
