import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { ConfirmDialog } from '#console/feedback/ConfirmDialog.tsx'
import { CopyText } from '#console/feedback/CopyText.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { useRefusal } from '#console/session/use-me.ts'
import { webhookText } from '#console/text/webhook.ts'
import { instantText } from '#console/value/instant.ts'
import type { WebhookEndpointView } from '#contract/console/webhook-delivery.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Stack } from '#ui/Stack.tsx'

import styles from './webhook.module.css'

type EndpointCardProps = { endpoint: WebhookEndpointView; isChosen: boolean; onChoose: () => void }

/** An address with its counts and acts. */
export function EndpointCard({ endpoint, isChosen, onChoose }: EndpointCardProps) {
  const { url, types, disabled_at, delivered, waiting, given_up } = endpoint
  return (
    <li className={styles.endpoint}>
      <div className={styles.where}>
        <p className={styles.url}>
          {url}{' '}
          <Badge tone={disabled_at ? 'danger' : 'success'}>
            {disabled_at ? webhookText.off : webhookText.isOn}
          </Badge>
        </p>
        <p className={styles.soft}>{types ? types.join(', ') : webhookText.allTypes}</p>
        {disabled_at && (
          <p className={styles.soft}>{webhookText.isOff(instantText(disabled_at))}</p>
        )}
        <p className={styles.soft}>
          {[
            webhookText.delivered(delivered),
            webhookText.waiting(waiting),
            webhookText.givenUp(given_up),
          ].join(' · ')}
        </p>
      </div>
      <div className={styles.endpointActs}>
        <Button variant="plain" aria-pressed={isChosen} onClick={onChoose}>
          {isChosen ? webhookText.showing : webhookText.show}
        </Button>
        <ManagerActs endpoint={endpoint} />
      </div>
    </li>
  )
}

function ManagerActs({ endpoint: { id, disabled_at } }: { endpoint: WebhookEndpointView }) {
  const refusal = useRefusal('webhook.manage')
  const enable = useWrite('POST /admin/webhook/{id}/enable')
  const makeSecret = useWrite('POST /admin/webhook/{id}/secret')
  const { busy, run } = useAction(toast)
  const [open, setOpen] = useState<'ask' | { secret: string }>()
  async function act() {
    await enable({ params: { id } })
    toast(webhookText.enabled)
  }
  if (refusal !== undefined) return <p className={styles.soft}>{refusal}</p>
  return (
    <>
      {disabled_at && (
        <Button variant="plain" busy={busy} onClick={() => run(act)}>
          {webhookText.enable}
        </Button>
      )}
      <Button variant="plain" onClick={() => setOpen('ask')}>
        {webhookText.secret}
      </Button>
      {open === 'ask' && (
        <ConfirmDialog
          title={webhookText.secretTitle}
          confirm={webhookText.secretMake}
          onConfirm={async () => setOpen(await makeSecret({ params: { id } }))}
          onClose={() => setOpen(undefined)}
        >
          <p>{webhookText.secretText}</p>
          <p>{webhookText.secretFinal}</p>
        </ConfirmDialog>
      )}
      {typeof open === 'object' && (
        <SecretDialog secret={open.secret} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

/** The one time that a secret is shown. Only its button closes the dialog: Esc and a press outside would lose the secret. */
function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title={webhookText.secretMade}
      focusesTitle
      actions={<Button onClick={onClose}>{webhookText.kept}</Button>}
    >
      <Stack>
        <p>{webhookText.secretMadeText}</p>
        <CopyText text={secret} />
      </Stack>
    </Dialog>
  )
}
