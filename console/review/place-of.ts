/** Where the subject of an item is looked at. */

import { generatePath } from 'react-router'

import { paths } from '#console/path/paths.ts'
import { reviewText } from '#console/text/review.ts'
import type { ReviewItem } from '#contract/console/review.ts'

type Place = { label: string; to: string }

/** What the line is about: a masked name, a key, a person or the mark of a network. */
export function subjectOf({ customer, staff, key, network }: ReviewItem): string {
  if (customer) return customer.name ?? reviewText.noName
  if (staff) return staff.name ?? reviewText.person
  if (network !== null) return reviewText.network(network)
  return key?.name ?? reviewText.key
}

/** The record, on which 'Bloquear' is, the keys, the promotions, and the movements of the day. */
export function placesOf({ customer, staff, key, network, day }: ReviewItem): Place[] {
  if (customer) {
    return [
      { label: reviewText.record, to: generatePath(paths.customer, { id: customer.id }) },
      movementsOf({ customer_id: customer.id }, day),
    ]
  }
  if (staff) return [movementsOf({ staff_id: staff.id }, day)]
  if (network !== null) return [{ label: reviewText.promotions, to: paths['programme.promotions'] }]
  const keys = { label: reviewText.keys, to: paths['settings.keys'] }
  return key ? [keys, movementsOf({ key_id: key.id }, day)] : [keys]
}

function movementsOf(filter: Record<string, string>, day: string): Place {
  const search = new URLSearchParams({ ...filter, from: day, to: day })
  return { label: reviewText.movements, to: `${paths.movements}?${search}` }
}
