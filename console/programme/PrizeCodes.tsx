import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { CallButton } from '#console/call/CallButton.tsx'
import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { ActionFailure, useAction } from '#console/feedback/use-action.ts'
import { FileButton } from '#console/form/FileButton.tsx'
import { pageMemory } from '#console/form/unsent-values.ts'
import { draftText } from '#console/text/draft.ts'
import { programmeText } from '#console/text/programme.ts'
import { useUnsentText } from '#console/unsent/use-unsent-values.ts'
import { formatInteger } from '#contract/value/money.ts'
import { Button } from '#ui/Button.tsx'

import { type CodesResult, codesOfText, sendCodes } from './code-lines.ts'
import { type Path, valueAt, withValue } from './document/path.ts'
import { useEdit, useField, useForms, useValue } from './draft/programme-context.ts'
import * as queries from './draft/queries.ts'
import { TextArea } from './field/TextArea.tsx'
import { codesCall } from './publish/calls.ts'

import fields from './field/field.module.css'
import styles from './programme.module.css'

const words = programmeText.prize
/** Refused lines that are shown. The rest is only counted. */
const maxShown = 20

/** Where the codes of the prize's vouchers come from: Fiel, or the company's own, pasted or from a file. */
export function PrizeCodes({ path }: { path: Path }) {
  const { isReadOnly, published, store } = useForms()
  const { value: codes, error } = useField([...path, 'codes'])
  const edit = useEdit()
  const { data: draft } = useQuery({ ...queries.draft, enabled: !isReadOnly })
  const key = useValue([...path, 'key'])
  const pool = (draft ?? published).pools.find((one) => one.key === key)
  function generate() {
    edit((document) => withValue(document, [...path, 'codes'], 'generated'))
    toast(words.generated, store.undo)
  }
  return (
    <div className={styles.stack}>
      {codes === 'generated' ? (
        <p>{words.generated}</p>
      ) : (
        <div className={styles.row}>
          <p>{words.own(formatInteger(pool?.free ?? 0), formatInteger(pool?.issued ?? 0))}</p>
          {pool && pool.added > 0 && <p>{words.added(formatInteger(pool.added))}</p>}
          {!isReadOnly && (
            <Button variant="quiet" onClick={generate}>
              {words.toGenerated}
            </Button>
          )}
        </div>
      )}
      {error && <p className={fields.error}>{error}</p>}
      {!isReadOnly && <AddCodes key={String(key)} path={path} />}
    </div>
  )
}

function AddCodes({ path }: { path: Path }) {
  const { store } = useForms()
  const write = useWrite('POST /admin/programme/draft/codes')
  const { busy, failure, run } = useAction()
  const [text, setText] = useUnsentText(`codes ${String(useValue([...path, 'key']))}`, pageMemory)
  const [result, setResult] = useState<CodesResult>()
  const prizeKey = () => String(valueAt(store.view().document, [...path, 'key']))
  async function add(lines: string[]) {
    if (lines.every((line) => line === '')) throw new ActionFailure(words.noCodes)
    setResult(undefined)
    // The codes belong to a prize of the draft, so the server must know the prize.
    if (!(await store.flush())) throw new ActionFailure(store.view().failure ?? draftText.unsaved)
    setResult(await sendCodes((body) => write({ body }), prizeKey(), lines))
  }
  async function addPasted() {
    await add(codesOfText(text, false))
    setText('')
  }
  return (
    <>
      <TextArea
        label={words.paste}
        name="codes"
        hint={words.pasteHint}
        error={undefined}
        rows={5}
        value={text}
        onChange={setText}
      />
      <div className={styles.row}>
        <Button busy={busy} onClick={() => run(addPasted)}>
          {busy ? words.adding : words.add}
        </Button>
        <CodesFile onText={(content, isCsv) => run(() => add(codesOfText(content, isCsv)))} />
        <CallButton about={words.codes} calls={() => [codesCall(prizeKey())]} />
      </div>
      <FormFailure text={failure} />
      <output>{result && <ResultText result={result} />}</output>
    </>
  )
}

function CodesFile({ onText }: { onText: (text: string, isCsv: boolean) => void }) {
  async function read(file: File) {
    onText(await file.text(), file.name.toLowerCase().endsWith('.csv'))
  }
  return (
    <FileButton accept=".csv,.txt,text/csv,text/plain" onFile={(file) => void read(file)}>
      {words.file}
    </FileButton>
  )
}

function ResultText({ result: { added, refused, refused_count } }: { result: CodesResult }) {
  const shown = refused.slice(0, maxShown)
  const more = refused_count - shown.length
  return (
    <div className={styles.stack}>
      <p>{words.result(added)}</p>
      {refused_count > 0 && (
        <>
          <p className={styles.loss}>{words.refused(refused_count)}</p>
          <ul className={styles.list}>
            {shown.map(({ line, sentence }) => (
              <li key={line}>{words.line(line, sentence)}</li>
            ))}
          </ul>
          {more > 0 && <p className={styles.soft}>{words.more(more)}</p>}
        </>
      )}
    </div>
  )
}
