import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { useMe } from '#console/session/use-me.ts'
import { sessionText } from '#console/text/session.ts'
import { roleName } from '#console/text/shell.ts'
import { Stack } from '#ui/Stack.tsx'

import { Factors } from './Factors.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'

export default function AccountScreen() {
  const { staff } = useMe()
  return (
    <Stack>
      <PageHeader
        title={sessionText.account}
        text={sessionText.accountText(staff.email, roleName(staff.role))}
      />
      <Factors />
      <PasswordForm />
      <Sessions />
    </Stack>
  )
}
