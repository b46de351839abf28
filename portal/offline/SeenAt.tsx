import { addDays, localDate, localTime, toBrazilianDate } from '#contract/value/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { text } from '#portal/text/pt-BR.ts'

import { useOnline } from './online.ts'

import styles from './SeenAt.module.css'

type SeenAtProps = {
  /** Milliseconds since 1970, as TanStack Query stores them; 0 when the data was never read. */
  dataUpdatedAt: number
  /** The last refetch failed, so the data is old. */
  isRefetchError: boolean
}

/** Says when the data was read, if it could not be read now. */
export function SeenAt({ dataUpdatedAt, isRefetchError }: SeenAtProps) {
  const { time_zone } = useCompany().company
  const online = useOnline()
  // Data that was read before this page opened has been restored from storage, because the network does not answer.
  const isRestored = dataUpdatedAt < performance.timeOrigin
  if (dataUpdatedAt === 0 || (online && !isRefetchError && !isRestored)) return null
  const at = new Date(dataUpdatedAt)
  return (
    <p className={styles.seen}>
      <time dateTime={at.toISOString()}>{seenAtText(at, time_zone)}</time>
    </p>
  )
}

function seenAtText(at: Date, time_zone: string): string {
  const [date, time] = [localDate(at, time_zone), localTime(at, time_zone)]
  const today = localDate(new Date(), time_zone)
  if (date === today) return text.seenToday(time)
  if (date === addDays(today, -1)) return text.seenYesterday(time)
  return text.seenOn(toBrazilianDate(date), time)
}
