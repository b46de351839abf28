import { useWrite } from '#console/client/write.ts'
import { customerText } from '#console/text/customer.ts'
import type { Adjustment, MadeAdjustment } from '#contract/console/desk.ts'

import { useKeyed } from './use-keyed.ts'

/** Returns the act that adjusts a customer's points. */
export function useAdjustment(id: string) {
  const adjust = useWrite('POST /admin/customer/{id}/adjustment')
  const once = useKeyed(`adjustment key ${id}`, customerText.repeatedAdjustment)
  return (body: Omit<Adjustment, 'key'>): Promise<MadeAdjustment> =>
    once((key) => adjust({ params: { id }, body: { ...body, key } }))
}
