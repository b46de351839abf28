import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { ConfirmDialog } from '#console/feedback/ConfirmDialog.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { MakePasskey } from '#console/session/MakePasskey.tsx'
import { MakeTotp } from '#console/session/MakeTotp.tsx'
import { RecoveryCodeList } from '#console/session/RecoveryCodeList.tsx'
import { useMe } from '#console/session/use-me.ts'
import { sessionText } from '#console/text/session.ts'
import { shellText } from '#console/text/shell.ts'
import { dateText } from '#console/value/instant.ts'
import type { Me } from '#contract/console/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, Sheet } from '#ui/overlay/Dialog.tsx'

import styles from './account.module.css'

type Open = 'totp' | 'passkey' | 'new-codes' | { remove: Passkey } | { codes: string[] }
type Passkey = Me['factors']['passkeys'][number]

/** The second factors and recovery codes of the signed-in person. */
export function Factors() {
  const { factors } = useMe()
  const [open, setOpen] = useState<Open>()
  const left = factors.recovery_codes_left
  const { one, many } = sessionText.codesLeft
  return (
    <Section title={sessionText.factors}>
      <ul className={styles.rows}>
        <li className={styles.row}>
          <span>{factors.has_totp ? sessionText.totpOn : sessionText.totpOff}</span>
          <Button variant="quiet" onClick={() => setOpen('totp')}>
            {factors.has_totp ? sessionText.totpReplace : sessionText.totpAdd}
          </Button>
        </li>
        {factors.passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRemove={() => setOpen({ remove: passkey })}
          />
        ))}
        <li className={styles.row}>
          <span>
            {factors.passkeys.length === 0 ? sessionText.noPasskeys : sessionText.morePasskeys}
          </span>
          <Button variant="quiet" onClick={() => setOpen('passkey')}>
            {sessionText.startPasskey}
          </Button>
        </li>
        <li className={styles.row}>
          <span>{left === 1 ? one : many.replace('{n}', String(left))}</span>
          <Button variant="quiet" onClick={() => setOpen('new-codes')}>
            {sessionText.codesNew}
          </Button>
        </li>
      </ul>
      {open && <FactorDialog open={open} onChange={setOpen} />}
    </Section>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, created_at, last_used_at } = passkey
  const uses = [
    sessionText.passkeySince(dateText(created_at)),
    ...(last_used_at ? [sessionText.passkeyUsed(dateText(last_used_at))] : []),
  ]
  return (
    <li className={styles.row}>
      <span>
        {name}
        <br />
        <span className={styles.soft}>{uses.join(', ')}</span>
      </span>
      <Button variant="plain" aria-label={sessionText.passkeyRemoveOf(name)} onClick={onRemove}>
        {sessionText.passkeyRemove}
      </Button>
    </li>
  )
}

type FactorDialogProps = { open: Open; onChange: (open: Open | undefined) => void }

function FactorDialog({ open, onChange }: FactorDialogProps) {
  const remove = useWrite('DELETE /admin/factor/passkey/{id}')
  const makeCodes = useWrite('POST /admin/factor/recovery')
  const close = () => onChange(undefined)
  const sheet = { closeLabel: shellText.close, onClose: close }
  /** The first factor comes with recovery codes. */
  const added = (sentence: string) => (codes: string[]) => {
    toast(sentence)
    onChange(codes.length > 0 ? { codes } : undefined)
  }
  if (open === 'totp') {
    return (
      <Sheet title={sessionText.totpTitle} {...sheet}>
        <MakeTotp onDone={added(sessionText.totpAdded)} />
      </Sheet>
    )
  }
  if (open === 'passkey') {
    return (
      <Sheet title={sessionText.passkeyTitle} {...sheet}>
        <MakePasskey onDone={added(sessionText.passkeyAdded)} />
      </Sheet>
    )
  }
  if (open === 'new-codes') {
    return (
      <ConfirmDialog
        title={sessionText.codesNewTitle}
        confirm={sessionText.codesNew}
        onConfirm={async () => onChange(await makeCodes())}
        onClose={close}
      >
        <p>{sessionText.codesNewText}</p>
      </ConfirmDialog>
    )
  }
  if ('codes' in open) {
    return (
      // The dialog has no other way to close, because the codes are shown only once.
      <Dialog title={sessionText.codes} actions={null}>
        <RecoveryCodeList codes={open.codes} onDone={close} />
      </Dialog>
    )
  }
  const { id, name } = open.remove
  return (
    <ConfirmDialog
      title={sessionText.passkeyRemoveTitle(name)}
      confirm={sessionText.passkeyRemove}
      onConfirm={async () => {
        await remove({ params: { id } })
        close()
        toast(sessionText.passkeyRemoved)
      }}
      onClose={close}
    >
      <p>{sessionText.passkeyRemoveText}</p>
    </ConfirmDialog>
  )
}
