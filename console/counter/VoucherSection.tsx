import { type FormEvent, useEffect, useState } from 'react'

import { api } from '#console/client/api.ts'
import { useWrite } from '#console/client/write.ts'
import { Section } from '#console/feedback/Section.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { counterText } from '#console/text/counter.ts'
import type { Voucher } from '#contract/voucher.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

import type { Scan } from './CounterScreen.tsx'

import styles from './counter.module.css'

type VoucherSectionProps = { shop: string; scan: Scan | undefined }

/** Shows what a voucher is worth, and hands its prize over, once. */
export function VoucherSection({ shop, scan }: VoucherSectionProps) {
  const [code, setCode] = useState(scan?.text ?? '')
  const [voucher, setVoucher] = useState<Voucher>()
  const [handedOver, setHandedOver] = useState<string>()
  const [mistake, setMistake] = useState<string>()
  // A repeat after a lost answer is the same hand-over.
  const [external_id, setExternalId] = useState(() => crypto.randomUUID())
  const withdraw = useWrite('POST /admin/counter/voucher/withdraw')
  const { busy, run } = useAction(setMistake)

  function check() {
    setMistake(undefined)
    setHandedOver(undefined)
    setVoucher(undefined)
    run(async () =>
      setVoucher(await api('POST /admin/counter/voucher', { body: { shop, code: code.trim() } })),
    )
  }
  function handOver() {
    run(async () => {
      const body = { shop, code: code.trim(), external_id }
      const { prize } = await withdraw({ body })
      setHandedOver(prize.name)
      setVoucher(undefined)
      setCode('')
      setExternalId(crypto.randomUUID())
    })
  }
  // A scan of a scanner that types is an event outside of React.
  useEffect(() => {
    if (scan !== undefined) check()
    // The section is mounted anew for each scan.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <Section title={counterText.voucher}>
      <form
        className={styles.step}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!busy) check()
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
          onChange={(event) => setCode(event.target.value)}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="quiet" busy={busy}>
            {counterText.check}
          </Button>
        </div>
        <div role="status">
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
            <div className={styles.actions}>
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
              <Button autoFocus busy={busy} onClick={handOver}>
                {counterText.handOver}
              </Button>
            </div>
          </>
        )}
      </form>
    </Section>
  )
}
