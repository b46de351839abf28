import { useState } from 'react'

import { localDate } from '#contract/value/date.ts'

import { useCompany } from './company.ts'

/** The date in the company's time zone, fixed when the component first renders. */
export function useToday(): string {
  const { time_zone } = useCompany().company
  const [today] = useState(() => localDate(new Date(), time_zone))
  return today
}
