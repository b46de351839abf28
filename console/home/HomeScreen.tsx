import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { Link, Navigate } from 'react-router'

import { adjustmentRequests } from '#console/customer/queries.ts'
import { LoadFailure } from '#console/feedback/LoadFailure.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { paths } from '#console/path/paths.ts'
import { draft, programme } from '#console/programme/draft/queries.ts'
import { reviewItems } from '#console/review/queries.ts'
import { useMe } from '#console/session/use-me.ts'
import { homeText } from '#console/text/home.ts'
import { dateText, instantText } from '#console/value/instant.ts'
import { endpoints } from '#console/webhook/queries.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Stack } from '#ui/Stack.tsx'

import { FirstSteps } from './FirstSteps.tsx'
import { ProgrammeFigures } from './ProgrammeFigures.tsx'
import { type Waiting, waitingFor } from './waiting.ts'

import styles from './HomeScreen.module.css'

/** A cashier has nothing else here, and begins at the counter. */
export default function StartScreen() {
  const { staff } = useMe()
  return staff.role === 'cashier' ? <Navigate to={paths.counter} replace /> : <HomeScreen />
}

function HomeScreen() {
  const me = useMe()
  const may = (action: (typeof me.actions)[number]) => me.actions.includes(action)
  const found = {
    programme: useQuery({ ...programme, enabled: may('programme.read') }),
    draft: useQuery({ ...draft, enabled: may('programme.edit') }),
    adjustments: useQuery({ ...adjustmentRequests, enabled: may('customer.adjust') }),
    reviews: useQuery({ ...reviewItems, enabled: may('review.manage') }),
    webhooks: useQuery({ ...endpoints, enabled: may('webhook.read') }),
  }
  const all = Object.values(found)
  const failed = all.find(({ error, data }) => error && data === undefined)
  const published = found.programme.data
  const [firstName] = me.staff.name.split(' ')
  return (
    <Stack>
      <PageHeader
        title={homeText.hello(firstName!)}
        {...(published && {
          text: homeText.version(published.version, dateText(published.published_at)),
        })}
      />
      {may('report.read') && <ProgrammeFigures />}
      <Section title={homeText.waiting}>
        {failed?.error ? (
          <LoadFailure
            error={failed.error}
            retry={() => all.forEach((one) => void one.refetch())}
          />
        ) : all.some(({ isLoading }) => isLoading) ? (
          <Skeleton height="7rem" />
        ) : (
          <List
            waiting={waitingFor({
              me,
              programme: published ?? undefined,
              draft: found.draft.data ?? undefined,
              adjustments: found.adjustments.data?.requests,
              reviews: found.reviews.data?.items,
              webhooks: found.webhooks.data ?? undefined,
              instantText,
            })}
          />
        )}
      </Section>
      {published && <FirstSteps document={published.document} />}
    </Stack>
  )
}

function List({ waiting }: { waiting: Waiting[] }) {
  if (waiting.length === 0) return <p className={styles.soft}>{homeText.nothing}</p>
  return (
    <ul className={styles.list}>
      {waiting.map(({ id, title, text, to, isUrgent }) => (
        <li key={id}>
          <Link to={paths[to]} className={styles.row}>
            {isUrgent && <CircleAlert size={18} aria-hidden="true" className={styles.urgent} />}
            <span className={styles.words}>
              <span className={styles.title}>{title}</span>
              {text && <span className={styles.soft}>{text}</span>}
            </span>
            <ChevronRight size={18} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
