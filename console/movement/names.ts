/** The words of a movement in the list and in its sheet. */

import { movementText } from '#console/text/movement.ts'
import type { Movement } from '#contract/console/movement.ts'

/** The masked name, or why there is none. */
export function customerName({ name, is_erased }: Movement['customer']): string {
  if (is_erased) return movementText.erased
  return name ?? movementText.noName
}

/** The person who moved the points by hand, or else the till. */
export function whoName({ staff, key }: Movement): string {
  return staff?.name ?? key?.name ?? movementText.nothing
}
