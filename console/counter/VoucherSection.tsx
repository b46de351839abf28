import type { FormEvent } from 'react'

import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { counterText } from '#console/text/counter.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

import { keysOf } from './customer-key.ts'
import { focusButton } from './focus.ts'
import { useVoucher } from './use-voucher.ts'
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
