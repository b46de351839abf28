/** The statement of a past day, for lots that have changed since. The replay must give the same days. */

import { describe } from 'vitest'

import { ledgerTables } from '#api/testing/models/ledger-table.ts'
import { createWorld } from '#api/testing/worlds/world.ts'

const ledger = ledgerTables(await createWorld())

describe('the statement of a past day', () => {
  ledger(
    'a past day’s statement counts a lot by the expiry date that it had on that day [R7.2, D4]',
    { expires_in: { days: 10 } },
    `
  2027-01-01  buy A 100.00          → 100 until 2027-01-11
  2027-01-05  consume S 60          → A 60
  2027-01-20  undo S                → A +60 until 2027-02-04
  2027-01-21  consume T 50          → A 50
  2027-02-10  undo T                → A +50 until 2027-02-25
  2027-02-10  statement 2027-01-04  → 100
  2027-02-10  statement 2027-01-11  → 40
  2027-02-10  statement 2027-01-12  → nothing
  2027-02-10  statement 2027-01-20  → 60
  2027-02-10  statement 2027-02-04  → 10
  2027-02-10  statement 2027-02-05  → nothing
  2027-02-10  statement 2027-02-25  → 50
  2027-02-10  statement 2027-02-26  → nothing
`,
  )

  ledger(
    'a past day’s statement stays when a later return takes points that had expired [R7.2, D4]',
    { expires_in: { days: 10 } },
    `
  2027-01-01  buy A 100.00          → 100 until 2027-01-11
  2027-01-01  grant B 7
  2027-01-05  consume S 60          → A 60
  2027-01-20  undo S                → A +60 until 2027-02-04
  2027-01-21  return A R1 80.00     → -80
  2027-01-22  return A R2 10.00     → -10
  2027-01-23  statement 2027-01-20  → 67
  2027-01-23  statement 2027-01-21  → 7
  2027-01-23  statement 2027-01-22  → 7
  2027-01-23  statement 2027-02-05  → 7
`,
  )

  ledger(
    'a past day’s statement has the points held and owed then, around a hold’s end [R7.2, D4, D5]',
    `
  2027-01-01  buy A 100.00          → 100
  2027-01-02  hold H 100            → 100
  2027-01-03  return A R 70.00      → -70
  2027-01-05  release H
  2027-01-06  buy B 20.00           → 20
  2027-01-07  statement 2027-01-01  → 100
  2027-01-07  statement 2027-01-02  → held 100
  2027-01-07  statement 2027-01-04  → held 100, owes 70
  2027-01-07  statement 2027-01-05  → 30
  2027-01-07  statement 2027-01-06  → 50
`,
  )

  ledger(
    'a past day’s statement has pending points, and a deficit until a purchase pays it [R7.2, D4]',
    { waiting_days: 3 },
    `
  2027-01-01  buy A 100.00          → 100 from 2027-01-04
  2027-01-04  consume S 90          → A 90
  2027-01-05  return A R            → -100
  2027-01-06  buy B 95.00           → 95 from 2027-01-09
  2027-01-10  statement 2027-01-03  → pending 100
  2027-01-10  statement 2027-01-04  → 10
  2027-01-10  statement 2027-01-05  → owes 90
  2027-01-10  statement 2027-01-08  → pending 5
  2027-01-10  statement 2027-01-09  → 5
`,
  )

  ledger(
    'a past day’s statement counts points that a return missed until a capture takes them [R7.2, D4, D5]',
    { reversal: 'clamp' },
    `
  2027-01-01  buy A 100.00          → 100
  2027-01-02  hold H 60             → 60
  2027-01-03  return A R            → -40
  2027-01-05  capture H C 25        → A 25
  2027-01-06  statement 2027-01-02  → 40, held 60
  2027-01-06  statement 2027-01-04  → held 60
  2027-01-06  statement 2027-01-05  → nothing
`,
  )
})
