import { useState } from 'react'

import { customerText } from '#console/text/customer.ts'
import { mergeText } from '#console/text/merge.ts'
import { shellText } from '#console/text/shell.ts'
import type { CustomerRecord, FoundCustomer } from '#contract/console/desk.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'
import { Stack } from '#ui/Stack.tsx'

import { AccountSearch } from './AccountSearch.tsx'
import { MergeForm, type NamedAccount } from './MergeForm.tsx'

type MergeSheetProps = { record: CustomerRecord; onClose: () => void }

/** Finds the other account of the person, shows what a merge would do, and carries it out. */
export function MergeSheet({ record, onClose }: MergeSheetProps) {
  const [other, setOther] = useState<FoundCustomer>()
  const [isBusy, setBusy] = useState(false)
  return (
    <Sheet
      title={mergeText.begin}
      closeLabel={shellText.close}
      onClose={isBusy ? undefined : onClose}
    >
      {other ? (
        <Stack>
          <div>
            <Button variant="quiet" disabled={isBusy} onClick={() => setOther(undefined)}>
              {mergeText.change}
            </Button>
          </div>
          <MergeForm accounts={[named(record), named(other)]} onBusy={setBusy} onDone={onClose} />
        </Stack>
      ) : (
        <AccountSearch exceptId={record.id} onChosen={setOther} />
      )}
    </Sheet>
  )
}

function named({ id, name, document }: FoundCustomer): NamedAccount {
  return { id, name: name ?? customerText.noName, document }
}
