import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { timeUntil } from '#portal/client/server-clock.ts'
import { markStale } from '#portal/client/stale.ts'
import { intentionText } from '#portal/text/intention.ts'

import styles from './Countdown.module.css'

type CountdownProps = { created_at: string; expires_at: string }

/** The time until the intention expires. At 0 it asks the server, which alone decides. */
export function Countdown({ created_at, expires_at }: CountdownProps) {
  const client = useQueryClient()
  const [left_ms, setLeft] = useState(() => timeUntil(expires_at))
  const isOver = left_ms === 0
  // An effect, because timers run outside React. The timer goes on at 0, because the next answer may correct the clock.
  useEffect(() => {
    const tick = setInterval(() => setLeft(timeUntil(expires_at)), 1_000)
    return () => clearInterval(tick)
  }, [expires_at])
  useEffect(() => {
    if (isOver) markStale(client, 'event: countdown ended')
  }, [client, isOver])
  const whole_ms = Date.parse(expires_at) - Date.parse(created_at)
  return (
    <div className={styles.countdown} role="timer">
      <p>{isOver ? intentionText.expiring : intentionText.expires_in(minutes(left_ms))}</p>
      <div className={styles.bar} aria-hidden="true">
        <div style={{ scale: `${Math.min(1, left_ms / whole_ms)} 1` }} />
      </div>
    </div>
  )
}

/** 581000 → '9:41' */
function minutes(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
