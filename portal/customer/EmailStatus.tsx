import type { Customer } from '#contract/customer.ts'
import { useWrite } from '#portal/client/write.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useAction } from '#portal/form/action.ts'
import { settingsText } from '#portal/text/settings.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Stack } from '#ui/Stack.tsx'

/** R3.14: whether the email is confirmed, and a button that sends the confirmation link again. */
export function EmailStatus({ customer }: { customer: Customer }) {
  const sendLink = useWrite('POST /customer/email-confirmation/resend')
  const notices = useNotices()
  const { busy, run } = useAction()
  async function resend() {
    await sendLink()
    notices.alert('success', settingsText.resent(customer.email ?? ''))
  }
  return (
    <Card title={settingsText.email}>
      <Stack>
        <p>{settingsText.emailStatus(customer.email ?? '', customer.emailVerified)}</p>
        {!customer.emailVerified && (
          <Button
            variant="quiet"
            busy={busy}
            onClick={() =>
              run(resend, ({ type, message }) => {
                const isConfirmed = type === 'already_confirmed'
                notices.alert('error', isConfirmed ? message : settingsText.notResent(message))
              })
            }
          >
            {settingsText.resend}
          </Button>
        )}
      </Stack>
    </Card>
  )
}
