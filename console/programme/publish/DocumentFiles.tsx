import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { CopyText } from '#console/feedback/CopyText.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import * as queries from '#console/programme/draft/queries.ts'
import { draftText } from '#console/text/draft.ts'
import type { YamlOf } from '#contract/programme/draft.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { saveFolder } from './save-folder.ts'

import styles from './publish.module.css'

/** The company document as YAML, and the company's folder as a ZIP. */
export function DocumentFiles({ which }: YamlOf) {
  const [isOpen, setOpen] = useState(false)
  const { busy, run } = useAction(toast)
  return (
    <div className={styles.acts}>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {draftText.yaml}
      </Button>
      <Button variant="quiet" busy={busy} onClick={() => run(saveFolder)}>
        {draftText.folder}
      </Button>
      {isOpen && (
        <Sheet title={draftText.yaml} closeLabel={draftText.close} onClose={() => setOpen(false)}>
          <p className={styles.soft}>{draftText.yamlText}</p>
          <YamlText which={which} />
        </Sheet>
      )}
    </div>
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
