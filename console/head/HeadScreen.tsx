import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { CallButton } from '#console/call/CallButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { type Column, DataTable } from '#console/table/DataTable.tsx'
import { callText } from '#console/text/call.ts'
import { headText } from '#console/text/head.ts'
import { titles } from '#console/text/titles.ts'
import type { RecordHead } from '#contract/head/head.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { Stack } from '#ui/Stack.tsx'

import { HeadSheet } from './HeadSheet.tsx'
import { heads } from './queries.ts'

import styles from './head.module.css'

/** The daily heads of the records. A row opens what an owner keeps outside Fiel. */
export default function HeadScreen() {
  const pages = useInfiniteQuery(heads)
  const [open, setOpen] = useState<RecordHead>()
  return (
    <Stack>
      <PageHeader
        title={titles['settings.heads']}
        text={headText.intro}
        actions={
          <CallButton calls={() => [{ title: callText.heads, endpoint: 'GET /admin/head' }]} />
        }
      />
      <DataTable
        name="heads"
        label={headText.label}
        columns={columns}
        pages={pages}
        rowKey={({ number }) => String(number)}
        onOpen={setOpen}
        empty={<p className={styles.soft}>{headText.none}</p>}
      />
      {open && <HeadSheet head={open} onClose={() => setOpen(undefined)} />}
    </Stack>
  )
}

const columns: Column<RecordHead>[] = [
  {
    id: 'day',
    title: headText.day,
    cell: ({ day }) => <time dateTime={day}>{toBrazilianDate(day)}</time>,
    width: '8rem',
    isFixed: true,
  },
  {
    id: 'customers',
    title: headText.customers,
    cell: ({ customers }) => customers.toLocaleString('pt-BR'),
    width: '11rem',
    isNumber: true,
  },
  {
    id: 'records',
    title: headText.records,
    cell: ({ records }) => records.toLocaleString('pt-BR'),
    width: '13rem',
    isNumber: true,
  },
  { id: 'hash', title: headText.hash, cell: ({ hash }) => <code>{hash}</code> },
  {
    id: 'signature',
    title: headText.signature,
    cell: ({ signature }) => <code>{signature}</code>,
    isExtra: true,
  },
]
