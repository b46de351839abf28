import { type FormEvent, useCallback, useState } from 'react'

import { ConfirmDialog } from '#console/feedback/ConfirmDialog.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { counterText } from '#console/text/counter.ts'
import { shellText } from '#console/text/shell.ts'
import { instantText } from '#console/value/instant.ts'
import { formatMoney } from '#contract/value/money.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { correctedKey, keyLabel, keyMistake } from './customer-key.ts'
import { centavosOf, typedMoney } from './money.ts'
import { correctedSale, type Place, type QueuedSale, type SaleQueue } from './queue.ts'
import { useSending } from './use-queue.ts'

import styles from './counter.module.css'

/** The sales that wait on this device for the network, and those that the server refused. `shop`: the one of the screen. */
export function QueueSection(place: Place) {
  const { queue, sales, sendNow } = useSending(
    useCallback((sent: number) => toast(counterText.sent(sent)), []),
  )
  const [open, setOpen] = useState<{ act: 'correct' | 'discard'; sale: QueuedSale }>()
  const refused = sales.filter(({ failure }) => failure !== undefined)
  const waiting = sales.length - refused.length
  if (sales.length === 0) return null
  const close = () => setOpen(undefined)
  return (
    <Section
      title={[
        waiting > 0 && counterText.queue(waiting),
        refused.length > 0 && counterText.refused(refused.length),
      ]
        .filter(Boolean)
        .join(' · ')}
      text={counterText.queueText}
      actions={
        waiting > 0 && (
          <Button variant="quiet" onClick={() => void sendNow()}>
            {counterText.sendNow}
          </Button>
        )
      }
    >
      <ol className={styles.list}>
        {sales.map((sale) => (
          <Waiting key={sale.external_id} sale={sale} onAct={(act) => setOpen({ act, sale })} />
        ))}
      </ol>
      {open?.act === 'correct' && (
        <CorrectSheet queue={queue} sale={open.sale} place={place} onClose={close} />
      )}
      {open?.act === 'discard' && (
        <ConfirmDialog
          title={counterText.discardTitle}
          confirm={counterText.discard}
          onClose={close}
          onConfirm={async () => {
            queue.remove(open.sale.external_id)
            close()
          }}
        >
          <p>{counterText.discardText}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

type WaitingProps = { sale: QueuedSale; onAct: (act: 'correct' | 'discard') => void }

function Waiting({ sale: { customer, purchase_value, shop, at, failure }, onAct }: WaitingProps) {
  return (
    <li className={styles.line}>
      <div>
        <p>
          <strong>{formatMoney(purchase_value)}</strong>
        </p>
        <p className={styles.soft}>
          {[instantText(at), keyLabel(customer), shop].filter(Boolean).join(' · ')}
        </p>
        {failure && <p className={styles.failure}>{failure}</p>}
      </div>
      <div className={styles.amount}>
        {failure !== undefined && (
          <Button
            variant="plain"
            aria-label={counterText.correctOf(purchase_value)}
            onClick={() => onAct('correct')}
          >
            {counterText.correct}
          </Button>
        )}
        <Button
          variant="plain"
          aria-label={counterText.discardOf(purchase_value)}
          onClick={() => onAct('discard')}
        >
          {counterText.discard}
        </Button>
      </div>
    </li>
  )
}

type CorrectSheetProps = {
  queue: SaleQueue
  sale: QueuedSale
  place: Place
  onClose: () => void
}

/** Changes customer and value of a refused sale, and lets it be sent again (queue.ts). */
function CorrectSheet({ queue, sale, place, onClose }: CorrectSheetProps) {
  const { document, phone } = sale.customer
  const earlier = document ?? phone ?? ''
  const isMoved = !place.shops.includes(sale.shop)
  const [customer, setCustomer] = useState(earlier)
  const [value, setValue] = useState(typedMoney(String(sale.purchase_value)))
  const [mistake, setMistake] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const key = customer === earlier ? sale.customer : correctedKey(customer, sale.customer)
    if (!key) {
      setMistake(keyMistake)
      return
    }
    const changes = {
      customer: key,
      purchase_value: centavosOf(value),
      external_id: crypto.randomUUID(),
    }
    queue.replace(sale.external_id, correctedSale(sale, changes, place))
    onClose()
  }
  return (
    <Sheet
      title={counterText.correctOf(sale.purchase_value)}
      closeLabel={shellText.close}
      onClose={onClose}
    >
      <form className={styles.step} noValidate onSubmit={submit}>
        <p className={styles.failure}>{sale.failure}</p>
        {isMoved && <p>{counterText.movedTo(place.shop)}</p>}
        <Field
          label={counterText.customer}
          name="customer"
          value={customer}
          error={mistake}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setCustomer(event.target.value)}
        />
        <Field
          label={counterText.value}
          name="purchase_value"
          value={value}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setValue(typedMoney(event.target.value))}
        />
        <Button type="submit">{counterText.save}</Button>
      </form>
    </Sheet>
  )
}
