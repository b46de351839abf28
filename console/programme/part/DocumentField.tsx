import { type Doc, fieldOf, listAt, type Path, textOf } from '#console/programme/document/path.ts'
import { useValue } from '#console/programme/draft/programme-context.ts'
import type { Choice } from '#console/programme/field/ChoiceField.tsx'
import { ProgrammeField } from '#console/programme/field/ProgrammeField.tsx'

/** Field → the list of the document whose items it may name, and the field of an item that it holds. */
const references: Record<string, { list: Path; by: string }> = {
  'prizes[].level_required': { list: ['levels'], by: 'name' },
  'levels[].prize': { list: ['prizes'], by: 'key' },
  'banner.promotion_code': { list: ['promotions'], by: 'code' },
}

/** A field of the document; one that names an item of another list offers those items. */
export function DocumentField({ path }: { path: Path }) {
  const field = fieldOf(path)
  const reference = references[field]
  if (reference) return <ReferenceField path={path} {...reference} />
  return <ProgrammeField path={path} choices={field === 'time_zone' ? timeZones() : undefined} />
}

type ReferenceFieldProps = { path: Path; list: Path; by: string }

function ReferenceField({ path, list, by }: ReferenceFieldProps) {
  const items = listAt({ items: useValue(list) }, ['items'])
  return <ProgrammeField path={path} choices={items.map((item) => choiceOf(item, by))} />
}

function choiceOf(item: Doc, by: string): Choice {
  const value = textOf(item[by])
  return { value, label: textOf(item['name']) || value }
}

function timeZones(): Choice[] {
  return Intl.supportedValuesOf('timeZone').map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }))
}
