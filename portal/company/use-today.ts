import { useState } from 'react'

import { localDate } from '#contract/date.ts'

import { useCompany } from './company.ts'

/** The company's day, as it was when what asks was first shown. */
export function useToday(): string {
  const { time_zone } = useCompany().company
  const [today] = useState(() => localDate(new Date(), time_zone))
  return today
}
