import { useState } from 'react'

import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { programmeText } from '#console/text/programme.ts'
import { sectionText } from '#console/text/section.ts'
import { shellText } from '#console/text/shell.ts'
import { titles } from '#console/text/titles.ts'
import { useUnsentText } from '#console/unsent/use-unsent-values.ts'
import { subsidiaryKey } from '#contract/subsidiary.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

import { type Doc, listAt, withValue, textOf } from './document/path.ts'
import { useEdit, useEditRefusal, useForms, useValue } from './draft/programme-context.ts'
import { ItemList } from './field/ItemList.tsx'
import { TextArea } from './field/TextArea.tsx'
import { ProgrammePage } from './frame/ProgrammePage.tsx'
import { newShop } from './new-item.ts'
import { DocumentPart, InnerFields } from './part/DocumentPart.tsx'
import { NewItem } from './part/NewItem.tsx'
import { Sections } from './part/Sections.tsx'
import { shopsOfLines } from './shop-lines.ts'

import styles from './programme.module.css'

const words = programmeText.shop

export default function ShopsScreen() {
  return (
    <ProgrammePage place="shops" title={titles['programme.shops']}>
      <Sections place="shops" own={{ shops: <Shops key="shops" /> }} />
    </ProgrammePage>
  )
}

function Shops() {
  const edit = useEdit()
  const shops = listAt({ shops: useValue(['subsidiaries']) }, ['shops'])
  return (
    <Section
      {...sectionText.shops}
      actions={
        <div className={styles.row}>
          <PasteShops />
          <NewItem
            label={programmeText.item.shop}
            taken={shops.map(({ name }) => String(name))}
            onCreate={(name) => edit((document) => withShops(document, [newShop(name)]))}
          />
        </div>
      }
    >
      <ItemList
        path={['subsidiaries']}
        nameOf={({ name }) => textOf(name)}
        summaryOf={({ address }) => (typeof address === 'string' ? address : '')}
        empty={words.empty}
      >
        {(path) => <InnerFields group="subsidiaries" path={path} />}
      </ItemList>
      <DocumentPart path={['subsidiaries_strict']} />
    </Section>
  )
}

function withShops(document: Doc, added: Doc[]): Doc {
  return withValue(document, ['subsidiaries'], [...listAt(document, ['subsidiaries']), ...added])
}

function PasteShops() {
  const { store } = useForms()
  const refusal = useEditRefusal()
  const edit = useEdit()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useUnsentText('shops')
  function add() {
    const present = listAt(store.view().document, ['subsidiaries'])
    const { shops, skipped } = shopsOfLines(
      text,
      new Set(present.map(({ name }) => subsidiaryKey(String(name)))),
    )
    if (shops.length > 0) edit((document) => withShops(document, shops))
    setOpen(false)
    setText('')
    const skips = skipped > 0 ? `; ${words.skipped(skipped)}` : ''
    toast(`${words.added(shops.length)}${skips}`, shops.length > 0 ? store.undo : undefined)
  }
  return (
    <>
      <Button variant="quiet" {...refusal} onClick={() => setOpen(true)}>
        {words.paste}
      </Button>
      {isOpen && (
        <Dialog
          title={words.paste}
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button
                variant="quiet"
                onClick={() => {
                  setOpen(false)
                  setText('')
                }}
              >
                {shellText.cancel}
              </Button>
              <Button onClick={add}>{words.add}</Button>
            </>
          }
        >
          <TextArea
            label={titles['programme.shops']}
            name="shops"
            hint={words.pasteHint}
            error={undefined}
            rows={8}
            value={text}
            onChange={setText}
          />
        </Dialog>
      )}
    </>
  )
}
