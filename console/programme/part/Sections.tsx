import type { ReactNode } from 'react'

import { Section } from '#console/feedback/Section.tsx'
import { useMe } from '#console/session/use-me.ts'
import { type SectionId, sectionText } from '#console/text/section.ts'
import { mayDo } from '#contract/console/staff.ts'
import type { ProgrammePlace } from '#contract/programme/draft.ts'

import { DocumentPart } from './DocumentPart.tsx'
import { type SectionRow, sections } from './sections.ts'

import styles from '#console/programme/field/field.module.css'

type SectionsProps = {
  place: ProgrammePlace
  /** Sections that the screen draws itself. */
  own?: Partial<Record<SectionId, ReactNode>>
}

/** The sections of a screen, in the order of the table. */
export function Sections({ place, own }: SectionsProps) {
  const { staff } = useMe()
  // The document of a role that may not read webhooks lacks them.
  const rows = sections[place].filter(
    ({ id }) => id !== 'webhooks' || mayDo(staff.role, 'webhook.read'),
  )
  return rows.map((row) => own?.[row.id] ?? <FieldSection key={row.id} row={row} />)
}

function FieldSection({ row: { id, fields } }: { row: SectionRow }) {
  const { title, text } = sectionText[id]
  return (
    <Section title={title} {...(text && { text })}>
      <div className={styles.fields}>
        {fields.map((field) => (
          <DocumentPart key={field} path={field.split('.')} />
        ))}
      </div>
    </Section>
  )
}
