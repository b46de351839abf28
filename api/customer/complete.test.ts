import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { type Customer, hasAddress, hasBaseInformation } from '#contract/customer.ts'

const world = await createWorld()
const { cafe, database } = world

test('database and contract agree on which profiles are complete, for 1,024 combinations of fields [R4.1]', async () => {
  const customer = await world.registered(cafe)
  const parts = [
    ['email = null', 'email = $3'],
    ['birthdate = null', `birthdate = '1990-01-01'`],
    ['login_type = $4', `login_type = 'GOOGLE'`],
    ['opt_in = false', 'opt_in = true'],
    ['sex = null', `sex = 'O'`],
    ['address_street = null', `address_street = 'Rua A'`],
    ['address_district = null', `address_district = 'Centro'`],
    ['address_city = null', `address_city = 'Irati'`],
    ['address_postal_code = null', `address_postal_code = '84500000'`],
    ['address_state = null', `address_state = 'PR'`],
  ] as const
  for (let bits = 0; bits < 2 ** parts.length; bits += 1) {
    const changes = parts.map(([without, withIt], at) => (bits & (1 << at) ? withIt : without))
    const { rows: found } = await database.query<Customer & { is_profile_complete: boolean }>(
      // A CHECK of the table requires lacks_contact for customers without email and phone.
      `update customer set lacks_contact = true, ${changes.join(', ')}
        where company_id = $1 and id = $2 and $3::text is not null and $4::text is not null
       returning *`,
      [cafe.id, customer.id, customer.email, 'EMAIL'],
    )
    const person = found[0]!
    expect(person.is_profile_complete, changes.join()).toBe(
      hasBaseInformation(person) && hasAddress(person),
    )
  }
})
