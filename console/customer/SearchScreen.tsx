import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { generatePath, useLocation, useNavigate } from 'react-router'

import { CallButton } from '#console/call/CallButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { paths } from '#console/path/paths.ts'
import { type Column, DataTable } from '#console/table/DataTable.tsx'
import { customerText } from '#console/text/customer.ts'
import { titles } from '#console/text/titles.ts'
import { CustomerSearch, type FoundCustomer, maxSearch } from '#contract/console/desk.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Stack } from '#ui/Stack.tsx'

import { searchCalls } from './calls.ts'
import { found } from './queries.ts'

import styles from './customer.module.css'

/**
 * Finds a customer. The searched text is personal, so it is never in the address. The entry of the browser's history keeps
 * it, so that 'Voltar' shows the results again.
 */
export default function SearchScreen() {
  const { state } = useLocation()
  const text = searchedIn(state)
  return (
    <Stack>
      <PageHeader
        title={titles.customers}
        text={customerText.intro}
        actions={<CallButton calls={searchCalls} />}
      />
      {/* A new entry of the history brings its own text. */}
      <SearchForm key={text} text={text} />
      {text !== '' && <Results text={text} />}
    </Stack>
  )
}

function searchedIn(state: unknown): string {
  const searched = (state as { search?: unknown } | null)?.search
  return typeof searched === 'string' ? searched : ''
}

function SearchForm({ text }: { text: string }) {
  const navigate = useNavigate()
  const refusal = useInfiniteQuery(found(text)).error
  const form = useContractForm({
    schema: CustomerSearch,
    defaultValues: { text },
    submit: async (search) => {
      await navigate(paths.customers, { state: { search: search.text } })
    },
  })
  const { error, ...field } = form.field('text')
  return (
    <search>
      <Form {...form.formProps}>
        <div className={styles.search}>
          <Field
            {...field}
            label={customerText.searchLabel}
            hint={customerText.searchHint}
            error={error ?? sentenceOf(refusal)}
            type="search"
            maxLength={maxSearch}
            enterKeyHint="search"
            autoComplete="off"
          />
          <div>
            <Button type="submit">{customerText.search}</Button>
          </div>
        </div>
      </Form>
    </search>
  )
}

/** The API's message about the text itself: for example, that a number is incomplete. */
function sentenceOf(failure: Error | null): string | undefined {
  return failure instanceof RequestFailure ? failure.fields['text']?.[0] : undefined
}

function Results({ text }: { text: string }) {
  const navigate = useNavigate()
  const query = useInfiniteQuery(found(text))
  const { data, error } = query
  const pages = useMemo(
    () => data && { pages: data.pages.map(({ customers }) => customers) },
    [data],
  )
  if (sentenceOf(error) !== undefined) return null
  const first = data?.pages[0]
  return (
    <Section
      title={customerText.results}
      {...(first && { text: first.is_cut ? customerText.cut : customerText.count(first.total) })}
    >
      <DataTable
        name="customers"
        label={customerText.results}
        columns={columns}
        pages={{ ...query, data: pages }}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate(generatePath(paths.customer, { id }))}
        empty={<p className={styles.soft}>{customerText.none}</p>}
      />
    </Section>
  )
}

const columns: Column<FoundCustomer>[] = [
  {
    id: 'name',
    title: customerText.name,
    cell: ({ name }) => name ?? customerText.noName,
    isFixed: true,
  },
  {
    id: 'document',
    title: customerText.document,
    cell: ({ document }) => document ?? '–',
    width: '11rem',
  },
  {
    id: 'phone',
    title: customerText.phone,
    cell: ({ phone }) => phone ?? '–',
    width: '8rem',
  },
  { id: 'email', title: customerText.email, cell: ({ email }) => email ?? '–' },
  {
    id: 'state',
    title: customerText.state,
    cell: ({ is_registered }) =>
      is_registered ? customerText.registered : customerText.unregistered,
    width: '9rem',
    isExtra: true,
  },
]
