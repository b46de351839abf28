import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import Printer from 'lucide-react/icons/printer'
import Share2 from 'lucide-react/icons/share-2'
import { lazy, Suspense, useRef, useState } from 'react'

import { localDate, toBrazilianDate } from '#contract/value/date.ts'
import type { Voucher } from '#contract/voucher.ts'
import { useCompany } from '#portal/company/company.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { SeenAt } from '#portal/offline/SeenAt.tsx'
import { prizeText } from '#portal/text/prize.ts'
import { voucherText } from '#portal/text/voucher.ts'
import { SaveToWallet } from '#portal/wallet/SaveToWallet.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Picture } from '#ui/Picture.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { holder, voucher } from './queries.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { stateTone, validity } from './validity.ts'
import { WhereToWithdraw } from './WhereToWithdraw.tsx'

import styles from './VoucherTicket.module.css'

const QrCode = lazy(() => import('./QrCode.tsx'))

/** R9.3, D8: the voucher that the customer shows at the till. The poll shows when the till has taken it. */
export function VoucherTicket({ id }: { id: string }) {
  const { data, ...read } = useSuspenseQuery(voucher(id))
  if (!data) return <p>{voucherText.gone}</p>
  return (
    <>
      <SeenAt {...read} />
      <Ticket voucher={data} />
    </>
  )
}

function Ticket({ voucher }: { voucher: Voucher }) {
  const { company } = useCompany()
  const { prize, state, code, created_at } = voucher
  const on = (instant: string) => toBrazilianDate(localDate(new Date(instant), company.time_zone))
  return (
    <article className={styles.ticket} aria-label={prize.name}>
      <PrintedHead />
      <div className={styles.prize}>
        <div className={styles.picture}>
          <Picture url={prize.photo_url} large />
        </div>
        <div>
          <h3 className={styles.name}>{prize.name}</h3>
          <div aria-live="polite">
            <Badge tone={stateTone[state]}>{voucherText.state[state]}</Badge>
          </div>
        </div>
      </div>
      {state === 'TO_WITHDRAW' ? (
        <Code id={voucher.id} code={code} prize={prize.name} />
      ) : (
        <p className={styles.spent}>
          {voucherText.code} <s>{code}</s>
        </p>
      )}
      <Validity voucher={voucher} />
      <p className={styles.detail}>{voucherText.issued(on(created_at))}</p>
      {state === 'TO_WITHDRAW' && <WhereToWithdraw />}
      {prize.description && <p className={styles.detail}>{prize.description}</p>}
      {prize.tos_url && (
        <a href={prize.tos_url} target="_blank" rel="noreferrer" className={styles.terms}>
          {prizeText.terms(company.prize_word)}
        </a>
      )}
    </article>
  )
}

/** The company and the owner of a printed voucher. On the screen, the elements around the ticket name them. */
function PrintedHead() {
  const { company } = useCompany()
  // The ticket does not wait for the name, because a voucher must open without a connection.
  const name = useQuery(holder).data?.name
  return (
    <div className={styles.printed}>
      <img src={company.logo_url} alt={company.name} className={styles.logo} />
      <p className={styles.programme}>{company.program_name}</p>
      {name && <p className={styles.detail}>{voucherText.holder(name)}</p>}
    </div>
  )
}

function Code({ id, code, prize }: { id: string; code: string; prize: string }) {
  // Keep the screen on while a cashier scans the code.
  useWakeLock()
  const notices = useNotices()
  const codeElement = useRef<HTMLElement>(null)
  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      notices.snackbar(voucherText.copied)
    } catch {
      // Copying is not permitted, or there is no clipboard without TLS. Select the code, so that one touch copies it.
      if (codeElement.current) getSelection()?.selectAllChildren(codeElement.current)
      notices.snackbar(voucherText.notCopied)
    }
  }
  return (
    <div className={styles.code}>
      <p className={styles.show}>{voucherText.show}</p>
      <div className={styles.qr}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <QrCode content={code} label={voucherText.qrCode(code)} />
        </Suspense>
      </div>
      <code ref={codeElement} className={styles.written}>
        {code}
      </code>
      <div className={styles.copy}>
        <Button variant="quiet" full onClick={() => void copy()}>
          <Copy size={18} aria-hidden="true" />
          {voucherText.copy}
        </Button>
        <Share code={code} prize={prize} />
        {/* The print style sheet hides all but tickets. */}
        <Button variant="quiet" aria-label={voucherText.print} onClick={() => print()}>
          <Printer size={20} aria-hidden="true" />
        </Button>
      </div>
      <SaveToWallet voucherId={id} />
    </div>
  )
}

/** Shares the voucher, for another person to fetch the prize. Not every browser can share. */
function Share({ code, prize }: { code: string; prize: string }) {
  const notices = useNotices()
  if (!('share' in navigator)) return null
  async function share() {
    try {
      await navigator.share({ title: prize, text: voucherText.shared(prize, code) })
    } catch (error) {
      // The person closed the system's sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return
      notices.snackbar(voucherText.notShared)
    }
  }
  return (
    <Button variant="quiet" aria-label={voucherText.share} onClick={() => void share()}>
      <Share2 size={20} aria-hidden="true" />
    </Button>
  )
}

/** The voucher's last day, or its outcome. */
function Validity({ voucher }: { voucher: Voucher }) {
  const { time_zone } = useCompany().company
  const [today] = useState(() => localDate(new Date(), time_zone))
  const { line, lastDay } = validity(voucher, today, time_zone)
  return (
    <>
      <p className={styles.validity} data-near={lastDay !== null}>
        {line}
      </p>
      {lastDay && <p className={styles.lastDay}>{lastDay}</p>}
    </>
  )
}
