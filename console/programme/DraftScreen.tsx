import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { CallButton } from '#console/call/CallButton.tsx'
import { company } from '#console/company/company.ts'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { useRefusal } from '#console/session/use-me.ts'
import { draftText } from '#console/text/draft.ts'
import { programmeText } from '#console/text/programme.ts'
import { rolesSentence } from '#console/text/shell.ts'
import { staffActions } from '#contract/console/staff.ts'
import { type Change, type Draft, programmePlaces } from '#contract/programme/draft.ts'
import { Stack } from '#ui/Stack.tsx'

import { BacktestSection } from './backtest/BacktestSection.tsx'
import { useDocument, useForms } from './draft/programme-context.ts'
import * as queries from './draft/queries.ts'
import { fieldLink, placePath } from './frame/mistake-link.ts'
import { mistakeLine } from './frame/Mistakes.tsx'
import { ProgrammeForms } from './frame/ProgrammeForms.tsx'
import { backtestCall, fileCalls, publishCalls, readCall, saveCalls } from './publish/calls.ts'
import { ConflictSection } from './publish/ConflictSection.tsx'
import { DocumentFiles } from './publish/DocumentFiles.tsx'
import { PublishBar } from './publish/PublishBar.tsx'
import { Requests } from './publish/Requests.tsx'

import styles from './programme.module.css'

export default function DraftScreen() {
  return (
    <ProgrammeForms title={draftText.title}>
      <Review />
    </ProgrammeForms>
  )
}

function Review() {
  const { isReadOnly, published } = useForms()
  const { data } = useQuery({ ...queries.draft, enabled: !isReadOnly })
  const draft = data ?? undefined
  return (
    <Stack>
      <PageHeader
        title={draftText.title}
        text={draftText.intro}
        actions={
          <>
            <DraftCalls draft={draft} />
            <DocumentFiles which={draft ? 'draft' : 'published'} />
          </>
        }
      />
      <Requests requests={published.requests} />
      {draft && draft.version > draft.base_version && <ConflictSection draft={draft} />}
      {draft ? <Content draft={draft} /> : <Empty isReadOnly={isReadOnly} />}
    </Stack>
  )
}

/** A role that may only read sees the calls that read. */
function DraftCalls({ draft }: { draft: Draft | undefined }) {
  const { isReadOnly, published, store } = useForms()
  const refusal = useRefusal('programme.publish')
  const files = fileCalls(draft ? 'draft' : 'published', company.slug)
  const calls = () => [
    ...(isReadOnly
      ? [readCall]
      : saveCalls({
          published: published.document,
          document: store.view().document,
          revision: store.revision(),
          place: 'rules',
        })),
    ...(!isReadOnly && draft ? [backtestCall(store.revision())] : []),
    ...(refusal === undefined && draft
      ? publishCalls({
          revision: store.revision(),
          needs_approval: published.needs_approval,
          now: new Date(),
        })
      : []),
    ...files,
  ]
  return <CallButton calls={calls} />
}

function Empty({ isReadOnly }: { isReadOnly: boolean }) {
  return (
    <Section title={isReadOnly ? draftText.none : draftText.empty}>
      <p className={styles.soft}>
        {isReadOnly
          ? programmeText.readOnly(rolesSentence(staffActions['programme.edit']))
          : draftText.emptyText}
      </p>
    </Section>
  )
}

function Content({ draft }: { draft: Draft }) {
  const { mistakes } = useForms()
  const { document } = useDocument()
  return (
    <>
      {mistakes.length > 0 && (
        <Section title={draftText.mistakes}>
          <ul className={`${styles.list} ${styles.mistake}`}>
            {mistakes.map((mistake) => (
              <li key={mistake.path.join('/')}>
                <Link to={fieldLink(mistake.path, document)}>{mistakeLine(mistake)}</Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {draft.losses.length > 0 && (
        <Section title={draftText.losses}>
          <ul className={`${styles.list} ${styles.loss}`}>
            {draft.losses.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={draftText.changes(draft.changes.length)}>
        <ChangeList changes={draft.changes} />
      </Section>
      <BacktestSection key={draft.revision} draft={draft} />
      <PublishBar draft={draft} />
    </>
  )
}

/** The sentences of the changes by part of the programme. Each part links to its screen. */
function ChangeList({ changes }: { changes: Change[] }) {
  const groups = Map.groupBy(changes, ({ place }) => place)
  return (
    <div className={styles.stack}>
      {programmePlaces.map((place) => {
        const own = groups.get(place)
        return (
          own && (
            <div key={place} className={styles.stack}>
              <h3 className={styles.place}>
                <Link to={placePath(place)}>{draftText.places[place]}</Link>
              </h3>
              <ul className={styles.list}>
                {own.map(({ path, sentence }) => (
                  <li key={`${path} ${sentence}`}>{sentence}</li>
                ))}
              </ul>
            </div>
          )
        )
      })}
    </div>
  )
}
