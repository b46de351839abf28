import { useQuery } from '@tanstack/react-query'

import { CallButton } from '#console/call/CallButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { useUrlFilters } from '#console/table/use-url-filters.ts'
import { importText } from '#console/text/import.ts'
import { titles } from '#console/text/titles.ts'
import { instantText } from '#console/value/instant.ts'
import type { ImportView } from '#contract/console/import.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Stack } from '#ui/Stack.tsx'

import { importCalls } from './calls.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { ImportResult } from './ImportResult.tsx'
import { ImportFilters, imports } from './queries.ts'
import { useUpload } from './upload.ts'

import styles from './import.module.css'

export default function ImportScreen() {
  const query = useQuery(imports)
  const { filters, setFilter } = useUrlFilters(ImportFilters)
  const sending = useUpload()?.id
  const found = query.data ?? []
  const chosen = filters.id ?? sending ?? found[0]?.id
  const choose = (id: string) => setFilter('id', id)
  return (
    <Stack>
      <PageHeader
        title={titles['settings.import']}
        text={importText.intro}
        actions={<CallButton calls={() => importCalls(chosen)} />}
      />
      <Section title={importText.file} text={importText.fileText}>
        <ChooseFile onChecked={choose} />
      </Section>
      {chosen && <ImportResult key={chosen} id={chosen} isSending={chosen === sending} />}
      <Section title={importText.earlier}>
        <QueryView query={query} height="8rem">
          {() => <Imports found={found} chosen={chosen} onChoose={choose} />}
        </QueryView>
      </Section>
    </Stack>
  )
}

type ImportsProps = {
  found: ImportView[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

function Imports({ found, chosen, onChoose }: ImportsProps) {
  if (found.length === 0) return <p className={styles.soft}>{importText.none}</p>
  return (
    <ul className={styles.list}>
      {found.map(({ id, name, state, created_at }) => (
        <li key={id} className={styles.item}>
          <div className={styles.what}>
            <p className={styles.name}>
              {name} <StateBadge state={state} />
            </p>
            <p className={styles.soft}>{instantText(created_at)}</p>
          </div>
          <Button variant="plain" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
            {id === chosen ? importText.showing : importText.show}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function StateBadge({ state }: Pick<ImportView, 'state'>) {
  const tone = state === 'APPLIED' ? 'success' : state === 'REFUSED' ? 'danger' : 'plain'
  return <Badge tone={tone}>{importText.states[state]}</Badge>
}
