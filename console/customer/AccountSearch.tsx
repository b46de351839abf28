import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { QueryView } from '#console/feedback/QueryView.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { customerText } from '#console/text/customer.ts'
import { mergeText } from '#console/text/merge.ts'
import { CustomerSearch, type FoundCustomer, maxSearch } from '#contract/console/desk.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Stack } from '#ui/Stack.tsx'

import { found } from './queries.ts'

import styles from './customer.module.css'

type AccountSearchProps = { exceptId: string; onChosen: (customer: FoundCustomer) => void }

/** Finds the other account. The text is personal, so it stays in memory. */
export function AccountSearch({ exceptId, onChosen }: AccountSearchProps) {
  const [text, setText] = useState('')
  const form = useContractForm({
    schema: CustomerSearch,
    defaultValues: { text: '' },
    submit: async (search) => setText(search.text),
  })
  return (
    <Stack>
      <search>
        <Form {...form.formProps}>
          <Field
            {...form.field('text')}
            label={mergeText.searchLabel}
            type="search"
            maxLength={maxSearch}
            enterKeyHint="search"
            autoComplete="off"
          />
          <Button type="submit">{mergeText.search}</Button>
        </Form>
      </search>
      {text !== '' && <Results text={text} exceptId={exceptId} onChosen={onChosen} />}
    </Stack>
  )
}

function Results({ text, exceptId, onChosen }: AccountSearchProps & { text: string }) {
  const query = useInfiniteQuery(found(text))
  return (
    <QueryView query={query} height="8rem">
      {({ pages }) => {
        const others = pages
          .flatMap(({ customers }) => customers)
          .filter(({ id }) => id !== exceptId)
        if (others.length === 0) return <p className={styles.soft}>{mergeText.nobody}</p>
        return (
          <ul className={styles.list} aria-label={mergeText.results}>
            {others.map((customer) => (
              <Found key={customer.id} customer={customer} onChosen={onChosen} />
            ))}
          </ul>
        )
      }}
    </QueryView>
  )
}

type FoundProps = { customer: FoundCustomer; onChosen: (customer: FoundCustomer) => void }

function Found({ customer, onChosen }: FoundProps) {
  const { name, document, phone, email, is_registered } = customer
  return (
    <li className={styles.line}>
      <div>
        <p className={styles.title}>{name ?? customerText.noName}</p>
        <p className={styles.soft}>
          {[
            document,
            phone,
            email,
            is_registered ? customerText.registered : customerText.unregistered,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div>
        <Button
          variant="quiet"
          aria-label={mergeText.choose(name ?? customerText.noName)}
          onClick={() => onChosen(customer)}
        >
          {mergeText.chooseShort}
        </Button>
      </div>
    </li>
  )
}
