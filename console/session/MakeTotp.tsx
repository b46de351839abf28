import { useQuery } from '@tanstack/react-query'

import { useWrite } from '#console/client/write.ts'
import { CopyText } from '#console/feedback/CopyText.tsx'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { LoadFailure } from '#console/feedback/LoadFailure.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { sessionText } from '#console/text/session.ts'
import { TotpEntry } from '#contract/console/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { QrCode } from './QrCode.tsx'
import { offeredTotp } from './queries.ts'

import styles from './MakeTotp.module.css'

/** `onDone` gets the recovery codes: none if the person already had a factor. */
export function MakeTotp({ onDone }: { onDone: (codes: string[]) => void }) {
  const { data, error, refetch } = useQuery(offeredTotp)
  const confirm = useWrite('POST /admin/factor/totp/confirm')
  const { field, formProps, failure, isSubmitting } = useContractForm({
    schema: TotpEntry,
    defaultValues: { code: '' },
    errorFields: { wrong_code: 'code' },
    submit: async (body) => onDone((await confirm({ body })).codes),
  })
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />
  return (
    <Form {...formProps}>
      <p className={styles.text}>{sessionText.totpText}</p>
      <div className={styles.code}>
        {data ? <QrCode content={data.uri} label={sessionText.qr} /> : <Skeleton height="12rem" />}
      </div>
      {data && (
        <div className={styles.secret}>
          <p className={styles.text}>{sessionText.secretText}</p>
          <CopyText text={data.secret} shown={data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} />
        </div>
      )}
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
