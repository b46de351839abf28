import { useSearch } from 'wouter'

import { login_text } from '#portal/text/login.ts'
import { LinkButton } from '#portal/ui/Button.tsx'
import { Card } from '#portal/ui/Card.tsx'
import { ScreenTitle } from '#portal/ui/ScreenTitle.tsx'
import { Stack } from '#portal/ui/Stack.tsx'

import { withRedirect } from './with-redirect.ts'

/** A link is on its way, or is not: who has no account reads the same (D10). */
export function MailSent({ title, sentence }: { title: string; sentence: string }) {
  const query = useSearch()
  return (
    <Card>
      <Stack>
        <ScreenTitle>{title}</ScreenTitle>
        <p>{sentence}</p>
        <LinkButton href={withRedirect('/entrar', query)} variant="quiet" full>
          {login_text.back}
        </LinkButton>
      </Stack>
    </Card>
  )
}
