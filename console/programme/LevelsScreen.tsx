import { useRef } from 'react'

import { Section } from '#console/feedback/Section.tsx'
import { programmeText } from '#console/text/programme.ts'
import { sectionText } from '#console/text/section.ts'
import { titles } from '#console/text/titles.ts'
import { formatInteger } from '#contract/value/money.ts'
import { Button } from '#ui/Button.tsx'

import { type Doc, listAt, type Path, valueAt, withValue, textOf } from './document/path.ts'
import { useEdit, useForms, useValue } from './draft/programme-context.ts'
import { ItemList } from './field/ItemList.tsx'
import { showNewField } from './frame/mistake-link.ts'
import { ProgrammePage } from './frame/ProgrammePage.tsx'
import { newLevel } from './new-item.ts'
import { InnerFields } from './part/DocumentPart.tsx'
import { NewItem } from './part/NewItem.tsx'
import { Sections } from './part/Sections.tsx'

import styles from './programme.module.css'

const words = programmeText.level

export default function LevelsScreen() {
  return (
    <ProgrammePage place="levels" title={titles['programme.levels']} preview="levels">
      <Sections place="levels" own={{ levels: <Levels key="levels" /> }} />
    </ProgrammePage>
  )
}

function Levels() {
  const { isReadOnly } = useForms()
  const edit = useEdit()
  const levels = listAt({ levels: useValue(['levels']) }, ['levels'])
  const last = levels.at(-1)?.['trigger_amount']
  const isSorted = levels.every((level, at) => at === 0 || amount(levels[at - 1]!) <= amount(level))
  function add(name: string) {
    edit((document) => {
      const level = newLevel(name, typeof last === 'number' ? last : undefined)
      const grown = withValue(document, ['levels'], [...listAt(document, ['levels']), level])
      const system = ['settings', 'levels_system']
      return valueAt(grown, system) ? grown : withValue(grown, system, 'LOOKBACK')
    })
    showNewField(['levels', levels.length, 'trigger_amount'])
  }
  return (
    <Section
      {...sectionText.levels}
      actions={
        <NewItem
          label={programmeText.item.level}
          taken={levels.map(({ name }) => String(name))}
          onCreate={add}
        />
      }
    >
      {!isSorted && !isReadOnly && (
        <div className={styles.row}>
          <p className={styles.soft}>{words.unsorted}</p>
          <Button
            variant="quiet"
            onClick={() =>
              edit((document) =>
                withValue(
                  document,
                  ['levels'],
                  listAt(document, ['levels']).toSorted(
                    (one, other) => amount(one) - amount(other),
                  ),
                ),
              )
            }
          >
            {words.sort}
          </Button>
        </div>
      )}
      <ItemList
        path={['levels']}
        nameOf={({ name }) => textOf(name)}
        summaryOf={(level) => words.from(formatInteger(amount(level)))}
        empty={words.empty}
      >
        {(path) => <Level path={path} />}
      </ItemList>
    </Section>
  )
}

/** A prize names its level, so a new name is written to these prizes too, once it is typed. */
function Level({ path }: { path: Path }) {
  const { store } = useForms()
  const edit = useEdit()
  const before = useRef<unknown>(undefined)
  const nameNow = () => valueAt(store.view().document, [...path, 'name'])
  function follow() {
    const [old, now] = [before.current, nameNow()]
    const document = store.view().document
    const isShared = listAt(document, ['levels']).some(({ name }) => name === old)
    const isRequired = listAt(document, ['prizes']).some((prize) => prize['level_required'] === old)
    if (typeof old !== 'string' || old === now || isShared || !isRequired) return
    edit((one) => withValue(one, ['prizes'], renamed(listAt(one, ['prizes']), old, now)))
  }
  return (
    <div
      className={styles.contents}
      onFocus={(event) => {
        if (isNameOf(event.target, path)) before.current = nameNow()
      }}
      onBlur={(event) => {
        if (isNameOf(event.target, path)) follow()
      }}
    >
      <InnerFields group="levels" path={path} />
    </div>
  )
}

function isNameOf(target: EventTarget, path: Path): boolean {
  return target instanceof HTMLInputElement && target.name === [...path, 'name'].join('.')
}

function renamed(prizes: Doc[], old: string, now: unknown): Doc[] {
  return prizes.map((prize) =>
    prize['level_required'] === old ? { ...prize, level_required: now } : prize,
  )
}

function amount({ trigger_amount }: Doc): number {
  return typeof trigger_amount === 'number' ? trigger_amount : 0
}
