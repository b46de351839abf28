import { useState } from 'react'

import { api } from '#console/client/api.ts'
import { useWrite } from '#console/client/write.ts'
import { useAction } from '#console/feedback/use-action.ts'
import { useLatest } from '#console/feedback/use-latest.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { reasonsNotToTake, type Voucher } from '#contract/voucher.ts'

const isOver = new Set<string>(reasonsNotToTake)

/** A voucher on the screen, and the id of its hand-over: a repeat after a lost answer is the same hand-over. */
type Shown = { voucher: Voucher; external_id: string }

/** The check of a voucher's code, and the hand-over of the voucher on the screen. */
export function useVoucher(shop: string) {
  const [code, setCode] = useState('')
  const [shown, setShown] = useState<Shown>()
  const [handedOver, setHandedOver] = useState<string>()
  const [mistake, setMistake] = useState<string>()
  const withdraw = useWrite('POST /admin/counter/voucher/withdraw')
  const { busy, run } = useAction(setMistake)
  const { latest, forget } = useLatest()
  // Until the answer comes, it belongs to the voucher on the screen, and no other takes its place.
  const [isHanding, setHanding] = useState(false)

  /** Another code hides the voucher of the one before: what is handed over is what the screen shows. */
  function edit(text: string) {
    forget()
    setCode(text)
    setShown(undefined)
  }
  function check(text: string) {
    edit(text)
    setMistake(undefined)
    setHandedOver(undefined)
    run(() =>
      latest(
        () => api('POST /admin/counter/voucher', { body: { shop, code: text.trim() } }),
        (voucher) => setShown({ voucher, external_id: crypto.randomUUID() }),
      ),
    )
  }
  function handOver({ voucher, external_id }: Shown) {
    run(async () => {
      setHanding(true)
      try {
        const { prize } = await withdraw({ body: { shop, code: voucher.code, external_id } })
        edit('')
        setHandedOver(prize.name)
      } catch (error) {
        // Handed over elsewhere, cancelled or expired since the check: the screen shows a state that is past.
        if (error instanceof RequestFailure && isOver.has(error.type)) setShown(undefined)
        throw error
      } finally {
        setHanding(false)
      }
    })
  }
  return {
    code,
    edit,
    voucher: shown?.voucher,
    handedOver,
    mistake,
    busy,
    isHanding,
    check,
    handOver: () => shown && handOver(shown),
  }
}
