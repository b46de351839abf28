import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { text } from '#portal/text/pt-BR.ts'
import { voucherText } from '#portal/text/voucher.ts'
import { Sheet } from '#ui/overlay/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { VoucherTicket } from './VoucherTicket.tsx'

/** History state of a link from the list: closing may go back to the list. */
export const openedFromList = { fromList: true }

/** One voucher over the list. It has its own address, so the browser's back closes it. */
export function VoucherDialog({ id, closed }: { id: string; closed: string }) {
  const [, navigate] = useLocation()
  const state = useHistoryState<Partial<typeof openedFromList> | null>()
  function close() {
    if (state?.fromList) history.back()
    else navigate(closed, { replace: true })
  }
  return (
    <Sheet title={voucherText.heading} closeLabel={text.close} onClose={close}>
      <QueryBoundary skeleton={<Skeleton height="30rem" />}>
        <VoucherTicket id={id} />
      </QueryBoundary>
    </Sheet>
  )
}
