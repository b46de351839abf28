import type { Prize } from '#contract/prize.ts'
import { pathTo } from '#portal/path/paths.ts'
import { prizeText } from '#portal/text/prize.ts'
import { LinkButton } from '#ui/Button.tsx'

type RemedyProps = { reason: NonNullable<Prize['reason']>; prize: Prize }

/**
 * A link to the screen where the customer can remove the obstacle. A completed profile leads back to
 * the prize.
 */
export function Remedy({ reason, prize }: RemedyProps) {
  const label = remedies[reason]
  if (!label) return null
  const redirect = pathTo('prize', { id: prize.id })
  const href =
    reason === 'incomplete_profile'
      ? pathTo('complete-profile', {}, { redirect, all: 'true' })
      : pathTo('settings')
  return (
    <LinkButton variant="quiet" full href={href}>
      {label}
    </LinkButton>
  )
}

const remedies: Partial<Record<NonNullable<Prize['reason']>, string>> = {
  incomplete_profile: prizeText.completeProfile,
  contact_unconfirmed: prizeText.confirmContact,
}
