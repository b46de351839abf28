import Download from 'lucide-react/icons/download'

import { company } from '#console/company/company.ts'
import { CopyText } from '#console/feedback/CopyText.tsx'
import { Facts } from '#console/feedback/Facts.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { headText } from '#console/text/head.ts'
import { shellText } from '#console/text/shell.ts'
import { proofCommand, type RecordHead } from '#contract/head/head.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Stack } from '#ui/Stack.tsx'

import styles from './head.module.css'

/** One head: the hash and its signature, the public key, the command that proves it, and all of it as a file. */
export function HeadSheet({ head, onClose }: { head: RecordHead; onClose: () => void }) {
  const { company_id, number, day, customers, records, hash, signature, public_key } = head
  function save() {
    const file = JSON.stringify({ ...head, command: proofCommand(head) }, null, 2)
    saveFile(new Blob([file], { type: 'application/json' }), headText.fileName(company.slug, day))
    toast(headText.saved)
  }
  return (
    <Sheet title={headText.of(toBrazilianDate(day))} closeLabel={shellText.close} onClose={onClose}>
      <Stack>
        <Facts
          facts={[
            [headText.number, String(number)],
            [headText.customers, customers.toLocaleString('pt-BR')],
            [headText.records, records.toLocaleString('pt-BR')],
            [headText.company, company_id],
          ]}
        />
        <h3 className={styles.part}>{headText.hash}</h3>
        <CopyText text={hash} />
        <h3 className={styles.part}>{headText.signature}</h3>
        <CopyText text={signature} />
        <h3 className={styles.part}>{headText.key}</h3>
        <CopyText text={public_key} />
        <h3 className={styles.part}>{headText.proof}</h3>
        <p className={styles.soft}>{headText.proofText}</p>
        <CopyText text={proofCommand(head)} />
        <div>
          <Button variant="quiet" onClick={save}>
            <Download size={16} aria-hidden="true" /> {headText.file}
          </Button>
        </div>
      </Stack>
    </Sheet>
  )
}
