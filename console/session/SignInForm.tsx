import { apiWithoutPrompt } from '#console/client/api.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { sessionText } from '#console/text/session.ts'
import type { Me } from '#contract/console/staff.ts'
import { StaffLogin } from '#contract/console/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'

type SignInFormProps = { email?: string; onDone: (me: Me) => void }

/** The first factor. Where an ended session is continued, the email is known and only the password is asked for. */
export function SignInForm({ email = '', onDone }: SignInFormProps) {
  const { field, formProps, failure, isSubmitting } = useContractForm({
    schema: StaffLogin,
    defaultValues: { email, password: '' },
    submit: async (body) => onDone(await apiWithoutPrompt('POST /admin/session', { body })),
  })
  return (
    <Form {...formProps}>
      <FormFailure text={failure} />
      {email === '' ? (
        <Field {...field('email')} label={sessionText.email} type="email" autoComplete="username" />
      ) : (
        <strong>{email}</strong>
      )}
      <PasswordField
        {...field('password')}
        label={sessionText.password}
        show={sessionText.show}
        hide={sessionText.hide}
        autoComplete="current-password"
      />
      <Button type="submit" busy={isSubmitting} full>
        {sessionText.enter}
      </Button>
    </Form>
  )
}
