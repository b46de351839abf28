import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { CallButton } from '#console/call/CallButton.tsx'
import { useWrite } from '#console/client/write.ts'
import { ConfirmDialog } from '#console/feedback/ConfirmDialog.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useNewLink } from '#console/path/new-link.ts'
import { ActsRefusalText, useActsRefusal } from '#console/session/ActsRefusal.tsx'
import { SearchableList } from '#console/table/SearchableList.tsx'
import { keyText } from '#console/text/key.ts'
import { titles } from '#console/text/titles.ts'
import type { MadePartnerKey, PartnerKeyView } from '#contract/console/partner-key.ts'
import { Button } from '#ui/Button.tsx'
import { Stack } from '#ui/Stack.tsx'

import { keyCalls } from './calls.ts'
import { KeyList, lastUse } from './KeyList.tsx'
import { KeySheet } from './KeySheet.tsx'
import { MadeKeyDialog } from './MadeKeyDialog.tsx'
import { keys } from './queries.ts'

type Open =
  | { kind: 'make' }
  | { kind: 'made'; made: MadePartnerKey }
  | { kind: 'change' | 'revoke'; stored: PartnerKeyView }

export default function KeyScreen() {
  const query = useQuery(keys)
  const refusal = useActsRefusal('key.manage')
  const [open, setOpen] = useState<Open>()
  useNewLink(useCallback(() => setOpen({ kind: 'make' }), []))
  return (
    <Stack>
      <PageHeader
        title={titles['settings.keys']}
        text={keyText.intro}
        actions={
          <>
            <CallButton calls={() => keyCalls(refusal === undefined)} />
            <Button {...refusal} onClick={() => setOpen({ kind: 'make' })}>
              {keyText.make}
            </Button>
          </>
        }
      />
      <ActsRefusalText refusal={refusal} acts={keyText.manages} />
      <Section title={keyText.keys}>
        <QueryView query={query} height="12rem">
          {(all) => (
            <SearchableList label={keyText.search} items={all ?? []} textsOf={textsOf}>
              {(found) => (
                <KeyList
                  keys={found}
                  refusal={refusal}
                  onAct={(kind, stored) => setOpen({ kind, stored })}
                />
              )}
            </SearchableList>
          )}
        </QueryView>
      </Section>
      {open && refusal === undefined && <OpenDialog open={open} onChange={setOpen} />}
    </Stack>
  )
}

function textsOf({ name, prefix }: PartnerKeyView): string[] {
  return [name, prefix]
}

type OpenDialogProps = { open: Open; onChange: (open: Open | undefined) => void }

function OpenDialog({ open, onChange }: OpenDialogProps) {
  const make = useWrite('POST /admin/key')
  const change = useWrite('PUT /admin/key/{id}')
  const revoke = useWrite('DELETE /admin/key/{id}')
  const close = () => onChange(undefined)
  if (open.kind === 'made') return <MadeKeyDialog made={open.made} onClose={close} />
  if (open.kind === 'make') {
    return (
      <KeySheet
        submit={async (body) => onChange({ kind: 'made', made: await make({ body }) })}
        onClose={close}
      />
    )
  }
  const { id, name } = open.stored
  if (open.kind === 'change') {
    return (
      <KeySheet
        stored={open.stored}
        submit={async (body) => {
          await change({ params: { id }, body })
          close()
          toast(keyText.changed(body.name))
        }}
        onClose={close}
      />
    )
  }
  return (
    <ConfirmDialog
      title={keyText.revokeTitle(name)}
      confirm={keyText.revoke}
      onConfirm={async () => {
        await revoke({ params: { id } })
        close()
        toast(keyText.isRevoked(name))
      }}
      onClose={close}
    >
      <p>{keyText.revokeText(lastUse(open.stored))}</p>
      <p>{keyText.revokeFinal}</p>
    </ConfirmDialog>
  )
}
