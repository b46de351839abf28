import { type FormEvent, useState } from 'react'

import { api } from '#console/client/api.ts'
import { useWrite } from '#console/client/write.ts'
import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { useLatest } from '#console/feedback/use-latest.ts'
import { counterText } from '#console/text/counter.ts'
import type { Voucher } from '#contract/voucher.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

import { keysOf } from './customer-key.ts'
import { focusButton } from './focus.ts'
import { useWedge } from './use-wedge.ts'

import styles from './counter.module.css'

/** Shows what a voucher is worth, and hands its prize over, once. */
export function VoucherSection({ shop }: { shop: string }) {
  const { code, edit, voucher, handedOver, mistake, busy, isHanding, check, handOver } =
    useVoucher(shop)
  useWedge(
    (text) => keysOf(text).length === 0,
    (text) => (isHanding ? toast(counterText.finishHandOver) : check(text)),
  )
  return (
    <Section title={counterText.voucher}>
      <form
        className={styles.step}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!busy) check(code)
        }}
      >
        <Field
          label={counterText.voucherCode}
          name="voucher"
          value={code}
          error={mistake}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          readOnly={isHanding}
          onChange={(event) => edit(event.target.value)}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="quiet" busy={busy}>
            {counterText.check}
          </Button>
        </div>
        <div aria-live="polite">
          {handedOver && <p>{counterText.handedOver(handedOver)}</p>}
          {voucher && (
            <>
              <h3 className={styles.name}>{voucher.prize.name}</h3>
              <p className={styles.soft}>{counterText.voucherStates[voucher.state]}</p>
            </>
          )}
        </div>
        {voucher?.state === 'TO_WITHDRAW' && (
          <>
            <p className={styles.soft}>{counterText.handOverFinal}</p>
            <div className={styles.actions} ref={focusButton}>
              <Button busy={busy} onClick={handOver}>
                {counterText.handOver}
              </Button>
            </div>
          </>
        )}
      </form>
    </Section>
  )
}

/** A voucher on the screen, and the id of its hand-over: a repeat after a lost answer is the same hand-over. */
type Shown = { voucher: Voucher; external_id: string }

function useVoucher(shop: string) {
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
