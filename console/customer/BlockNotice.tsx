import { useRefusal } from '#console/session/use-me.ts'
import { controlText } from '#console/text/customer-control.ts'
import { customerText } from '#console/text/customer.ts'
import { dateText } from '#console/value/instant.ts'
import { blockReasonNames } from '#contract/console/block.ts'
import type { CustomerRecord } from '#contract/console/desk.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'

import { useBlock } from './use-block.ts'

/** Says that the customer is blocked, since when and why, and ends the block. Nothing for any other customer. */
export function BlockNotice({ record: { id, name, block } }: { record: CustomerRecord }) {
  const refusal = useRefusal('customer.block')
  const { busy, unblock } = useBlock(id, name ?? customerText.noName)
  if (!block) return null
  const { reason, blocked_by, blocked_at } = block
  return (
    <Banner
      tone="warning"
      action={
        <Button
          variant="quiet"
          busy={busy}
          disabledReason={refusal}
          onClick={() => unblock(reason)}
        >
          {controlText.unblock}
        </Button>
      }
    >
      {controlText.blockedSince(dateText(blocked_at), blocked_by, blockReasonNames[reason])}
    </Banner>
  )
}
