import { useState } from 'react'
import { useLocation } from 'react-router'

import { apiWithoutPrompt } from '#console/client/api.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { StatePage } from '#console/feedback/StatePage.tsx'
import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { paths } from '#console/path/paths.ts'
import { sessionText } from '#console/text/session.ts'
import { StaffReset } from '#contract/console/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Stack } from '#ui/Stack.tsx'

import { linkToken } from './link-token.ts'

export default function NewPasswordScreen() {
  const token = linkToken(useLocation().hash)
  const [isDone, setDone] = useState(false)
  const { field, formProps, failure, isSubmitting } = useContractForm({
    schema: StaffReset,
    defaultValues: { token: token ?? '', password: '' },
    submit: async (body) => {
      await apiWithoutPrompt('POST /admin/password-reset', { body })
      setDone(true)
    },
  })
  const enter = <ButtonLink to={paths['sign-in']}>{sessionText.enter}</ButtonLink>
  if (isDone) {
    return (
      <StatePage title={sessionText.resetDone} text={sessionText.resetDoneText} action={enter} />
    )
  }
  if (token === null) {
    return <StatePage title={sessionText.linkOver} text={sessionText.linkMissing} action={enter} />
  }
  return (
    <Stack>
      <ScreenTitle>{sessionText.resetTitle}</ScreenTitle>
      <Form {...formProps}>
        <FormFailure text={failure} />
        <PasswordField
          {...field('password')}
          label={sessionText.newPassword}
          hint={sessionText.newPasswordHint}
          show={sessionText.show}
          hide={sessionText.hide}
          autoComplete="new-password"
        />
        <Button type="submit" busy={isSubmitting} full>
          {sessionText.saveNew}
        </Button>
      </Form>
    </Stack>
  )
}
