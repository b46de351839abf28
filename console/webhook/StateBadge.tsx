import { webhookText } from '#console/text/webhook.ts'
import type { WebhookDeliveryView } from '#contract/console/webhook-delivery.ts'
import { Badge } from '#ui/Badge.tsx'

export function StateBadge({ state }: Pick<WebhookDeliveryView, 'state'>) {
  const tone = state === 'DELIVERED' ? 'success' : state === 'GIVEN_UP' ? 'danger' : 'plain'
  return (
    // A cell of a table on a phone would stretch the badge itself.
    <span>
      <Badge tone={tone}>{webhookText.states[state]}</Badge>
    </span>
  )
}
