import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

import { memberCodeStep_s } from '#contract/member-code.ts'
import { useOnline } from '#portal/offline/online.ts'
import { pathTo } from '#portal/path/paths.ts'
import type { StoredCodeKey } from '#portal/storage/member-code.ts'
import { memberCodeText } from '#portal/text/member-code.ts'
import { text } from '#portal/text/pt-BR.ts'
import { useWakeLock } from '#portal/voucher/use-wake-lock.ts'
import { SaveToWallet } from '#portal/wallet/SaveToWallet.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import type { openedInside } from './MemberCodeLink.tsx'
import { memberCodeKey, storedKey } from './queries.ts'
import { useMemberCode } from './use-member-code.ts'

import styles from './MemberCodeSheet.module.css'

const QrCode = lazy(() => import('#portal/voucher/QrCode.tsx'))

type MemberCodeSheetProps = {
  /** The id of the till's open request, if there is one. */
  openRequest: string | null
}

/** The rotating QR code that names the customer to a till (D14). It has its own address, so the browser's back closes it. */
export default function MemberCodeSheet({ openRequest }: MemberCodeSheetProps) {
  const [, navigate] = useLocation()
  const state = useHistoryState<Partial<typeof openedInside> | null>()
  const content = useRef<HTMLDivElement>(null)
  // Scroll to the code: the dialog focuses its button, which with large text scrolls the code out of view.
  useEffect(() => {
    content.current?.scrollIntoView({ block: 'start' })
  }, [])
  function close() {
    if (state?.inside) history.back()
    else navigate(pathTo('home'), { replace: true })
  }
  useClosingRequest(openRequest, close)
  return (
    <Dialog
      title={memberCodeText.title}
      onClose={close}
      actions={
        <Button full onClick={close}>
          {text.close}
        </Button>
      }
    >
      <div ref={content}>
        <Content />
      </div>
    </Dialog>
  )
}

/** Closes the sheet when a till opens a request: it has used the code, and the sheet would hide the request. */
function useClosingRequest(request: string | null, close: () => void): void {
  const [requestBefore] = useState(request)
  const hasNewRequest = request !== null && request !== requestBefore
  const onRequest = useEffectEvent(close)
  useEffect(() => {
    if (hasNewRequest) onRequest()
  }, [hasNewRequest])
}

/**
 * Computes a code from the key that this device has stored, at once and also offline. The answer of the server then corrects
 * the clock.
 */
function Content() {
  const [stored] = useState(storedKey)
  const { data: key = stored, isError, refetch } = useQuery({ ...memberCodeKey, staleTime: 0 })
  // Browsers compute an HMAC only on https and on localhost.
  if (!('subtle' in crypto)) {
    return <Problem title={memberCodeText.unsupported} line={memberCodeText.unsupportedText} />
  }
  if (key) return <Code codeKey={key} />
  if (!isError) return <Plate />
  return (
    <Problem title={memberCodeText.failed} line={memberCodeText.failedText}>
      <Button variant="quiet" full onClick={() => void refetch()}>
        {text.retry}
      </Button>
    </Problem>
  )
}

function Code({ codeKey }: { codeKey: StoredCodeKey }) {
  useWakeLock()
  const online = useOnline()
  const { code, left_s } = useMemberCode(codeKey)
  return (
    <div className={styles.sheet}>
      <Plate code={code} />
      <div className={styles.words}>
        <p>{memberCodeText.show}</p>
        {/* A screen reader does not announce each second of an element with the role `timer`. */}
        <div role="timer" className={styles.timer}>
          <p>{memberCodeText.changesIn(left_s)}</p>
          <div className={styles.bar} aria-hidden="true">
            <div style={{ scale: `${left_s / memberCodeStep_s} 1` }} />
          </div>
        </div>
        {!online && <p className={styles.note}>{memberCodeText.offline}</p>}
        <p className={styles.note}>{memberCodeText.noReader}</p>
        <SaveToWallet voucherId={null} />
      </div>
    </div>
  )
}

function Plate({ code = null }: { code?: string | null }) {
  return (
    <div className={styles.plate}>
      {code === null ? (
        <Skeleton height="100%" />
      ) : (
        <Suspense fallback={<Skeleton height="100%" />}>
          <QrCode content={code} label={memberCodeText.qrCode} />
        </Suspense>
      )}
    </div>
  )
}

type ProblemProps = { title: string; line: string; children?: ReactNode }

function Problem({ title, line, children }: ProblemProps) {
  return (
    <div className={styles.sheet} role="alert">
      <p className={styles.problem}>{title}</p>
      <p>{line}</p>
      {children}
    </div>
  )
}
