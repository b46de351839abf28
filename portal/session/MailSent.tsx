import { useSearch } from 'wouter'

import { pathTo } from '#portal/path/paths.ts'
import { withRedirect } from '#portal/path/with-redirect.ts'
import { loginText } from '#portal/text/login.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Stack } from '#ui/Stack.tsx'

/** Says that a mail may be on its way. The text is the same for an unknown account (R3.12, D10). */
export function MailSent({ title, explanation }: { title: string; explanation: string }) {
  const query = useSearch()
  return (
    <Card>
      <Stack>
        <ScreenTitle>{title}</ScreenTitle>
        <p>{loginText.mailSent}</p>
        <p>{explanation}</p>
        <LinkButton href={withRedirect(pathTo('login'), query)} variant="quiet" full>
          {loginText.back}
        </LinkButton>
      </Stack>
    </Card>
  )
}
