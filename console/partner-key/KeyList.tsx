import type { ActsRefusal } from '#console/session/ActsRefusal.tsx'
import { keyText, scopeNames } from '#console/text/key.ts'
import { dateText } from '#console/value/instant.ts'
import type { PartnerKeyView } from '#contract/console/partner-key.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'

import { networkText } from './key-form.ts'

import styles from './key.module.css'

type OnAct = (act: 'change' | 'revoke', key: PartnerKeyView) => void
type KeyListProps = { keys: PartnerKeyView[]; refusal: ActsRefusal | undefined; onAct: OnAct }

/** The live keys. The revoked keys are in a closed list below. */
export function KeyList({ keys, refusal, onAct }: KeyListProps) {
  const live = keys.filter(({ revoked_at }) => revoked_at === null)
  const revoked = keys.filter(({ revoked_at }) => revoked_at !== null)
  return (
    <>
      {live.length === 0 && (
        <p className={styles.soft}>{refusal ? keyText.noneToSee : keyText.none}</p>
      )}
      <ul className={styles.keys}>
        {live.map((key) => (
          <li key={key.id} className={styles.key}>
            <Name stored={key} />
            <Limits stored={key} />
            <Acts stored={key} refusal={refusal} onAct={onAct} />
          </li>
        ))}
      </ul>
      {revoked.length > 0 && (
        <details className={styles.revoked}>
          <summary>
            {keyText.revoked} ({revoked.length})
          </summary>
          <ul className={styles.keys}>
            {revoked.map((key) => (
              <li key={key.id} className={styles.key}>
                <Name stored={key} />
                <p className={styles.soft}>{keyText.revokedOn(dateText(key.revoked_at!))}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

export function lastUse({ last_used_on }: PartnerKeyView): string {
  return last_used_on ? keyText.used(toBrazilianDate(last_used_on)) : keyText.neverUsed
}

function Name({ stored }: { stored: PartnerKeyView }) {
  const { name, prefix, created_at } = stored
  return (
    <div className={styles.who}>
      <p className={styles.name}>{name}</p>
      <p className={styles.soft}>
        <code>{prefix}…</code>
      </p>
      <p className={styles.soft}>
        {keyText.created(dateText(created_at))} · {lastUse(stored)}
      </p>
    </div>
  )
}

function Limits({ stored }: { stored: PartnerKeyView }) {
  const { scopes, addresses, most_points_per_day, most_look_ups_per_hour } = stored
  return (
    <div className={styles.who}>
      <p className={styles.scopes}>
        {scopes.map((scope) => (
          <Badge key={scope}>{scopeNames[scope].label}</Badge>
        ))}
      </p>
      <p className={styles.soft}>
        {addresses ? keyText.from(addresses.map(networkText).join(', ')) : keyText.anywhere},{' '}
        {most_points_per_day === null ? keyText.noLimit : keyText.pointsPerDay(most_points_per_day)}
        , {keyText.lookUpsPerHour(most_look_ups_per_hour)}
      </p>
    </div>
  )
}

type ActsProps = { stored: PartnerKeyView; refusal: ActsRefusal | undefined; onAct: OnAct }

function Acts({ stored, refusal, onAct }: ActsProps) {
  const { name } = stored
  return (
    <div className={styles.acts}>
      <Button
        variant="plain"
        {...refusal}
        aria-label={keyText.changeOf(name)}
        onClick={() => onAct('change', stored)}
      >
        {keyText.change}
      </Button>
      <Button
        variant="plain"
        {...refusal}
        aria-label={keyText.revokeOf(name)}
        onClick={() => onAct('revoke', stored)}
      >
        {keyText.revoke}
      </Button>
    </div>
  )
}
