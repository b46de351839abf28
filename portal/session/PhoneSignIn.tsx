import { maskitoTransform } from '@maskito/core'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'

import { type Firebase, VerificationCode } from '#contract/identity-provider.ts'
import { Phone } from '#contract/person/contact.ts'
import { lineOf, useForm } from '#portal/form/form.ts'
import type { ProviderAccount, ProviderFailure } from '#portal/identity-provider/firebase.ts'
import { providerText } from '#portal/text/provider.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { MaskedField } from '#ui/form/MaskedField.tsx'
import { phone as phone_mask } from '#ui/form/masks.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'

import { failureOf, sentences, useProviderSignIn } from './use-provider-sign-in.ts'

type Sent = { phone: string; confirm: (code: string) => Promise<ProviderAccount> }

/**
 * Asks for the phone in the page, because a modal would cover the robot check. Then asks for the six digits of the SMS in a
 * modal (R3.6).
 */
export default function PhoneSignIn({ firebase }: { firebase: Firebase }) {
  const [sent, setSent] = useState<Sent | null>(null)
  const onAgain = () => setSent(null)
  return (
    <>
      <PhoneForm firebase={firebase} onSent={setSent} />
      {sent && (
        <Dialog
          title={providerText.phoneTitle}
          onClose={onAgain}
          actions={
            <Button variant="quiet" onClick={onAgain}>
              {text.notice.cancel}
            </Button>
          }
        >
          <CodeForm firebase={firebase} sent={sent} />
        </Dialog>
      )}
    </>
  )
}

const PhoneOnly = z.object({ phone: Phone })

function PhoneForm({ firebase, onSent }: { firebase: Firebase; onSent: (sent: Sent) => void }) {
  const robotCheck = useRef<HTMLDivElement>(null)
  // Focus the field that has just appeared. Find it through the form, because the mask already uses the field's ref.
  useEffect(() => robotCheck.current?.closest('form')?.querySelector('input')?.focus(), [])
  const [wrong, setWrong] = useState<string | null>(null)
  const { form, messages, submitting } = useForm({
    schema: PhoneOnly,
    read: (typed) => ({ phone: lineOf(typed, 'phone').replace(/\D/g, '') }),
    submit: async ({ phone }) => {
      setWrong(null)
      try {
        const { sendCode } = await import('#portal/identity-provider/firebase.ts')
        onSent({ phone, confirm: await sendCode(firebase, phone, robotCheck.current!) })
      } catch (error) {
        const failure = failureOf(error)
        if (failure !== 'closed') setWrong(sentences[failure])
      }
    },
    onFailure: ({ message }) => setWrong(message),
  })
  return (
    <Form {...form}>
      {wrong && <Banner tone="error">{wrong}</Banner>}
      <MaskedField
        label={providerText.phoneLabel}
        name="phone"
        mask={phone_mask}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={providerText.phoneHint}
        error={messages['phone']}
      />
      <div ref={robotCheck} />
      <Button type="submit" busy={submitting} full>
        {providerText.sendCode}
      </Button>
    </Form>
  )
}

const CodeOnly = z.object({ code: VerificationCode })
/** Failures that the person can correct in this form. */
const ofCode: ReadonlySet<ProviderFailure> = new Set(['wrong_code', 'expired_code'])

function CodeForm({ firebase, sent: { phone, confirm } }: { firebase: Firebase; sent: Sent }) {
  const { run, pending } = useProviderSignIn(firebase)
  const field = useRef<HTMLInputElement>(null)
  // The person is waiting for the SMS: open the keyboard for the code.
  useEffect(() => field.current?.focus(), [])
  const [wrong, setWrong] = useState<string | null>(null)
  const { form, messages } = useForm({
    schema: CodeOnly,
    read: (typed) => Object.fromEntries(typed),
    submit: async ({ code }) => {
      setWrong(null)
      run(
        'code',
        () => confirm(code),
        (failure) => {
          if (failure === 'closed' || !ofCode.has(failure)) return false
          setWrong(sentences[failure])
          return true
        },
      )
    },
    onFailure: ({ message }) => setWrong(message),
  })
  return (
    <Form {...form}>
      <p>{providerText.codeSent(maskitoTransform(phone, phone_mask))}</p>
      {wrong && <Banner tone="error">{wrong}</Banner>}
      <Field
        label={providerText.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        inputRef={field}
        error={messages['code']}
      />
      <Button type="submit" busy={pending !== null} full>
        {providerText.confirmCode}
      </Button>
    </Form>
  )
}
