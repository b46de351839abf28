import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { errorCodes } from '#contract/error.ts'
import { Erasure, type ErasurePreview } from '#contract/privacy.ts'
import { markStale } from '#portal/client/stale.ts'
import { useCompany } from '#portal/company/company.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { useAction } from '#portal/form/action.ts'
import { useForm } from '#portal/form/form.ts'
import { leaveProvider } from '#portal/identity-provider/leave-provider.ts'
import { amountLines } from '#portal/points/amount.ts'
import { CurrentPassword } from '#portal/session/PasswordFields.tsx'
import { signOut } from '#portal/session/sign-out.ts'
import { dropDrafts } from '#portal/storage/draft.ts'
import { announceLogout, endSession, sessionProvider } from '#portal/storage/session.ts'
import { privacyText } from '#portal/text/privacy.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { eraseAccount } from './erase.ts'
import { erasurePreview } from './queries.ts'

import styles from './EraseDialog.module.css'

/** States what an erasure forfeits and what stays, then asks for the password or a fresh sign-in. */
export default function EraseDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={privacyText.title}
      onClose={onClose}
      actions={
        <Button variant="plain" full onClick={onClose}>
          {privacyText.cancel}
        </Button>
      }
    >
      <QueryBoundary skeleton={<Skeleton height="min(34rem, 60dvh)" />}>
        <Question />
      </QueryBoundary>
    </Dialog>
  )
}

function Question() {
  const { data } = useSuspenseQuery({
    ...erasurePreview,
    // Drop the answer when the dialog closes: a till may give or take points before the dialog opens again.
    gcTime: 0,
  })
  const mayAsk = data.asks_password || data.is_sign_in_fresh
  return (
    <div className={styles.question}>
      <Forfeits forfeits={data.forfeits} />
      <p>{privacyText.erased}</p>
      <p>{privacyText.stays}</p>
      {mayAsk ? <EraseForm preview={data} /> : <SignInAgain />}
    </div>
  )
}

function Forfeits({ forfeits }: Pick<ErasurePreview, 'forfeits'>) {
  const { company } = useCompany()
  const { points_amount, points_value, vouchers } = forfeits
  const lines = [
    ...(points_amount > 0 ? [amountLines(points_amount, points_value, company).join(' · ')] : []),
    ...(vouchers > 0 ? [privacyText.vouchers(vouchers)] : []),
  ].filter(Boolean)
  if (lines.length === 0) return <p>{privacyText.nothing}</p>
  return (
    <div>
      <p>{privacyText.forfeits}</p>
      <ul className={styles.lost}>
        {lines.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <p>{privacyText.held}</p>
    </div>
  )
}

function EraseForm({ preview: { forfeits, asks_password } }: { preview: ErasurePreview }) {
  const notices = useNotices()
  const client = useQueryClient()
  const { form, messages, submitting } = useForm({
    schema: Erasure,
    read: (typed) => ({ forfeits, ...Object.fromEntries(typed) }),
    submit: async (erasure) => {
      const firebase = sessionProvider()
      const outcome = await eraseAccount(erasure)
      if (firebase) await leaveProvider(firebase)
      if (outcome === 'erased') {
        endSession('logout')
        notices.alert('success', privacyText.done)
      } else {
        // The session has ended as if it had expired, and such an end keeps the drafts. The account may be deleted, so delete
        // the drafts too.
        dropDrafts()
        notices.alert('error', privacyText.unknown)
      }
    },
    errorFields: { wrong_password: 'current_password' },
    onFailure: ({ type, message }) => {
      if (type === 'forfeit_changed') markStale(client, 'error: forfeit_changed')
      notices.alert('error', message)
    },
  })
  return (
    <Form {...form}>
      {asks_password && <CurrentPassword messages={messages} hint={privacyText.whyPassword} />}
      <Button type="submit" variant="danger" full busy={submitting}>
        {privacyText.confirm}
      </Button>
    </Form>
  )
}

/** Asks for a new sign-in, for an account without a password whose sign-in is older than 10 minutes. */
function SignInAgain() {
  const { busy, run } = useAction()
  async function leave() {
    await signOut()
    announceLogout()
  }
  return (
    <>
      <p>{errorCodes.sign_in_again.message}</p>
      <Button variant="quiet" full busy={busy} onClick={() => run(leave)}>
        {privacyText.signInAgain}
      </Button>
    </>
  )
}
