import { company } from '#console/company/company.ts'
import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { programmeText } from '#console/text/programme.ts'
import { sectionText } from '#console/text/section.ts'
import { titles } from '#console/text/titles.ts'
import { maxPromotionCode } from '#contract/promotion.ts'
import { isCalendarDate, localDate, toBrazilianDate } from '#contract/value/date.ts'
import { Button } from '#ui/Button.tsx'

import { keyFrom } from './document/key.ts'
import { type Doc, listAt, type Path, valueAt, withValue, textOf } from './document/path.ts'
import { useEdit, useForms, useValue } from './draft/programme-context.ts'
import { ItemList } from './field/ItemList.tsx'
import { showNewField } from './frame/mistake-link.ts'
import { ProgrammePage } from './frame/ProgrammePage.tsx'
import { newPromotion } from './new-item.ts'
import { InnerFields } from './part/DocumentPart.tsx'
import { NewItem } from './part/NewItem.tsx'
import { Sections } from './part/Sections.tsx'

import styles from './programme.module.css'

const words = programmeText.promotion
const amount = ['action', 'GENERATE_POINTS', 'amount']
const today = () => localDate(new Date(), company.time_zone)

export default function PromotionsScreen() {
  return (
    <ProgrammePage place="promotions" title={titles['programme.promotions']} preview="summary">
      <Sections place="promotions" own={{ promotions: <Promotions key="promotions" /> }} />
    </ProgrammePage>
  )
}

function Promotions() {
  const edit = useEdit()
  const promotions = listAt({ promotions: useValue(['promotions']) }, ['promotions'])
  const codes = promotions.map(({ code }) => String(code).toLowerCase())
  const codeOf = (name: string) => keyFrom(name, codes, maxPromotionCode).toUpperCase()
  return (
    <Section
      {...sectionText.promotions}
      actions={
        <NewItem
          label={programmeText.item.promotion}
          taken={promotions.map(({ name }) => String(name))}
          hintOf={(name) => `${words.code}: ${codeOf(name)}`}
          onCreate={(name) => {
            edit((document) =>
              withValue(
                document,
                ['promotions'],
                [...listAt(document, ['promotions']), newPromotion(codeOf(name), name, today())],
              ),
            )
            showNewField(['promotions', promotions.length, ...amount])
          }}
        />
      }
    >
      <ItemList
        path={['promotions']}
        nameOf={({ name }) => textOf(name)}
        summaryOf={(promotion) =>
          words.days(day(promotion['starts_at']), day(promotion['ends_at']))
        }
        empty={words.empty}
      >
        {(path) => (
          <>
            <EndToday path={path} />
            <InnerFields group="promotions" path={path} />
          </>
        )}
      </ItemList>
    </Section>
  )
}

/** Only for a promotion that runs beyond today. */
function EndToday({ path }: { path: Path }) {
  const { store, isReadOnly } = useForms()
  const promotion = useValue(path) as Doc
  const { starts_at, ends_at, name } = promotion
  const runs = String(starts_at) <= today() && String(ends_at) > today()
  if (!runs || isReadOnly) return null
  function end() {
    const document = store.view().document
    const last: Path = [...path, 'ends_at']
    if (valueAt(document, last) !== today()) store.edit(withValue(document, last, today()))
    toast(words.ended(String(name)), store.undo)
  }
  return (
    <div className={styles.wide}>
      <Button variant="quiet" onClick={end}>
        {words.endToday}
      </Button>
    </div>
  )
}

function day(value: unknown): string {
  const text = textOf(value)
  return isCalendarDate(text) ? toBrazilianDate(text) : text
}
