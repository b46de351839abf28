import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'

import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import type { DraftStore } from '#console/programme/draft/draft-store.ts'
import { mistakesOf } from '#console/programme/draft/mistakes.ts'
import { baseOf, draftStoreOf } from '#console/programme/draft/page-store.ts'
import { ProgrammeContext } from '#console/programme/draft/programme-context.ts'
import * as queries from '#console/programme/draft/queries.ts'
import { useMe } from '#console/session/use-me.ts'
import { draftText } from '#console/text/draft.ts'
import type { Draft, Programme } from '#contract/programme/draft.ts'
import { Stack } from '#ui/Stack.tsx'

type ProgrammeFormsProps = {
  /** The screen's title while the document loads or after a failure; absent: the document holds it. */
  title?: string
  children: ReactNode
}

/** Reads the document, and provides it to the forms below. */
export function ProgrammeForms({ title, children }: ProgrammeFormsProps) {
  const { actions } = useMe()
  const isReadOnly = !actions.includes('programme.edit')
  const programme = useQuery(queries.programme)
  const draft = useQuery({ ...queries.draft, enabled: !isReadOnly })
  const isMissing = !programme.data || (!isReadOnly && draft.data === undefined)
  const view = (
    <QueryView query={programme} height="24rem">
      {(published) =>
        isReadOnly ? (
          <Opened published={published!} draft={null} isReadOnly>
            {children}
          </Opened>
        ) : (
          <QueryView query={draft} height="24rem">
            {(own) => (
              <Opened published={published!} draft={own} isReadOnly={false}>
                {children}
              </Opened>
            )}
          </QueryView>
        )
      }
    </QueryView>
  )
  if (!isMissing || title === undefined) return view
  return (
    <Stack>
      <PageHeader title={title} />
      {view}
    </Stack>
  )
}

type OpenedProps = {
  published: Programme
  draft: Draft | null
  isReadOnly: boolean
  children: ReactNode
}

function Opened({ published, draft, isReadOnly, children }: OpenedProps) {
  const { staff } = useMe()
  const client = useQueryClient()
  const [store] = useState(() => draftStoreOf(client, staff.id, baseOf(published, draft)))
  const { document } = useSyncExternalStore(store.subscribe, store.view)
  // The check of a large document takes longer than a key press may.
  const checked = useDeferredValue(document)
  const mistakes = useMemo(() => mistakesOf(checked, draft), [checked, draft])
  const [sent, setSent] = useState<Record<string, string>>({})
  useUndoKeys(store, isReadOnly)
  const forms = useMemo(
    () => ({
      store,
      published,
      isReadOnly,
      mistakes,
      pictures: { ...published.pictures, ...draft?.pictures, ...sent },
      onPicture: (name: string, url: string) => setSent((all) => ({ ...all, [name]: url })),
    }),
    [store, published, isReadOnly, mistakes, draft, sent],
  )
  return <ProgrammeContext value={forms}>{children}</ProgrammeContext>
}

/** Ctrl Z outside of text fields, which have their own undo. */
function useUndoKeys(store: DraftStore, isReadOnly: boolean): void {
  // An effect, because the keys belong to the page and to no element of it.
  useEffect(() => {
    if (isReadOnly) return undefined
    function press(event: KeyboardEvent) {
      const key = event.key.toLowerCase()
      const isOurs = (event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')
      if (!isOurs || isTyping(event.target)) return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) store.redo()
      else if (store.undo()) toast(draftText.undone)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [store, isReadOnly])
}

const withoutText = new Set(['checkbox', 'color', 'file', 'radio'])

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !withoutText.has(target.type)
}
