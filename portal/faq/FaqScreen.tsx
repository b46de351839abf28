import Search from 'lucide-react/icons/search'
import { useState } from 'react'

import type { Question } from '#contract/faq.ts'
import { useCompany } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { faqText } from '#portal/text/faq.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import { findQuestions } from './find-questions.ts'
import no_answer from './no-answer.svg?raw'

import styles from './FaqScreen.module.css'

/** A longer list has a search field. */
const maxWithoutSearch = 8

/** R12.1. The page already contains the questions, so nothing loads. */
export default function FaqScreen() {
  const { faq } = useCompany().company
  const items = faq?.items ?? []
  return (
    <div className={styles.faq}>
      <ScreenTitle>{faq?.title ?? text.title.faq}</ScreenTitle>
      {items.length === 0 && (
        <Card>
          <EmptyState
            drawing={no_answer}
            title={faqText.empty}
            text={faqText.emptyText}
            action={<LinkButton href={pathTo('home')}>{faqText.toStart}</LinkButton>}
          />
        </Card>
      )}
      {items.length > maxWithoutSearch ? <Searchable items={items} /> : <Questions items={items} />}
    </div>
  )
}

function Searchable({ items }: { items: Question[] }) {
  const [searched, setSearched] = useState('')
  const found = findQuestions(items, searched)
  return (
    <>
      <search>
        <Field
          label={faqText.search}
          name="search"
          type="search"
          autoComplete="off"
          value={searched}
          onChange={(event) => setSearched(event.target.value)}
          end={<Search size={20} className={styles.icon} aria-hidden="true" />}
        />
        <output className={styles.count}>{searched.trim() && faqText.found(found.length)}</output>
      </search>
      {found.length === 0 ? (
        <Card>
          <EmptyState
            drawing={no_answer}
            title={faqText.found(0)}
            text={faqText.notFoundText}
            action={
              <Button variant="quiet" onClick={() => setSearched('')}>
                {faqText.all}
              </Button>
            }
          />
        </Card>
      ) : (
        <Questions items={found} />
      )}
    </>
  )
}

function Questions({ items }: { items: Question[] }) {
  return (
    <ul className={styles.questions}>
      {items.map(({ question, answer }) => (
        <li key={question}>
          <details className={styles.question}>
            <summary className={styles.summary}>{question}</summary>
            <p className={styles.answer}>{answer}</p>
          </details>
        </li>
      ))}
    </ul>
  )
}
