import { movementsPath } from '#console/path/paths.ts'
import { movementText } from '#console/text/movement.ts'
import type { MovementFilters } from '#contract/console/movement.ts'

import { ButtonLink } from './ButtonLink.tsx'

type MovementsLinkProps = {
  filters: { [name in keyof MovementFilters]?: string }
  /** What the movements are of, for a screen reader that lists links. */
  of: string
}

/** The link to the company's movements, filtered. Every role that reads a customer or an import may read them. */
export function MovementsLink({ filters, of }: MovementsLinkProps) {
  return (
    <ButtonLink to={movementsPath(filters)} variant="quiet" label={movementText.seeOf(of)}>
      {movementText.see}
    </ButtonLink>
  )
}
