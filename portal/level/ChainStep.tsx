import Gift from 'lucide-react/icons/gift'
import { Link } from 'wouter'

import { pictureSource } from '#contract/brand/picture.ts'
import type { ChainLevel } from '#contract/level.ts'
import { useCompany } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { priceLines } from '#portal/points/amount.ts'
import { levelText } from '#portal/text/level.ts'
import { Badge } from '#ui/Badge.tsx'

import { LevelMark } from './LevelMark.tsx'

import styles from './ChainStep.module.css'

type ChainStepProps = { level: ChainLevel; state: 'here' | 'reached' | 'ahead' }

/** One level of the chain: its threshold and its benefits. */
export function ChainStep({ level, state }: ChainStepProps) {
  const { company } = useCompany()
  const { name, trigger_amount, multiplier, description, description_url, related_prize } = level
  // The threshold is shown in points or as their money value (D7, D13).
  const [threshold] = priceLines(trigger_amount, company)
  return (
    <li
      className={styles.step}
      data-state={state}
      aria-current={state === 'here' ? 'step' : undefined}
    >
      <LevelMark level={level} />
      <div className={styles.about}>
        <h3 className={styles.name}>
          {name} {state === 'here' && <Badge tone="success">{levelText.here}</Badge>}
          {state === 'reached' && <Badge>{levelText.reached}</Badge>}
        </h3>
        {threshold && (
          <p className={styles.soft}>
            {trigger_amount === 0 ? levelText.fromStart : levelText.from(threshold)}
          </p>
        )}
        {description && <p>{description}</p>}
        {multiplier !== 1 && (
          <p className={styles.soft}>{levelText.earnsMore(percentMore(multiplier))}</p>
        )}
        {related_prize && (
          <Link href={pathTo('prize', { id: related_prize.id })} className={styles.prize}>
            {related_prize.photo_url ? (
              <img
                {...pictureSource(related_prize.photo_url, '56px')}
                alt=""
                width="56"
                height="42"
              />
            ) : (
              <Gift size={20} aria-hidden="true" />
            )}
            <span>
              <span className={styles.soft}>{levelText.prize}</span>
              <br />
              {related_prize.name}
            </span>
          </Link>
        )}
        {description_url && (
          <p>
            <a href={description_url} className={styles.more}>
              {levelText.moreAbout(name)}
            </a>
          </p>
        )}
      </div>
    </li>
  )
}

/** 1.25 → 25. A multiplier is at least 1 and has at most two decimals, so the percentage is whole. */
function percentMore(multiplier: number): number {
  return Math.round(multiplier * 100) - 100
}
