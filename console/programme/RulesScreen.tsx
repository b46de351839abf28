import { Section } from '#console/feedback/Section.tsx'
import { programmeText } from '#console/text/programme.ts'
import { sectionText } from '#console/text/section.ts'
import { titles } from '#console/text/titles.ts'
import { maxRuleKey } from '#contract/points.ts'

import { earningOf } from './document/earning.ts'
import { keyFrom } from './document/key.ts'
import { type Doc, listAt, withValue, textOf } from './document/path.ts'
import { useEdit, useForms, useValue } from './draft/programme-context.ts'
import { ItemList } from './field/ItemList.tsx'
import { showNewField } from './frame/mistake-link.ts'
import { ProgrammePage } from './frame/ProgrammePage.tsx'
import { newRule } from './new-item.ts'
import { InnerFields } from './part/DocumentPart.tsx'
import { NewItem } from './part/NewItem.tsx'
import { Sections } from './part/Sections.tsx'

/** centavos of the purchase that the sentence beside a rule speaks of. */
const example = 10_000
const words = programmeText.rule

export default function RulesScreen() {
  return (
    <ProgrammePage place="rules" title={titles['programme.rules']}>
      <Sections place="rules" own={{ rules: <Rules key="rules" /> }} />
    </ProgrammePage>
  )
}

function Rules() {
  const { published } = useForms()
  const edit = useEdit()
  const rules = listAt({ rules: useValue(['calculation_rules']) }, ['rules'])
  const pointsPerReal = useValue(['points_per_real'])
  const keys = rules.map(({ key }) => key)
  function summary(rule: Doc, at: number): string {
    const old = listAt(published.document, ['calculation_rules']).find(
      ({ key }) => key === rule['key'],
    )
    const draft = earned(rule, pointsPerReal)
    const sentence = old
      ? words.earns(earned(old, published.document['points_per_real']), draft)
      : words.earnsNew(draft)
    return at === 0 ? `${words.first}. ${sentence}` : sentence
  }
  return (
    <Section
      {...sectionText.rules}
      actions={
        <NewItem
          label={programmeText.item.rule}
          taken={rules.map(({ name }) => String(name))}
          hintOf={(name) => programmeText.keyOf(keyFrom(name, keys, maxRuleKey))}
          onCreate={(name) => {
            edit((document) =>
              withValue(
                document,
                ['calculation_rules'],
                [
                  ...listAt(document, ['calculation_rules']),
                  newRule(keyFrom(name, keys, maxRuleKey), name),
                ],
              ),
            )
            showNewField(['calculation_rules', rules.length, 'rate'])
          }}
        />
      }
    >
      <ItemList
        path={['calculation_rules']}
        nameOf={({ name }) => textOf(name)}
        summaryOf={summary}
        empty={words.empty}
      >
        {(path) => <InnerFields group="calculation_rules" path={path} />}
      </ItemList>
    </Section>
  )
}

function earned(rule: Doc, pointsPerReal: unknown): string {
  const earning = earningOf(rule, example, pointsPerReal)
  return earning ? words.points(earning.points) : words.wrong
}
