import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { CallButton } from '#console/call/CallButton.tsx'
import { api } from '#console/client/api.ts'
import { company } from '#console/company/company.ts'
import { DownloadButton } from '#console/feedback/DownloadButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { type Column, DataTable } from '#console/table/DataTable.tsx'
import { useUrlFilters } from '#console/table/use-url-filters.ts'
import { auditText } from '#console/text/audit.ts'
import { callText } from '#console/text/call.ts'
import { titles } from '#console/text/titles.ts'
import { instantText } from '#console/value/instant.ts'
import { actNames } from '#contract/console/audit-names.ts'
import { type AuditEntry, AuditFilters } from '#contract/console/audit.ts'
import { localDate } from '#contract/value/date.ts'
import { Stack } from '#ui/Stack.tsx'

import { EntrySheet } from './EntrySheet.tsx'
import { Filters } from './Filters.tsx'
import { entries } from './queries.ts'

import styles from './audit.module.css'

export default function AuditScreen() {
  const { filters, setFilter, clearFilters } = useUrlFilters(AuditFilters)
  return (
    <Stack>
      <PageHeader
        title={titles['settings.audit']}
        text={auditText.intro}
        actions={
          <>
            <CallButton
              calls={() => [
                { title: callText.audit, endpoint: 'GET /admin/audit', query: filters },
              ]}
            />
            <DownloadButton
              label={auditText.csv}
              saved={auditText.csvSaved}
              name={() => auditText.csvName(company.slug, localDate(new Date(), company.time_zone))}
              load={() => api('GET /admin/audit/file', { query: filters })}
            />
          </>
        }
      />
      <Entries filters={filters} setFilter={setFilter} clearFilters={clearFilters} />
    </Stack>
  )
}

type EntriesProps = {
  filters: Partial<AuditFilters>
  setFilter: (name: keyof AuditFilters, value: string) => void
  clearFilters: () => void
}

/** On its own, because a page of entries arrives while somebody scrolls, and the rest of the screen is as before. */
function Entries({ filters, setFilter, clearFilters }: EntriesProps) {
  const pages = useInfiniteQuery(entries(filters))
  const [open, setOpen] = useState<AuditEntry>()
  return (
    <>
      <DataTable
        name="audit"
        label={auditText.label}
        columns={columns}
        pages={pages}
        rowKey={rowKey}
        onOpen={setOpen}
        empty={<p className={styles.soft}>{auditText.none}</p>}
        tools={<Filters filters={filters} onChange={setFilter} onClear={clearFilters} />}
      />
      {open && (
        <EntrySheet
          entry={open}
          onFilter={(name, value) => {
            setFilter(name, value)
            setOpen(undefined)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

function rowKey({ sequence }: AuditEntry): string {
  return String(sequence)
}

const columns: Column<AuditEntry>[] = [
  {
    id: 'at',
    title: auditText.at,
    cell: ({ at }) => <time dateTime={at}>{instantText(at)}</time>,
    width: '10rem',
  },
  {
    id: 'sentence',
    title: auditText.sentence,
    cell: ({ sentence }) => sentence,
    isFixed: true,
  },
  {
    id: 'action',
    title: auditText.kind,
    cell: ({ action }) => actNames[action],
    width: '12rem',
  },
  {
    id: 'who',
    title: auditText.who,
    cell: ({ actor }) => actor.name,
    width: '12rem',
    isExtra: true,
  },
  {
    id: 'address',
    title: auditText.address,
    cell: ({ address }) => address ?? auditText.nothing,
    width: '10rem',
    isExtra: true,
  },
  {
    id: 'sequence',
    title: auditText.sequence,
    cell: ({ sequence }) => sequence,
    width: '6rem',
    isNumber: true,
    isExtra: true,
  },
]
