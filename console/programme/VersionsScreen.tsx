import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { CallButton } from '#console/call/CallButton.tsx'
import { ConfirmDialog } from '#console/feedback/ConfirmDialog.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { useRefusal } from '#console/session/use-me.ts'
import { callText } from '#console/text/call.ts'
import { versionText } from '#console/text/draft.ts'
import { instantText } from '#console/value/instant.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { changesOf } from '#contract/programme/change.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'
import { Stack } from '#ui/Stack.tsx'

import { useForms } from './draft/programme-context.ts'
import * as queries from './draft/queries.ts'
import { ProgrammeForms } from './frame/ProgrammeForms.tsx'
import { restoreCall } from './publish/calls.ts'
import { DocumentFiles } from './publish/DocumentFiles.tsx'
import { useRestore } from './publish/use-publish.ts'

import styles from './programme.module.css'

type Version = ResponseOf<'GET /admin/programme/version'>[number]

const words = versionText

export default function VersionsScreen() {
  return (
    <ProgrammeForms title={words.title}>
      <Versions />
    </ProgrammeForms>
  )
}

function Versions() {
  const versions = useInfiniteQuery(queries.versions)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = versions
  return (
    <Stack>
      <PageHeader
        title={words.title}
        text={words.intro}
        actions={
          <>
            <CallButton
              calls={() => [
                { title: callText.programme.versions, endpoint: 'GET /admin/programme/version' },
              ]}
            />
            <DocumentFiles which="published" />
          </>
        }
      />
      <QueryView query={versions} height="24rem">
        {({ pages }) => pages.flat().map((one) => <VersionRow key={one.version} version={one} />)}
      </QueryView>
      {hasNextPage && (
        <Button variant="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </Stack>
  )
}

function VersionRow({ version: one }: { version: Version }) {
  const { published } = useForms()
  const { version, published_at, published_by, approved_by, changes } = one
  const isCurrent = version === published.version
  const [isComparing, setComparing] = useState(false)
  const who = words.by(published_by?.name ?? words.operator, instantText(published_at))
  const text = approved_by ? `${who}, ${words.approved(approved_by.name)}` : who
  return (
    <Section
      title={words.version(version)}
      text={text}
      actions={isCurrent && <p className={styles.badge}>{words.current}</p>}
    >
      {changes.length === 0 ? (
        <p className={styles.soft}>{words.first}</p>
      ) : (
        <ul className={styles.list}>
          {changes.map(({ path, sentence }) => (
            <li key={`${path} ${sentence}`}>{sentence}</li>
          ))}
        </ul>
      )}
      {!isCurrent && (
        <div className={styles.row}>
          <Button variant="quiet" onClick={() => setComparing(true)}>
            {words.compare}
          </Button>
          <Restore version={version} />
        </div>
      )}
      {isComparing && <Comparison version={version} onClose={() => setComparing(false)} />}
    </Section>
  )
}

/** Restores at once unless the draft has changes. If it has, it asks first, because the restored version replaces them. */
function Restore({ version }: { version: number }) {
  const { isReadOnly, store } = useForms()
  const restore = useRestore()
  const reason = useRefusal('programme.edit')
  const { data: draft } = useQuery({ ...queries.draft, enabled: !isReadOnly })
  const [isAsking, setAsking] = useState(false)
  const { busy, run } = useAction(toast)
  const hasUnsent = () => store.view().state !== 'saved'
  const hasChanges = draft !== null && draft !== undefined && draft.changes.length > 0
  return (
    <>
      <Button
        variant="quiet"
        busy={busy}
        disabledReason={reason}
        onClick={() => (hasChanges || hasUnsent() ? setAsking(true) : run(() => restore(version)))}
      >
        {words.restore}
      </Button>
      {reason === undefined && (
        <CallButton about={words.version(version)} calls={() => [restoreCall(version)]} />
      )}
      {isAsking && (
        <ConfirmDialog
          title={words.version(version)}
          confirm={words.restore}
          onConfirm={() => restore(version)}
          onClose={() => setAsking(false)}
        >
          <p>{words.replaces}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Comparison({ version, onClose }: { version: number; onClose: () => void }) {
  const { published } = useForms()
  const found = useQuery(queries.versionOf(version))
  return (
    <Sheet title={words.compareTitle(version)} closeLabel={words.close} onClose={onClose}>
      <QueryView query={found}>
        {(one) => {
          const changes = changesOf(one!.document, published.document)
          if (changes.length === 0) return <p>{words.equal}</p>
          return (
            <ul className={styles.list}>
              {changes.map(({ path, sentence }) => (
                <li key={`${path} ${sentence}`}>{sentence}</li>
              ))}
            </ul>
          )
        }}
      </QueryView>
    </Sheet>
  )
}
