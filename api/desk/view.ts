/** 'Mostrar dados': shows a customer's personal data in full, with an entry in the audit log (D15). */

import type pg from 'pg'

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { personalValues } from '#api/customer/customer.ts'
import { holdCustomer } from '#api/customer/hold-customer.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import type { CustomerDetails, ViewReason } from '#contract/console/desk.ts'
import { transaction } from '#database/sql.ts'

import { dataViewed } from './acts.ts'
import { detailsOf } from './record.ts'

/** The data are answered only if the entry is written. Throws `not_found` for an unknown, foreign or erased customer. */
export function viewData(
  database: pg.Pool,
  caller: StaffCall,
  { customer_id, reason }: { customer_id: string; reason: ViewReason },
): Promise<CustomerDetails> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    await holdCustomer(connection, company_id, customer_id)
    const values = await personalValues(connection, company_id, customer_id)
    if (!values) throw new ApiError('not_found')
    const customer = { id: customer_id, name: values.name }
    await noteAct(connection, company_id, actor, dataViewed(actor, customer, reason), now)
    return detailsOf(values)
  })
}
