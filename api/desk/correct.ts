/** A staff member corrects a customer's data after proof (D15). */

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import type { Context } from '#api/context/context.ts'
import { correctPerson } from '#api/customer/correct.ts'
import { refusingUsed } from '#api/customer/used.ts'
import { holdCaller } from '#api/staff/person.ts'
import type { CustomerCorrection } from '#contract/console/correction.ts'
import { transaction } from '#database/sql.ts'

import { corrected } from './acts.ts'
import { lockedCustomer } from './locked-customer.ts'

/**
 * Throws `not_found`, `used_email`, `used_phone`, `used_document`, `underage`, `overage` or `validation`; then nothing has changed.
 */
export function correctCustomer(
  context: Pick<Context, 'database' | 'secret' | 'queueMail'>,
  caller: StaffCall,
  { customer_id, proof, ...correction }: CustomerCorrection & { customer_id: string },
): Promise<void> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return refusingUsed(() =>
    transaction(context.database, async (connection) => {
      await holdCaller(connection, caller)
      const customer = await lockedCustomer(connection, company_id, customer_id)
      const person = { company_id, customer_id, now }
      const values = await correctPerson(context, connection, person, correction)
      await noteAct(connection, company_id, actor, corrected(actor, customer, values, proof), now)
    }),
  )
}
