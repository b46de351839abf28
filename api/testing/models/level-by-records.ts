import { rows, sql } from '#database/sql.ts'

import type { World } from '../worlds/world.ts'
import type { Stage } from './engine-stage.ts'
import { modelOf, type Programme } from './level-model.ts'

type Earned = {
  id: string
  type_id: 'GNR' | 'GNR_REVERSAL'
  amount: number
  purchase_value: number | null
  reverses_id: string | null
  created_at: string
}

/** The model's level from the stored records, in their order: a client does not know the order of concurrent calls. */
export async function levelByRecords(
  world: World,
  { shop }: Stage,
  customer_id: string,
  programme: Programme,
  registered: Date,
) {
  const model = modelOf(programme, registered)
  model.settled()
  const records = await rows<Earned>(
    world.database,
    sql`select id, type_id, amount, purchase_value, reverses_id, created_at
          from points_record
         where company_id = ${shop.id}
           and customer_id = ${customer_id}
           and type_id in ('GNR', 'GNR_REVERSAL')
           -- A recovery is no further return of the purchase.
           and origin <> 'recovery'
         order by sequence`,
  )
  const earnings: string[] = []
  for (const { id, type_id, amount, purchase_value, reverses_id, created_at } of records) {
    model.passTo(new Date(created_at))
    if (type_id === 'GNR') {
      earnings.push(id)
      model.earn(amount, purchase_value ?? undefined)
    } else {
      model.giveBack(earnings.indexOf(reverses_id!), purchase_value!)
    }
  }
  model.passTo(world.now())
  return model
}
