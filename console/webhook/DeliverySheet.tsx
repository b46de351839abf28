import { CallButton } from '#console/call/CallButton.tsx'
import { useWrite } from '#console/client/write.ts'
import { CopyText } from '#console/feedback/CopyText.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { useRefusal } from '#console/session/use-me.ts'
import { callText } from '#console/text/call.ts'
import { shellText } from '#console/text/shell.ts'
import { webhookText } from '#console/text/webhook.ts'
import { instantText } from '#console/value/instant.ts'
import type { WebhookDeliveryView } from '#contract/console/webhook-delivery.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'
import { Stack } from '#ui/Stack.tsx'

import { StateBadge } from './StateBadge.tsx'

import styles from './webhook.module.css'

type DeliverySheetProps = {
  endpointId: string
  delivery: WebhookDeliveryView
  onClose: () => void
}

/** One delivery: its attempts, the data that were sent, and a button that sends the event again. */
export function DeliverySheet({ endpointId, delivery, onClose }: DeliverySheetProps) {
  const { type, event_id, created_at, state, due_at, data } = delivery
  return (
    <Sheet title={webhookText.detail} closeLabel={shellText.close} onClose={onClose}>
      <Stack>
        <dl className={styles.facts}>
          <dt>{webhookText.type}</dt>
          <dd>
            <code>{type}</code>
          </dd>
          <dt>{webhookText.created}</dt>
          <dd>{instantText(created_at)}</dd>
          <dt>{webhookText.state}</dt>
          <dd>
            <StateBadge state={state} />
          </dd>
          {due_at && (
            <>
              <dt>{webhookText.due}</dt>
              <dd>{instantText(due_at)}</dd>
            </>
          )}
          <dt>{webhookText.id}</dt>
          <dd>
            <code>{event_id}</code>
          </dd>
        </dl>
        <Replay endpointId={endpointId} event_id={event_id} />
        <h3 className={styles.part}>{webhookText.attempts}</h3>
        <Attempts attempts={delivery.attempts} />
        <h3 className={styles.part}>{webhookText.data}</h3>
        <CopyText text={JSON.stringify(data, null, 2)} isBlock />
      </Stack>
    </Sheet>
  )
}

function Attempts({ attempts }: Pick<WebhookDeliveryView, 'attempts'>) {
  if (attempts.length === 0) return <p className={styles.soft}>{webhookText.noAttempts}</p>
  return (
    <ol className={styles.attempts}>
      {attempts.map(({ attempted_at, status, failure, duration_ms }) => (
        <li key={attempted_at}>
          <strong>{status ?? webhookText.noAnswer}</strong> {instantText(attempted_at)} ·{' '}
          {webhookText.took(duration_ms)}
          {failure && <p className={styles.soft}>{failure}</p>}
        </li>
      ))}
    </ol>
  )
}

function Replay({ endpointId, event_id }: { endpointId: string; event_id: string }) {
  const endpoint = 'POST /admin/webhook/{id}/delivery/{event_id}/replay'
  const params = { id: endpointId, event_id }
  const replay = useWrite(endpoint)
  const refusal = useRefusal('webhook.manage')
  const { busy, run } = useAction(toast)
  async function act() {
    await replay({ params })
    toast(webhookText.replayed)
  }
  return (
    <div className={styles.acts}>
      <Button busy={busy} disabledReason={refusal} onClick={() => run(act)}>
        {webhookText.replay}
      </Button>
      <CallButton calls={() => [{ title: callText.webhook.replay, endpoint, params }]} />
    </div>
  )
}
