import type { Voucher } from '#contract/voucher.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { prizeText } from '#portal/text/prize.ts'
import { text } from '#portal/text/pt-BR.ts'
import { voucherText } from '#portal/text/voucher.ts'
import { VoucherTicket } from '#portal/voucher/VoucherTicket.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Stack } from '#ui/Stack.tsx'

import { prizesPath } from './view.ts'

/** The new vouchers, ready to show at the till. */
export function RedeemedDialog({
  vouchers,
  onClose,
}: {
  vouchers: Voucher[]
  onClose: () => void
}) {
  return (
    <Dialog
      title={prizeText.redeemed}
      onClose={onClose}
      actions={
        <>
          <LinkButton variant="plain" href={prizesPath({ tab: 'to_withdraw' })}>
            {voucherText.mine}
          </LinkButton>
          <Button onClick={onClose}>{text.close}</Button>
        </>
      }
    >
      <Stack>
        {vouchers.map(({ id }, at) => (
          <div key={id}>
            {vouchers.length > 1 && <p>{voucherText.nth(at + 1, vouchers.length)}</p>}
            <QueryBoundary skeleton={<Skeleton height="24rem" />}>
              <VoucherTicket id={id} />
            </QueryBoundary>
          </div>
        ))}
      </Stack>
    </Dialog>
  )
}
