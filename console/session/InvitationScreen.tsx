import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import type * as z from 'zod/mini'

import { apiWithoutPrompt } from '#console/client/api.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { LoadFailure } from '#console/feedback/LoadFailure.tsx'
import { StatePage } from '#console/feedback/StatePage.tsx'
import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { paths } from '#console/path/paths.ts'
import { sessionText } from '#console/text/session.ts'
import { shellText } from '#console/text/shell.ts'
import { type Invitation, InvitationAcceptance, staffRoleNames } from '#contract/console/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Stack } from '#ui/Stack.tsx'

import { linkToken } from './link-token.ts'
import * as queries from './queries.ts'

export default function InvitationScreen() {
  const token = linkToken(useLocation().hash)
  if (token === null) return <Refused text={sessionText.linkMissing} />
  return <OfToken token={token} />
}

function OfToken({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(queries.invitation(token))
  if (error) {
    const isOver =
      'type' in error && (error.type === 'expired_token' || error.type === 'validation')
    if (isOver) return <Refused text={error.message} />
    return <LoadFailure error={error} retry={() => void refetch()} />
  }
  return data ? <Accept token={token} invitation={data} /> : <p>{shellText.loading}</p>
}

function Refused({ text }: { text: string }) {
  return (
    <StatePage
      title={sessionText.linkOver}
      text={text}
      action={<ButtonLink to={paths['sign-in']}>{sessionText.back}</ButtonLink>}
    />
  )
}

type AcceptProps = { token: string; invitation: z.output<typeof Invitation> }

function Accept({ token, invitation }: AcceptProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { field, formProps, failure, isSubmitting } = useContractForm({
    schema: InvitationAcceptance,
    defaultValues: { token, name: invitation.name, password: '' },
    submit: async (body) => {
      client.setQueryData(
        queries.me.queryKey,
        await apiWithoutPrompt('POST /admin/invitation/accept', { body }),
      )
      await navigate(paths['second-factor'], { replace: true })
    },
  })
  return (
    <Stack>
      <ScreenTitle>{sessionText.invitation(invitation.company_name)}</ScreenTitle>
      <p>{sessionText.invitationText(staffRoleNames[invitation.role], invitation.email)}</p>
      <Form {...formProps}>
        <FormFailure text={failure} />
        {/* For the browser's password store. */}
        <input type="hidden" name="email" autoComplete="username" value={invitation.email} />
        <Field {...field('name')} label={sessionText.name} autoComplete="name" />
        <PasswordField
          {...field('password')}
          label={sessionText.newPassword}
          hint={sessionText.newPasswordHint}
          show={sessionText.show}
          hide={sessionText.hide}
          autoComplete="new-password"
        />
        <Button type="submit" busy={isSubmitting} full>
          {sessionText.accept}
        </Button>
      </Form>
    </Stack>
  )
}
