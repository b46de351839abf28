import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { draftText } from '#console/text/draft.ts'
import type { YamlOf } from '#contract/programme/draft.ts'
import { Button } from '#ui/Button.tsx'

import { saveFolder } from './save-folder.ts'
import { YamlButton } from './YamlButton.tsx'

/** The company document as YAML, and the company's folder as a ZIP. */
export function DocumentFiles({ which }: YamlOf) {
  const { busy, run } = useAction(toast)
  return (
    <>
      <YamlButton which={which} />
      <Button variant="quiet" busy={busy} onClick={() => run(saveFolder)}>
        {draftText.folder}
      </Button>
    </>
  )
}
