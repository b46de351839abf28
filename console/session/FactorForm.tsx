import { useState } from 'react'

import { apiWithoutPrompt } from '#console/client/api.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { sessionText } from '#console/text/session.ts'
import { type Me, RecoveryEntry, TotpEntry } from '#contract/console/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'

import styles from './FactorForm.module.css'

type Way = 'totp' | 'passkey' | 'recovery'
type FactorFormProps = { factors: Me['factors']; onDone: (me: Me) => void }

/** The second factor, by what the person has. The first way is the one that asks for the least typing. */
export function FactorForm({ factors, onDone }: FactorFormProps) {
  const has: Record<Way, boolean> = {
    passkey: factors.passkeys.length > 0,
    totp: factors.has_totp,
    recovery: factors.recovery_codes_left > 0,
  }
  const [way, setWay] = useState<Way>(has.passkey ? 'passkey' : 'totp')
  const others = (['passkey', 'totp', 'recovery'] as const).filter((one) => has[one] && one !== way)
  const labels: Record<Way, string> = {
    passkey: sessionText.byPasskey,
    totp: sessionText.byCode,
    recovery: sessionText.byRecovery,
  }
  return (
    <div className={styles.ways}>
      {way === 'totp' && <TotpForm onDone={onDone} />}
      {way === 'recovery' && <RecoveryForm onDone={onDone} />}
      {way === 'passkey' && <PasskeyButton onDone={onDone} />}
      <div className={styles.others}>
        {others.map((other) => (
          <button key={other} type="button" className={styles.other} onClick={() => setWay(other)}>
            {labels[other]}
          </button>
        ))}
      </div>
    </div>
  )
}

type WayProps = { onDone: (me: Me) => void }

function TotpForm({ onDone }: WayProps) {
  const { field, formProps, failure, isSubmitting } = useContractForm({
    schema: TotpEntry,
    defaultValues: { code: '' },
    errorFields: { wrong_code: 'code' },
    submit: async (body) => onDone(await apiWithoutPrompt('POST /admin/session/totp', { body })),
  })
  return (
    <Form {...formProps}>
      <FormFailure text={failure} />
      <Field
        {...field('code')}
        label={sessionText.code}
        hint={sessionText.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button type="submit" busy={isSubmitting} full>
        {sessionText.confirm}
      </Button>
    </Form>
  )
}

function RecoveryForm({ onDone }: WayProps) {
  const { field, formProps, failure, isSubmitting } = useContractForm({
    schema: RecoveryEntry,
    defaultValues: { code: '' },
    errorFields: { wrong_code: 'code' },
    submit: async (body) =>
      onDone(await apiWithoutPrompt('POST /admin/session/recovery', { body })),
  })
  return (
    <Form {...formProps}>
      <FormFailure text={failure} />
      <Field
        {...field('code')}
        label={sessionText.recovery}
        hint={sessionText.recoveryHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" busy={isSubmitting} full>
        {sessionText.confirm}
      </Button>
    </Form>
  )
}

function PasskeyButton({ onDone }: WayProps) {
  const { busy, failure, run } = useAction()
  async function give() {
    const { givePasskey } = await import('./passkey.ts')
    onDone(await givePasskey())
  }
  return (
    <>
      <FormFailure text={failure} />
      <Button full busy={busy} onClick={() => run(give)}>
        {sessionText.byPasskey}
      </Button>
    </>
  )
}
