import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { CallButton } from '#console/call/CallButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { reviewText } from '#console/text/review.ts'
import { titles } from '#console/text/titles.ts'
import { timeText } from '#console/value/instant.ts'
import type { ReviewItem } from '#contract/console/review.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { Stack } from '#ui/Stack.tsx'

import { reviewCalls } from './calls.ts'
import { CloseButton } from './CloseButton.tsx'
import { placesOf, subjectOf } from './place-of.ts'
import { reviewItems } from './queries.ts'

import styles from './review.module.css'

/** What somebody should look at: limits that were reached, and days out of the ordinary. */
export default function ReviewScreen() {
  const query = useQuery(reviewItems)
  return (
    <Stack>
      <PageHeader
        title={titles.review}
        text={reviewText.lead}
        actions={<CallButton calls={reviewCalls} />}
      />
      <QueryView query={query} height="12rem">
        {(found) =>
          found && (
            <Section title={reviewText.title}>
              {found.items.length === 0 ? (
                <div>
                  <p className={styles.title}>{reviewText.none}</p>
                  <p className={styles.soft}>{reviewText.noneText}</p>
                </div>
              ) : (
                <ul className={styles.list}>
                  {found.items.map((item) => (
                    <Item key={item.id} item={item} />
                  ))}
                </ul>
              )}
            </Section>
          )
        }
      </QueryView>
    </Stack>
  )
}

function Item({ item }: { item: ReviewItem }) {
  const { id, kind, day, events, first_at, last_at, customer, key, shop } = item
  const subject = subjectOf(item)
  const place = reviewText.place(shop, customer && key && key.name)
  const when = reviewText.when(toBrazilianDate(day), timeText(first_at), timeText(last_at))
  return (
    <li className={styles.line}>
      <div>
        <p className={styles.title}>{subject}</p>
        <p>{reviewText.counts[kind](events)}</p>
        <p className={styles.soft}>{when}</p>
        {place !== '' && <p className={styles.soft}>{place}</p>}
      </div>
      <div className={styles.acts}>
        {placesOf(item).map(({ label, to }) => (
          <Link key={to} to={to} className={styles.link} aria-label={reviewText.of(label, subject)}>
            {label}
          </Link>
        ))}
        <CloseButton id={id} subject={subject} />
      </div>
    </li>
  )
}
