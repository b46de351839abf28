import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'

import { CallButton } from '#console/call/CallButton.tsx'
import { lazyPart } from '#console/feedback/lazy-part.ts'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import type { Path } from '#console/programme/document/path.ts'
import { readOnlyNoteId, useForms } from '#console/programme/draft/programme-context.ts'
import * as queries from '#console/programme/draft/queries.ts'
import { readCall, saveCalls } from '#console/programme/publish/calls.ts'
import { YamlButton } from '#console/programme/publish/YamlButton.tsx'
import { programmeText } from '#console/text/programme.ts'
import { rolesSentence, shellText } from '#console/text/shell.ts'
import { staffActions } from '#contract/console/staff.ts'
import type { ProgrammePlace } from '#contract/programme/draft.ts'
import type { PreviewScreen } from '#contract/programme/preview.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'
import { Stack } from '#ui/Stack.tsx'
import { useMedia } from '#ui/use-media.ts'

import { DraftBar } from './DraftBar.tsx'
import { Mistakes } from './Mistakes.tsx'
import { ProgrammeForms } from './ProgrammeForms.tsx'

import styles from './frame.module.css'

const Preview = lazyPart(
  () => import('#console/programme/preview/Preview.tsx'),
  () => <p className={styles.missing}>{shellText.missingPart}</p>,
)
const PreviewSheet = lazyPart(
  () => import('#console/programme/preview/PreviewSheet.tsx'),
  ({ onClose }) => (
    <Sheet title={programmeText.preview} closeLabel={shellText.close} onClose={onClose}>
      <p>{shellText.missingPart}</p>
    </Sheet>
  ),
)

type ProgrammePageProps = {
  place: ProgrammePlace
  title: string
  actions?: ReactNode
  /** The part of the document that this screen shows, for its mistakes. */
  within?: Path
  /** The portal's screen that shows what is edited here; absent: no preview. */
  preview?: PreviewScreen
  /** The position of the prize that the preview shows. */
  prize?: number
  children: ReactNode
}

/** The frame of the programme's screens: mistakes, forms, the preview beside them and the bar at the foot. */
export function ProgrammePage(page: ProgrammePageProps) {
  return (
    <ProgrammeForms title={page.title}>
      <ProgrammeFrame {...page} />
    </ProgrammeForms>
  )
}

/** The same for a screen that stands within ProgrammeForms already. */
export function ProgrammeFrame({
  place,
  title,
  actions,
  within,
  preview: screen,
  prize,
  children,
}: ProgrammePageProps) {
  const { isReadOnly } = useForms()
  const isWide = useMedia('(width >= 80rem)', false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={styles.page} data-preview={screen !== undefined && isWide}>
        <Stack>
          <PageHeader
            title={title}
            actions={
              <>
                <Doors place={place} />
                {actions}
                {screen !== undefined && !isWide && (
                  <Button variant="quiet" onClick={() => setOpen(true)}>
                    {programmeText.preview}
                  </Button>
                )}
              </>
            }
          />
          {isReadOnly && (
            <p className={styles.readOnly} id={readOnlyNoteId}>
              {programmeText.readOnly(rolesSentence(staffActions['programme.edit']))}
            </p>
          )}
          <Mistakes place={place} {...(within && { within })} />
          {children}
        </Stack>
        {screen !== undefined && isWide && (
          <Suspense fallback={null}>
            <Preview first={screen} prize={prize} />
          </Suspense>
        )}
      </div>
      {!isReadOnly && <DraftBar />}
      {isOpen && screen !== undefined && (
        <Suspense fallback={null}>
          <PreviewSheet first={screen} prize={prize} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The buttons that show the screen's content as calls of the API and as the file. */
function Doors({ place }: { place: ProgrammePlace }) {
  const { isReadOnly, published, store } = useForms()
  const { data: draft } = useQuery({ ...queries.draft, enabled: !isReadOnly })
  const calls = () =>
    isReadOnly
      ? [readCall]
      : saveCalls({
          published: published.document,
          document: store.view().document,
          revision: store.revision(),
          place,
        })
  return (
    <>
      <CallButton calls={calls} />
      <YamlButton which={draft ? 'draft' : 'published'} />
    </>
  )
}
