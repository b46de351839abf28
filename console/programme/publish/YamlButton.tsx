import { useQuery } from '@tanstack/react-query'
import FileCode from 'lucide-react/icons/file-code'
import { useState } from 'react'

import { DoorButton } from '#console/call/DoorButton.tsx'
import { CopyText } from '#console/feedback/CopyText.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { useForms } from '#console/programme/draft/programme-context.ts'
import * as queries from '#console/programme/draft/queries.ts'
import { callText } from '#console/text/call.ts'
import { draftText } from '#console/text/draft.ts'
import type { YamlOf } from '#contract/programme/draft.ts'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import styles from './publish.module.css'

/** 'Ver como YAML': the company document as the file that the command line reads. */
export function YamlButton({ which }: YamlOf) {
  const { store } = useForms()
  const [isOpen, setOpen] = useState(false)
  function open() {
    setOpen(true)
    // The server writes the file. A save makes the shown one stale.
    void store.flush()
  }
  return (
    <>
      <DoorButton icon={FileCode} label={callText.yaml} onClick={open} />
      {isOpen && (
        <Sheet title={draftText.yaml} closeLabel={draftText.close} onClose={() => setOpen(false)}>
          <p className={styles.soft}>{draftText.yamlText}</p>
          <YamlText which={which} />
        </Sheet>
      )}
    </>
  )
}

function YamlText({ which }: YamlOf) {
  const yaml = useQuery(queries.yamlOf(which))
  return (
    <QueryView query={yaml} height="16rem">
      {(found) => <CopyText text={found!.yaml} isBlock />}
    </QueryView>
  )
}
