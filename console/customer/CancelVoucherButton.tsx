import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { useRefusal } from '#console/session/use-me.ts'
import { controlText } from '#console/text/customer-control.ts'
import { customerText } from '#console/text/customer.ts'
import { shellText } from '#console/text/shell.ts'
import { dateText } from '#console/value/instant.ts'
import type { CustomerRecord } from '#contract/console/desk.ts'
import { VoucherCancelling } from '#contract/console/reversal.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { ReversalReasons } from './ReversalReasons.tsx'

type Voucher = CustomerRecord['vouchers'][number]

/** Cancels a voucher that nobody has withdrawn. Nothing for any other voucher. */
export function CancelVoucherButton({ voucher }: { voucher: Voucher }) {
  const refusal = useRefusal('customer.reverse')
  const [isAsking, setAsking] = useState(false)
  if (voucher.state !== 'TO_WITHDRAW') return null
  return (
    <>
      <Button
        variant="plain"
        disabledReason={refusal}
        aria-label={controlText.cancelVoucherOf(voucher.prize.name, dateText(voucher.created_at))}
        onClick={() => setAsking(true)}
      >
        {shellText.cancel}
      </Button>
      {isAsking && <CancelVoucherSheet voucher={voucher} onClose={() => setAsking(false)} />}
    </>
  )
}

function CancelVoucherSheet({ voucher, onClose }: { voucher: Voucher; onClose: () => void }) {
  const { id, prize, points_amount } = voucher
  const cancel = useWrite('POST /admin/voucher/{id}/cancel')
  const points = customerText.points(points_amount)
  const form = useContractForm({
    schema: VoucherCancelling,
    defaultValues: {},
    submit: async (body) => {
      await cancel({ params: { id }, body })
      onClose()
      toast(controlText.voucherCancelled(points))
    },
  })
  return (
    <Sheet
      title={controlText.cancelVoucher}
      closeLabel={shellText.close}
      onClose={form.isSubmitting ? undefined : onClose}
    >
      <Form {...form.formProps}>
        <p>{controlText.voucherText(prize.name, points)}</p>
        <FormFailure text={form.failure} />
        <ReversalReasons {...form.field('reason')} />
        <Button type="submit" busy={form.isSubmitting}>
          {controlText.cancelVoucher}
        </Button>
      </Form>
    </Sheet>
  )
}
