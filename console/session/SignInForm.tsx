import { apiWithoutPrompt } from '#console/client/api.ts'
import { FormFailure } from '#console/form/FormFailure.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { sessionText } from '#console/text/session.ts'
import type { Me } from '#contract/staff.ts'
import { StaffLogin } from '#contract/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'

type SignInFormProps = { email?: string; onDone: (me: Me) => void }

/** The first factor. `email` is known where an ended session is continued. */
export function SignInForm({ email = '', onDone }: SignInFormProps) {
  const { field, formProps, failure, isSubmitting } = useContractForm({
    schema: StaffLogin,
    defaultValues: { email, password: '' },
    submit: async (body) => onDone(await apiWithoutPrompt('POST /admin/session', { body })),
  })
  return (
    <Form {...formProps}>
      <FormFailure text={failure} />
      <Field
        {...field('email')}
        label={sessionText.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
      />
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
