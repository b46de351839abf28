import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { Section } from '#console/feedback/Section.tsx'
import { type Column, DataTable } from '#console/table/DataTable.tsx'
import { useTypedFilter } from '#console/table/use-typed-filter.ts'
import { useUrlFilters } from '#console/table/use-url-filters.ts'
import { fieldText } from '#console/text/field.ts'
import { programmeText } from '#console/text/programme.ts'
import { titles } from '#console/text/titles.ts'
import { maxPrizeKey } from '#contract/prize.ts'
import { maxLine } from '#contract/value/text.ts'

import { keyFrom } from './document/key.ts'
import { type Doc, listAt, withValue, textOf } from './document/path.ts'
import { useEdit, useForms, useValue } from './draft/programme-context.ts'
import * as queries from './draft/queries.ts'
import { prizePath } from './frame/mistake-link.ts'
import { ProgrammePage } from './frame/ProgrammePage.tsx'
import { newPrize } from './new-item.ts'
import { NewItem } from './part/NewItem.tsx'
import { Sections } from './part/Sections.tsx'
import { matches, type Pool, priceText, stockText } from './prize-line.ts'

import styles from './programme.module.css'

const words = programmeText.prize
const Filters = z.strictObject({ busca: z.string() })

export default function PrizesScreen() {
  return (
    <ProgrammePage
      place="prizes"
      title={titles['programme.prizes']}
      actions={<NewPrize />}
      preview="prizes"
    >
      <Sections place="prizes" own={{ prizes: <PrizeTable key="prizes" /> }} />
    </ProgrammePage>
  )
}

function NewPrize() {
  const edit = useEdit()
  const navigate = useNavigate()
  const prizes = usePrizes()
  const keys = prizes.map(({ key }) => key)
  return (
    <NewItem
      label={programmeText.item.prize}
      taken={prizes.map(({ name }) => String(name))}
      onCreate={(name) => {
        const key = keyFrom(name, keys, maxPrizeKey)
        edit((document) =>
          withValue(document, ['prizes'], [...listAt(document, ['prizes']), newPrize(key, name)]),
        )
        void navigate(prizePath(key))
      }}
    />
  )
}

function usePrizes(): Doc[] {
  return listAt({ prizes: useValue(['prizes']) }, ['prizes'])
}

function PrizeTable() {
  const { pictures, published, isReadOnly } = useForms()
  const { data: draft } = useQuery({ ...queries.draft, enabled: !isReadOnly })
  const navigate = useNavigate()
  const { filters, setFilter } = useUrlFilters(Filters)
  const search = filters.busca ?? ''
  const typed = useTypedFilter(search, (text) => setFilter('busca', text))
  const prizes = usePrizes()
  const found = prizes.filter((prize) => matches(prize, search))
  return (
    <DataTable
      name="prizes"
      label={words.table}
      columns={columnsOf(pictures, (draft ?? published).pools)}
      pages={{
        data: { pages: [found] },
        error: null,
        hasNextPage: false,
        isFetchingNextPage: false,
        fetchNextPage: () => undefined,
        refetch: () => undefined,
      }}
      rowKey={(prize) => String(prize['key'])}
      onOpen={(prize) => void navigate(prizePath(String(prize['key'])))}
      tools={
        <input
          type="search"
          className={styles.search}
          aria-label={words.search}
          placeholder={words.search}
          value={typed.value}
          maxLength={maxLine}
          onChange={typed.onChange}
        />
      }
      empty={
        <Section title={prizes.length === 0 ? words.none : words.noneFound}>
          <p className={styles.soft}>{prizes.length === 0 && words.noneText}</p>
        </Section>
      }
    />
  )
}

function columnsOf(pictures: Record<string, string>, pools: Pool[]): Column<Doc>[] {
  return [
    {
      id: 'photo',
      title: words.photo,
      width: '4.5rem',
      cell: ({ photo }) => {
        const url = pictures[String(photo)]
        return url ? <img src={url} alt="" loading="lazy" className={styles.thumb} /> : null
      },
    },
    {
      id: 'name',
      title: programmeText.name,
      isFixed: true,
      cell: ({ name }) => textOf(name) || fieldText.list.unnamed,
    },
    {
      id: 'price',
      title: words.price,
      width: '9rem',
      isNumber: true,
      cell: ({ value }) => priceText(value),
    },
    {
      id: 'stock',
      title: words.stock,
      width: '9rem',
      isNumber: true,
      cell: (prize) => stockText(prize, pools),
    },
    {
      id: 'category',
      title: words.category,
      width: '10rem',
      isExtra: true,
      cell: ({ category }) => textOf(category),
    },
    {
      id: 'store',
      title: words.store,
      width: '6rem',
      cell: ({ show_in_store }) => (show_in_store === false ? words.no : words.yes),
    },
  ]
}
