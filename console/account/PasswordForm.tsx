import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { sessionText } from '#console/text/session.ts'
import { StaffPasswordChange } from '#contract/console/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'

import styles from './account.module.css'

const empty = { current_password: '', password: '' }

export function PasswordForm() {
  const change = useWrite('PUT /admin/password')
  const { field, formProps, failure, isSubmitting, reset } = useContractForm({
    schema: StaffPasswordChange,
    defaultValues: empty,
    errorFields: { wrong_password: 'current_password' },
    submit: async (body) => {
      await change({ body })
      reset(empty)
      toast(sessionText.passwordChanged)
    },
  })
  const reveal = { show: sessionText.show, hide: sessionText.hide }
  return (
    <Section title={sessionText.changePassword}>
      <div className={styles.narrow}>
        <Form {...formProps}>
          <FormFailure text={failure} />
          <PasswordField
            {...field('current_password')}
            {...reveal}
            label={sessionText.currentPassword}
            autoComplete="current-password"
          />
          <PasswordField
            {...field('password')}
            {...reveal}
            label={sessionText.newPassword}
            hint={sessionText.newPasswordHint}
            autoComplete="new-password"
          />
          <div>
            <Button type="submit" busy={isSubmitting}>
              {sessionText.saveNew}
            </Button>
          </div>
        </Form>
      </div>
    </Section>
  )
}
