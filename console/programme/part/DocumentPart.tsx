/** Any field of the sections: one that is a group or a list is drawn with all its fields. */

import type { ReactNode } from 'react'

import { fieldOf, type Path, textOf } from '#console/programme/document/path.ts'
import { ExpiryField } from '#console/programme/field/ExpiryField.tsx'
import { ItemList } from '#console/programme/field/ItemList.tsx'
import { OptionalGroup } from '#console/programme/field/OptionalGroup.tsx'
import { programmeText } from '#console/text/programme.ts'

import { CookieField } from './CookieField.tsx'
import { DocumentField } from './DocumentField.tsx'
import { EventsField } from './EventsField.tsx'
import { FileService } from './FileService.tsx'
import { LinesField } from './LinesField.tsx'
import { innerFields } from './sections.ts'

const parts: Record<string, (path: Path) => ReactNode> = {
  'calculation_rules[].expires_in': (path) => <ExpiryField path={path} />,
  'promotions[].action.GENERATE_POINTS.expires_in': (path) => <ExpiryField path={path} />,
  'promotions[].filters.NEW_REGISTER': (path) => optional(path, { days: 30 }),
  'settings.customFields.Cookie': (path) => <CookieField path={path} />,
  'settings.integrations.firebase': (path) => <FileService path={path} />,
  'settings.integrations.wallet': (path) => <FileService path={path} />,
  'settings.integrations.subscription': (path) => optional(path, { frontend_url: '' }),
  'webhooks[].types': (path) => <EventsField path={path} />,
  other_domains: (path) => <LinesField path={path} />,
  'adjustments.reasons': (path) => <LinesField path={path} />,
  home: (path) => optional(path, { title: '', text: '' }),
  how_it_works: (path) =>
    optional(path, { title: programmeText.texts.howItWorks, steps: [{ title: '', text: '' }] }),
  faq: (path) =>
    optional(path, { title: programmeText.texts.faq, items: [{ question: '', answer: '' }] }),
  'footer.mark': (path) => optional(path, { text: '', url: '' }),
  banner: (path) => optional(path, { image: '', alt: '', url: null, promotion_code: null }),
  'how_it_works.steps': (path) =>
    list(path, 'title', { label: programmeText.texts.addStep, item: { title: '', text: '' } }),
  'faq.items': (path) =>
    list(path, 'question', {
      label: programmeText.texts.addQuestion,
      item: { question: '', answer: '' },
    }),
  'footer.links': (path) =>
    list(path, 'text', { label: programmeText.texts.addLink, item: { text: '', url: '' } }),
  webhooks: (path) =>
    list(path, 'url', { label: programmeText.addWebhook, item: { url: '', types: null } }),
}

export function DocumentPart({ path }: { path: Path }) {
  return parts[fieldOf(path)]?.(path) ?? <DocumentField path={path} />
}

/** The fields of an item or of a group, from the table of sections. */
export function InnerFields({ group, path }: { group: keyof typeof innerFields; path: Path }) {
  return innerFields[group].map((name) => (
    <DocumentPart key={name} path={[...path, ...name.split('.')]} />
  ))
}

function optional(path: Path, first: object): ReactNode {
  return (
    <OptionalGroup path={path} first={first}>
      <InnerFields group={fieldOf(path) as keyof typeof innerFields} path={path} />
    </OptionalGroup>
  )
}

type Add = { label: string; item: Record<string, unknown> }

function list(path: Path, name: string, { label, item }: Add): ReactNode {
  return (
    <ItemList
      path={path}
      nameOf={(one) => textOf(one[name])}
      add={{ label, item: () => ({ ...item }) }}
      isOrdered={name !== 'url'}
    >
      {(at) => <InnerFields group={fieldOf(path) as keyof typeof innerFields} path={at} />}
    </ItemList>
  )
}
