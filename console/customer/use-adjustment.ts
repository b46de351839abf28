import { useWrite } from '#console/client/write.ts'
import { customerText } from '#console/text/customer.ts'
import { useKeyed } from '#console/unsent/use-keyed.ts'
import type { Adjustment, MadeAdjustment } from '#contract/console/desk.ts'

type Figures = Omit<Adjustment, 'key'>

/**
 * Returns the acts that adjust a customer's points, and that ask a second person for an adjustment. They share a key: the limit may
 * have changed since the page read it. `ask` returns the request's id.
 */
export function useAdjustment(id: string) {
  const adjust = useWrite('POST /admin/customer/{id}/adjustment')
  const ask = useWrite('POST /admin/customer/{id}/adjustment-request')
  const once = useKeyed(`adjustment key ${id}`, customerText.repeatedAdjustment)
  return {
    adjust: (body: Figures): Promise<MadeAdjustment> =>
      once((key) => adjust({ params: { id }, body: { ...body, key } })),
    ask: (body: Figures): Promise<string> =>
      once(async (key) => {
        await ask({ params: { id }, body: { ...body, key } })
        return key
      }),
  }
}
