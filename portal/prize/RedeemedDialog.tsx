import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Voucher } from '#contract/voucher.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { InstallInvitation } from '#portal/notification/InstallInvitation.tsx'
import { prizeText } from '#portal/text/prize.ts'
import { text } from '#portal/text/pt-BR.ts'
import { voucherText } from '#portal/text/voucher.ts'
import { voucherCount } from '#portal/voucher/queries.ts'
import { VoucherTicket } from '#portal/voucher/VoucherTicket.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { celebrate } from '#ui/motion/celebrate.ts'
import { Sheet } from '#ui/overlay/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Stack } from '#ui/Stack.tsx'

import { prizesPath } from './view.ts'

import styles from './RedeemedDialog.module.css'

/** R2.12, R9.2: the success, and the new vouchers, ready to show at the till. */
export function RedeemedDialog({
  vouchers,
  onClose,
}: {
  vouchers: Voucher[]
  onClose: () => void
}) {
  useFirstPrize(vouchers)
  return (
    <Sheet title={text.notice.success} closeLabel={text.close} onClose={onClose}>
      <p>{prizeText.redeemed}</p>
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
      <div className={styles.actions}>
        <Button full onClick={onClose}>
          {text.notice.understood}
        </Button>
        <LinkButton variant="plain" full href={prizesPath({ tab: 'to_withdraw' })}>
          {voucherText.mine}
        </LinkButton>
      </div>
      <InstallInvitation />
    </Sheet>
  )
}

/** Celebrates the customer's first redemption. The sheet's own words say what happened. */
function useFirstPrize(vouchers: Voucher[]): void {
  // Wait for a count that was read after the redemption. An earlier one does not include the new vouchers. Read it again even if it is
  // fresh: the sheet may appear after the read that followed the redemption.
  const { data, isFetching, isFetchedAfterMount } = useQuery({
    ...voucherCount,
    refetchOnMount: 'always',
  })
  const isFirst =
    data !== undefined &&
    isFetchedAfterMount &&
    !isFetching &&
    Object.values(data).reduce((sum, count) => sum + count) === vouchers.length
  useEffect(() => {
    if (isFirst) celebrate()
  }, [isFirst])
}
