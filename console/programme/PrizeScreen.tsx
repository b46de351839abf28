import { useNavigate, useParams } from 'react-router'

import { Section } from '#console/feedback/Section.tsx'
import { StatePage } from '#console/feedback/StatePage.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { paths } from '#console/path/paths.ts'
import { fieldText } from '#console/text/field.ts'
import { programmeText } from '#console/text/programme.ts'
import { titles } from '#console/text/titles.ts'
import { Button } from '#ui/Button.tsx'

import { listAt, type Path, withValue, textOf } from './document/path.ts'
import { useEdit, useEditRefusal, useForms, useValue } from './draft/programme-context.ts'
import { ProgrammeForms } from './frame/ProgrammeForms.tsx'
import { ProgrammeFrame } from './frame/ProgrammePage.tsx'
import { DocumentPart } from './part/DocumentPart.tsx'
import { innerFields } from './part/sections.ts'
import { PrizeCodes } from './PrizeCodes.tsx'

import fields from './field/field.module.css'
import styles from './programme.module.css'

const words = programmeText.prize
/** The rest of the fields are conditions, and the codes have a section of their own. */
const about = ['name', 'value', 'photo', 'description', 'category', 'show_in_store', 'tos_url']

export default function PrizeScreen() {
  return (
    <ProgrammeForms title={titles['programme.prize']}>
      <FoundPrize />
    </ProgrammeForms>
  )
}

function FoundPrize() {
  const { key } = useParams()
  const prizes = listAt({ prizes: useValue(['prizes']) }, ['prizes'])
  const at = prizes.findIndex((prize) => prize['key'] === key)
  if (at < 0) {
    return (
      <StatePage
        title={words.notFound}
        text={words.notFoundText}
        action={<ButtonLink to={paths['programme.prizes']}>{words.back}</ButtonLink>}
      />
    )
  }
  return <Prize at={at} name={textOf(prizes[at]!['name']) || fieldText.list.unnamed} />
}

function Prize({ at, name }: { at: number; name: string }) {
  const path = ['prizes', at]
  const conditions = innerFields.prizes.filter((one) => one !== 'codes' && !about.includes(one))
  return (
    <ProgrammeFrame
      place="prizes"
      title={name}
      within={path}
      preview="prize"
      prize={at}
      actions={
        <div className={styles.row}>
          <ButtonLink to={paths['programme.prizes']} variant="quiet">
            {words.back}
          </ButtonLink>
          <RemovePrize path={path} name={name} />
        </div>
      }
    >
      <Section title={words.about}>
        <Fields path={path} names={about} />
      </Section>
      <Section title={words.conditions}>
        <Fields path={path} names={conditions} />
      </Section>
      <Section title={words.codes}>
        <PrizeCodes path={path} />
      </Section>
    </ProgrammeFrame>
  )
}

function Fields({ path, names }: { path: Path; names: readonly string[] }) {
  return (
    <div className={fields.fields}>
      {names.map((name) => (
        <DocumentPart key={name} path={[...path, name]} />
      ))}
    </div>
  )
}

function RemovePrize({ path, name }: { path: Path; name: string }) {
  const { store } = useForms()
  const refusal = useEditRefusal()
  const edit = useEdit()
  const navigate = useNavigate()
  function remove() {
    edit((document) =>
      withValue(
        document,
        ['prizes'],
        listAt(document, ['prizes']).filter((_, at) => at !== path[1]),
      ),
    )
    void navigate(paths['programme.prizes'])
    toast(words.removed(name), store.undo)
  }
  return (
    <Button variant="quiet" {...refusal} onClick={remove}>
      {words.remove}
    </Button>
  )
}
