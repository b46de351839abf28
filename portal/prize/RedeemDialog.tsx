import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Prize } from '#contract/prize.ts'
import type { FailureType, RequestFailure } from '#contract/request/request-failure.ts'
import type { Voucher } from '#contract/voucher.ts'
import { type Attempt, isFinal, settleAttempt, storeAttempt } from '#portal/client/attempt.ts'
import { useWrite } from '#portal/client/write.ts'
import { customer } from '#portal/customer/queries.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useAction } from '#portal/form/action.ts'
import { prizeText } from '#portal/text/prize.ts'
import { text } from '#portal/text/pt-BR.ts'
import { voucher } from '#portal/voucher/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Stack } from '#ui/Stack.tsx'

import { Sums } from './Sums.tsx'

type RedeemDialogProps = {
  prize: Prize
  /** `value`: the price in points that the dialog shows. An attempt of an earlier build has none. */
  attempt: Attempt<{ quantity: number; value?: number }>
  attemptName: string
  onClose: () => void
  onRedeemed: (vouchers: Voucher[]) => void
}

/**
 * R9.2: 'Confirmar troca?'. An attempt whose outcome is unknown is retried with the same key, quantity and price, so that
 * nothing is paid twice (D2). What is paid is what the dialog shows: after a change of the price nothing is redeemed. The attempt
 * outlives the dialog.
 */
export function RedeemDialog({
  prize,
  attempt,
  attemptName,
  onClose,
  onRedeemed,
}: RedeemDialogProps) {
  const { data: owner } = useSuspenseQuery(customer)
  const client = useQueryClient()
  const generate = useWrite('POST /voucher/generate')
  const notices = useNotices()
  const { busy, run } = useAction()
  const { quantity, value = prize.value } = attempt.command
  const [unfinished, setUnfinished] = useState<RequestFailure | null>(null)

  async function redeem() {
    setUnfinished(null)
    storeAttempt(attemptName, attempt)
    const answer = generate({
      body: {
        // The guard requires a document before this screen (R2.10, R4.1).
        customer_document: owner.document!,
        products: [{ prize_id: prize.id, ...attempt.command }],
      },
      idempotencyKey: attempt.key,
    })
    const vouchers = await settleAttempt(attemptName, answer)
    for (const issued of vouchers) client.setQueryData(voucher(issued.id).queryKey, issued)
    onRedeemed(vouchers)
  }

  function fail(failure: RequestFailure) {
    if (!isFinal(failure)) return setUnfinished(failure)
    onClose()
    notices.alert('error', sentenceOf(failure))
  }

  return (
    <Dialog
      title={prizeText.confirmTitle}
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <Button variant="quiet" onClick={() => !busy && onClose()}>
            {text.notice.cancel}
          </Button>
          <Button busy={busy} onClick={() => run(redeem, fail)}>
            {text.notice.confirm}
          </Button>
        </>
      }
    >
      <Stack>
        <p>{prizeText.asked(quantity, prize.name)}</p>
        <Sums prize={{ ...prize, value }} quantity={quantity} isRedeemable />
        {unfinished && (
          <Banner tone="error">
            {prizeText.notRedeemed} {unfinished.message} {prizeText.unknownEnd}
          </Banner>
        )}
      </Stack>
    </Dialog>
  )
}

/** Errors with a message of the specification. Other messages follow the statement that nothing was redeemed. */
const ownSentences: ReadonlySet<FailureType> = new Set(['insufficient_balance', 'no_codes_left'])

function sentenceOf({ type, message }: RequestFailure): string {
  return ownSentences.has(type) ? message : `${prizeText.notRedeemed} ${message}`
}
