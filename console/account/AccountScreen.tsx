import { CallButton } from '#console/call/CallButton.tsx'
import type { TitledCall } from '#console/call/curl.ts'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { useMe } from '#console/session/use-me.ts'
import { callText } from '#console/text/call.ts'
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
        actions={<CallButton calls={accountCalls} />}
      />
      <Factors />
      <PasswordForm />
      <Sessions />
    </Stack>
  )
}

/** What this screen reads and changes. Passkeys are made in a browser alone. */
function accountCalls(): TitledCall[] {
  const { me, sessions, endSession, password, recovery } = callText.account
  return [
    { title: me, endpoint: 'GET /admin/me' },
    { title: sessions, endpoint: 'GET /admin/session' },
    {
      title: endSession,
      endpoint: 'DELETE /admin/session/{id}',
      params: { id: 'ID_DA_SESSAO' },
    },
    {
      title: password,
      endpoint: 'PUT /admin/password',
      body: { current_password: 'SUA_SENHA', password: 'NOVA_SENHA' },
    },
    { title: recovery, endpoint: 'POST /admin/factor/recovery' },
  ]
}
