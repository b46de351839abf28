import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { CallButton } from '#console/call/CallButton.tsx'
import { api } from '#console/client/api.ts'
import { company } from '#console/company/company.ts'
import { DownloadButton } from '#console/feedback/DownloadButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { type Column, DataTable } from '#console/table/DataTable.tsx'
import { useUrlFilters } from '#console/table/use-url-filters.ts'
import { callText } from '#console/text/call.ts'
import { movementText } from '#console/text/movement.ts'
import { titles } from '#console/text/titles.ts'
import { instantText } from '#console/value/instant.ts'
import {
  isMovementPeriod,
  type Movement,
  MovementFilters,
  movementKindNames,
  movementPeriodMessage,
} from '#contract/console/movement.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Stack } from '#ui/Stack.tsx'

import { Filters } from './Filters.tsx'
import { MovementSheet } from './MovementSheet.tsx'
import { customerName, whoName } from './names.ts'
import { movements } from './queries.ts'
import { useOlderPages } from './use-older-pages.ts'

import styles from './movement.module.css'

/** Every sale, use, return, voucher and adjustment of the company, newest first. */
export default function MovementScreen() {
  const { filters, setFilters, clearFilters } = useUrlFilters(MovementFilters)
  const { from = '', to = '' } = filters
  return (
    <Stack>
      <PageHeader
        title={titles.movements}
        text={movementText.intro}
        actions={
          <>
            <CallButton calls={() => callsOf(filters)} />
            <DownloadButton
              label={movementText.csv}
              saved={movementText.csvSaved}
              disabledReason={isMovementPeriod(filters) ? undefined : movementPeriodMessage}
              name={() => movementText.csvName(company.slug, from, to)}
              load={() => api('GET /admin/movement/file', { query: filters })}
            />
          </>
        }
      />
      <List filters={filters} setFilters={setFilters} clearFilters={clearFilters} />
    </Stack>
  )
}

function callsOf(filters: Partial<MovementFilters>) {
  const { read, file } = callText.movement
  return [
    { title: read, endpoint: 'GET /admin/movement' as const, query: filters },
    ...(isMovementPeriod(filters)
      ? [
          {
            title: file,
            endpoint: 'GET /admin/movement/file' as const,
            query: filters,
            file: 'movimentos.csv',
          },
        ]
      : []),
  ]
}

type ListProps = {
  filters: Partial<MovementFilters>
  setFilters: (values: { [name in keyof MovementFilters]?: string }) => void
  clearFilters: () => void
}

/** On its own, because a page arrives while somebody scrolls, and the rest of the screen is as before. */
function List({ filters, setFilters, clearFilters }: ListProps) {
  const query = useInfiniteQuery(movements(filters))
  const [open, setOpen] = useState<Movement>()
  const { data } = query
  const pages = useMemo(() => data && { pages: data.pages.map((page) => page.movements) }, [data])
  const older = useOlderPages(query)
  const isFiltered = Object.keys(filters).length > 0
  const first = pages?.pages.find((page) => page.length > 0)?.[0]
  return (
    <>
      <DataTable
        name="movements"
        label={movementText.label}
        columns={columns}
        // While nothing is found yet, the table shows that it loads.
        pages={{
          ...query,
          data: older.isLooking ? undefined : pages,
          hasNextPage: query.hasNextPage && older.since === undefined,
        }}
        rowKey={rowKey}
        onOpen={setOpen}
        empty={
          older.since ? (
            <Older since={older.since} onLook={older.look} />
          ) : (
            <p className={styles.soft}>{isFiltered ? movementText.none : movementText.noneYet}</p>
          )
        }
        tools={
          <Filters
            filters={filters}
            customer={first && customerName(first.customer)}
            onChange={setFilters}
            onClear={clearFilters}
          />
        }
      />
      {first && older.since && <Older since={older.since} onLook={older.look} />}
      {open && (
        <MovementSheet
          movement={open}
          onFilter={(values) => {
            setFilters(values)
            setOpen(undefined)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** The search has stopped, because it has found nothing for long. */
function Older({ since, onLook }: { since: string; onLook: () => void }) {
  return (
    <div className={styles.older}>
      <p className={styles.soft}>{movementText.lookedTo(instantText(since))}</p>
      <Button variant="quiet" onClick={onLook}>
        {movementText.older}
      </Button>
    </div>
  )
}

function rowKey({ entry }: Movement): string {
  return entry.id
}

const columns: Column<Movement>[] = [
  {
    id: 'at',
    title: movementText.at,
    cell: ({ entry: { created_at } }) => (
      <time dateTime={created_at}>{instantText(created_at)}</time>
    ),
    width: '9.5rem',
  },
  {
    id: 'kind',
    title: movementText.kind,
    cell: ({ kind, entry }) => (
      <>
        {movementKindNames[kind]}{' '}
        {entry.is_cancelled && <Badge tone="danger">{movementText.cancelled}</Badge>}
      </>
    ),
    width: '10rem',
  },
  {
    id: 'customer',
    title: movementText.customer,
    cell: ({ customer }) => customerName(customer),
    isFixed: true,
  },
  {
    id: 'points',
    title: movementText.points,
    cell: ({ entry }) => formatInteger(entry.points_amount),
    width: '6rem',
    isNumber: true,
  },
  {
    id: 'value',
    title: movementText.value,
    cell: ({ entry }) => formatMoney(entry.points_value),
    width: '7rem',
    isNumber: true,
  },
  {
    id: 'shop',
    title: movementText.shop,
    cell: ({ entry }) => entry.subsidiary_name ?? movementText.nothing,
    width: '11rem',
  },
  { id: 'who', title: movementText.who, cell: whoName, width: '10rem' },
  {
    id: 'purchase',
    title: movementText.purchase,
    cell: ({ entry: { purchase_value } }) =>
      purchase_value === null ? movementText.nothing : formatMoney(purchase_value),
    width: '8rem',
    isNumber: true,
    isExtra: true,
  },
  {
    id: 'about',
    title: movementText.about,
    cell: ({ entry }) => entry.prize ?? entry.promotion ?? entry.reason ?? movementText.nothing,
    width: '14rem',
    isExtra: true,
  },
  {
    id: 'number',
    title: movementText.number,
    cell: ({ entry }) => entry.external_id ?? movementText.nothing,
    width: '14rem',
    isExtra: true,
  },
]
