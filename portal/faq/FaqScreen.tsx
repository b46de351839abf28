import { Search } from 'lucide-react'
import { useState } from 'react'

import type { Question } from '#contract/faq.ts'
import { useCompany } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { faq_text } from '#portal/text/faq.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import { findQuestions } from './find-questions.ts'
import no_answer from './no-answer.svg?raw'

import styles from './FaqScreen.module.css'

/** A longer list has a search field. */
const max_without_search = 8

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
            title={faq_text.empty}
            text={faq_text.empty_text}
            action={<LinkButton href={pathTo('home')}>{faq_text.to_start}</LinkButton>}
          />
        </Card>
      )}
      {items.length > max_without_search ? (
        <Searchable items={items} />
      ) : (
        <Questions items={items} />
      )}
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
          label={faq_text.search}
          name="search"
          type="search"
          autoComplete="off"
          value={searched}
          onChange={(event) => setSearched(event.target.value)}
          end={<Search size={20} className={styles.icon} aria-hidden="true" />}
        />
        <output className={styles.count}>{searched.trim() && faq_text.found(found.length)}</output>
      </search>
      {found.length === 0 ? (
        <Card>
          <EmptyState
            drawing={no_answer}
            title={faq_text.found(0)}
            text={faq_text.not_found_text}
            action={
              <Button variant="quiet" onClick={() => setSearched('')}>
                {faq_text.all}
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
