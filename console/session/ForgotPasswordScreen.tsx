import { useState } from 'react'

import { apiWithoutPrompt } from '#console/client/api.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { StatePage } from '#console/feedback/StatePage.tsx'
import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { paths } from '#console/path/paths.ts'
import { sessionText } from '#console/text/session.ts'
import { StaffResetRequest } from '#contract/console/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Stack } from '#ui/Stack.tsx'

/** The answer is the same for any email, so that nobody learns who works here. */
export default function ForgotPasswordScreen() {
  const [sentTo, setSentTo] = useState<string>()
  const { field, formProps, failure, isSubmitting } = useContractForm({
    schema: StaffResetRequest,
    defaultValues: { email: '' },
    submit: async (body) => {
      await apiWithoutPrompt('POST /admin/password-reset/request', { body })
      setSentTo(body.email)
    },
  })
  const back = (
    <ButtonLink to={paths['sign-in']} variant="quiet">
      {sessionText.back}
    </ButtonLink>
  )
  if (sentTo !== undefined) {
    return (
      <StatePage title={sessionText.sentTitle} text={sessionText.sentText(sentTo)} action={back} />
    )
  }
  return (
    <Stack>
      <ScreenTitle>{sessionText.forgotTitle}</ScreenTitle>
      <p>{sessionText.forgotText}</p>
      <Form {...formProps}>
        <FormFailure text={failure} />
        <Field {...field('email')} label={sessionText.email} type="email" autoComplete="username" />
        <Button type="submit" busy={isSubmitting} full>
          {sessionText.sendLink}
        </Button>
      </Form>
      {back}
    </Stack>
  )
}
