/**
 * The ledger as a table. Each line has a day or an instant, an action and its expected result. Names stand for lots
 * (purchases and grants), consumptions, holds and returns. Amounts are points; purchases are in reais. After each line the
 * audit replays every record.
 */

import { describe } from 'vitest'

import { ledgerTables } from '#api/testing/models/ledger-table.ts'
import { createWorld } from '#api/testing/worlds/world.ts'

const ledger = ledgerTables(await createWorld())

ledger(
  'example 1: a spend draws lots by earliest expiry, and undoing the spend restores them [D4]',
  `
  2027-01-01  grant A 100 until 2027-03-10
  2027-01-01  grant B 50
  2027-01-01  grant C 80 until 2027-02-05
  2027-02-01  consume S 120   → C 80, A 40
  2027-02-01  consume T 111   → insufficient_balance, missing 1
  2027-02-01  consume S 120   → C 80, A 40
  2027-02-01  consume S 119   → idempotency_mismatch
  2027-02-01  balance         → 110
  2027-02-20  undo S          → A +40 until 2027-03-10, C +80 until 2027-03-07
  2027-02-20  undo S          → already_reversed
  2027-02-20  balance         → 230
  2027-03-08  balance         → 150
  2027-03-11  balance         → 50
`,
)

ledger(
  'example 2: points of one month earned on 31/01 expire at 00:00 of 01/03 local, without a job [D4]',
  { expires_in: { months: 1 } },
  `
  2027-01-31           buy A 100.00  → 100 until 2027-02-28
  2027-02-28 23:59:59  balance       → 100
  2027-03-01 00:00:00  balance       → nothing
  2027-03-01 00:00:00  consume S 1   → insufficient_balance, missing 1
`,
)

ledger(
  'example 3: R$ 100,00 earns 33; returns of R$ 33,33, 33,33 and 33,34 take 11 each [D4]',
  { rate: 0.33 },
  `
  2027-01-01  buy A 100.00       → 33
  2027-01-02  return A R1 33.33  → -11
  2027-01-02  return A R2 33.33  → -11
  2027-01-02  return A R2 33.33  → -11
  2027-01-02  return A R2 33.34  → idempotency_mismatch
  2027-01-02  balance            → 11
  2027-01-02  return A R3 33.35  → return_exceeds_purchase
  2027-01-02  return A R3 33.34  → -11
  2027-01-02  balance            → nothing
  2027-01-02  return A R4        → already_reversed
  2027-01-02  return A R4 0.01   → already_reversed
`,
)

ledger(
  'example 4: a return after the spend leaves a deficit, which the next earning pays first [D4]',
  `
  2027-01-01  buy A 100.00  → 100
  2027-01-02  consume S 90  → A 90
  2027-01-03  return A R    → -100
  2027-01-03  balance       → owes 90
  2027-01-03  consume T 1   → insufficient_balance, missing 1
  2027-01-04  buy B 150.00  → 150
  2027-01-04  balance       → 60
  2027-01-04  consume T 60  → B 60
`,
)

ledger(
  'example 5: held points belong to one till, and a smaller capture frees the rest once [D4]',
  `
  2027-01-01  grant A 100
  2027-01-01  hold H 80          → 80
  2027-01-01  hold I 30          → insufficient_balance, missing 10
  2027-01-01  balance            → 20, held 80
  2027-01-01  capture H S 81     → capture_exceeds_hold, held 80
  2027-01-01  capture H S 50     → A 50
  2027-01-01  balance            → 50
  2027-01-01  capture H S 50     → intention_over
  2027-01-01  hold J 50          → 50
  2027-01-01  release J
  2027-01-01  release J
  2027-01-01  balance            → 50
  2027-01-01  capture J T 50     → intention_over
`,
)

ledger(
  'example 6: a lot of 3 points worth R$ 0,10 is drawn point by point as 3, 3 and 4 centavos [D4 I4]',
  { points_per_real: 30 },
  `
  2027-01-01  grant A 3      → 3 worth 10
  2027-01-01  consume S 1    → A 1 worth 3
  2027-01-01  consume T 1    → A 1 worth 3
  2027-01-01  balance        → 1 worth 4
  2027-01-01  consume U 1    → A 1 worth 4
`,
)

describe('expiry', () => {
  ledger(
    'a lot does not expire while it is held, and expires when its hold ends [D4]',
    `
    2027-01-01           grant A 100 until 2027-01-10
    2027-01-01           grant B 100 until 2027-01-10
    2027-01-10 23:58:00  hold H 60         → 60
    2027-01-10 23:58:00  hold I 100        → 100
    2027-01-11 00:05:00  balance           → held 160
    2027-01-11 00:05:00  capture H S 40    → A 40
    2027-01-11 00:05:00  balance           → held 100
    2027-01-11 00:06:00  release I
    2027-01-11 00:06:00  balance           → nothing
  `,
  )

  ledger(
    'an expired lot is never spent: a spend skips it [D4]',
    `
    2027-01-01  grant A 100 until 2027-01-10
    2027-01-01  grant B 100
    2027-01-11  consume S 60  → B 60
    2027-01-11  hold H 30     → 30
    2027-01-11  capture H T 30 → B 30
    2027-01-11  balance       → 10
  `,
  )

  ledger(
    'an undone spend returns points to an expired lot for 15 days; its unspent points stay expired [D4]',
    `
    2027-01-01  grant A 100 until 2027-01-31
    2027-01-02  consume S 60    → A 60
    2027-01-02  consume T 10    → A 10
    2027-02-10  balance         → nothing
    2027-02-10  undo S          → A +60 until 2027-02-25
    2027-02-10  balance         → 60
    2027-02-11  undo T          → A +10 until 2027-02-25
    2027-02-12  consume U 65    → A 65
    2027-02-26  balance         → nothing
    2027-03-01  undo U          → A +65 until 2027-03-16
    2027-03-01  balance         → 65
  `,
  )
})

describe('pending points', () => {
  ledger(
    'pending points are not in the balance, cannot be spent, and become available at 00:00 [D4]',
    { waiting_days: 7, expires_in: { days: 10 } },
    `
    2027-03-01           buy A 100.00       → 100 from 2027-03-08 until 2027-03-18
    2027-03-07 23:59:59  balance            → pending 100
    2027-03-07 23:59:59  consume S 1        → insufficient_balance, missing 1
    2027-03-08 00:00:00  balance            → 100
    2027-03-08 00:00:00  consume S 30       → A 30
    2027-03-08 00:00:00  buy B 10.00        → 10 from 2027-03-15 until 2027-03-25
    2027-03-08 00:00:00  balance            → 70, pending 10
    2027-03-18 23:59:59  balance            → 80
    2027-03-19 00:00:00  balance            → 10
    2027-03-26 00:00:00  balance            → nothing
  `,
  )

  ledger(
    'pending points can be taken by a return, and pay a deficit at once [D4]',
    { waiting_days: 7 },
    `
    2027-03-01  buy A 100.00      → 100 from 2027-03-08
    2027-03-02  return A R 40.00  → -40
    2027-03-02  balance           → pending 60
    2027-03-08  consume S 60      → A 60
    2027-03-09  return A T        → -60
    2027-03-09  balance           → owes 60
    2027-03-10  buy B 100.00      → 100 from 2027-03-17
    2027-03-10  balance           → pending 40
    2027-03-17  balance           → 40
  `,
  )
})

describe('a return', () => {
  ledger(
    'under deficit: while a deficit lasts, the balance is 0 and nothing can be spent or held [D4]',
    `
    2027-01-01  buy A 100.00    → 100
    2027-01-02  consume S 90    → A 90
    2027-01-02  grant B 500
    2027-01-03  return A R      → -100
    2027-01-03  balance         → owes 90
    2027-01-03  consume T 1     → insufficient_balance, missing 1
    2027-01-03  hold H 1        → insufficient_balance, missing 1
    2027-01-04  buy C 60.00     → 60
    2027-01-04  balance         → owes 30
    2027-01-05  buy D 31.00     → 31
    2027-01-05  balance         → 501
  `,
  )

  ledger(
    'under deficit: points of an undone spend pay the deficit first [D4]',
    `
    2027-01-01  buy A 100.00    → 100
    2027-01-02  consume S 60    → A 60
    2027-01-02  consume T 40    → A 40
    2027-01-03  return A R      → -100
    2027-01-03  balance         → owes 100
    2027-01-04  undo S          → A +60
    2027-01-04  balance         → owes 40
    2027-01-04  undo T          → A +40
    2027-01-04  balance         → nothing
  `,
  )

  ledger(
    'under deficit: a return does not take held points; once released, they pay the deficit first [D4]',
    `
    2027-01-01  buy A 100.00    → 100
    2027-01-01  hold H 80       → 80
    2027-01-02  return A R      → -100
    2027-01-02  balance         → held 80, owes 80
    2027-01-02  capture H S 50  → A 50
    2027-01-02  balance         → owes 50
    2027-01-03  buy B 80.00     → 80
    2027-01-03  balance         → 30
  `,
  )

  ledger(
    'under deficit: releasing a hold on a returned purchase pays the deficit exactly [D4]',
    { expires_in: { days: 10 } },
    `
    2027-01-01  buy A 100.00   → 100 until 2027-01-11
    2027-01-01  hold H 80      → 80
    2027-01-01  return A R     → -100
    2027-01-01  balance        → held 80, owes 80
    2027-01-01  release H
    2027-01-01  balance        → nothing
    2027-01-15  buy B 100.00   → 100 until 2027-01-25
    2027-01-15  balance        → 100
  `,
  )

  ledger(
    'under deficit: released points pay it even if they expired; the customer keeps the excess [D4]',
    { expires_in: { days: 10 } },
    `
    2027-01-01           buy A 100.00       → 100 until 2027-01-11
    2027-01-11 23:58:00  hold H 80          → 80
    2027-01-11 23:59:00  return A R         → -100
    2027-01-12 00:01:00  release H
    2027-01-12 00:01:00  balance            → nothing
    2027-01-12 00:02:00  buy B 100.00       → 100 until 2027-01-22
    2027-01-12 00:02:00  buy C 50.00        → 50 until 2027-01-22
    2027-01-12 00:02:00  hold I 150         → 150
    2027-01-12 00:03:00  return B S 60.00   → -60
    2027-01-12 00:03:00  balance            → held 150, owes 60
    2027-01-12 00:04:00  release I
    2027-01-12 00:04:00  balance            → 90
  `,
  )

  ledger(
    'under clamp: a return takes no points in place of spent ones, and none of other lots [D4]',
    { reversal: 'clamp' },
    `
    2027-01-01  buy A 100.00      → 100
    2027-01-02  consume S 70      → A 70
    2027-01-02  grant B 500
    2027-01-03  return A R 50.00  → -30
    2027-01-03  balance           → 500
    2027-01-03  return A T 50.00  → 0
    2027-01-03  balance           → 500
  `,
  )

  ledger(
    'under pending_only: a return takes no available points [D4]',
    { reversal: 'pending_only', waiting_days: 7 },
    `
    2027-01-01  buy A 100.00      → 100 from 2027-01-08
    2027-01-02  return A R 30.00  → -30
    2027-01-08  return A S 30.00  → 0
    2027-01-08  balance           → 70
  `,
  )

  ledger(
    'a return counts expired points as taken, so that only spent points become a deficit [D4]',
    { expires_in: { days: 10 } },
    `
    2027-01-01  buy A 100.00    → 100 until 2027-01-11
    2027-01-02  consume S 60    → A 60
    2027-01-20  return A R      → -100
    2027-01-20  balance         → owes 60
    2027-01-21  undo S          → A +60 until 2027-02-05
    2027-01-21  balance         → nothing
  `,
  )

  ledger(
    'a return counts as taken what expired before other points of the lot came back [D4]',
    { expires_in: { days: 10 } },
    `
    2027-01-01  buy A 100.00      → 100 until 2027-01-11
    2027-01-02  consume S 60      → A 60
    2027-01-20  undo S            → A +60 until 2027-02-04
    2027-01-21  return A R 80.00  → -80
    2027-01-21  balance           → nothing
    2027-01-21  return A T 20.00  → -20
    2027-01-21  balance           → nothing
  `,
  )

  ledger(
    'a return takes the money with the points, even if a point is worth more than a centavo [D4]',
    { type: 'PERCENTAGE', rate: 5, points_per_real: 7 },
    `
    2027-01-01  buy A 19.90       → 6 worth 99
    2027-01-02  return A R 9.95   → -3 worth -49
    2027-01-02  consume S 3       → A 3 worth 50
    2027-01-02  return A T        → -3 worth -50
    2027-01-02  balance           → owes 3 worth 50
    2027-01-03  buy B 19.90       → 6 worth 99
    2027-01-03  balance           → 3 worth 49
  `,
  )

  ledger(
    'a return takes no points if the purchase earned none [D4]',
    `
    2027-01-01  buy A 0.99      → 0
    2027-01-02  return A R      → 0
    2027-01-02  return A S      → already_reversed
  `,
  )
})

describe('the points of a purchase', () => {
  ledger(
    'a cap limits the points and the centavos of a purchase [D4]',
    { cap: 50 },
    `
    2027-01-01  buy A 50.99   → 50
    2027-01-01  buy B 900.00  → 50
  `,
  )
  ledger(
    'the cap of a PERCENTAGE rule limits the money of a purchase’s points [D4]',
    { type: 'PERCENTAGE', rate: 10, cap: 500, points_per_real: 10 },
    `
    2027-01-01  buy A 49.90   → 49 worth 499
    2027-01-01  buy B 900.00  → 50 worth 500
    2027-01-01  buy C 0.90    → 0
  `,
  )
  ledger(
    'points that expire with a month are valid through the month in which they become available [D4]',
    { expires_in: { end_of: 'MONTH' }, waiting_days: 2 },
    `
    2027-02-10  buy A 10.00   → 10 from 2027-02-12 until 2027-02-28
    2027-02-27  buy B 10.00   → 10 from 2027-03-01 until 2027-03-31
  `,
  )
  ledger(
    'points that expire with a year are valid through the year in which they are earned [D4]',
    { expires_in: { end_of: 'YEAR' } },
    `
    2027-12-31 23:59:59  buy A 10.00   → 10 until 2027-12-31
    2028-01-01 00:00:00  balance       → nothing
    2028-01-01 00:00:00  buy B 10.00   → 10 until 2028-12-31
  `,
  )
  ledger(
    'a purchase earns points by a rule from the rule’s first day through its last [D4]',
    { valid_from: '2027-02-01', valid_to: '2027-02-28' },
    `
    2027-01-31 23:59:59  buy A 10.00   → inactive_calculation_rule
    2027-02-01 00:00:00  buy A 10.00   → 10
    2027-02-28 23:59:59  buy B 10.00   → 10
    2027-03-01 00:00:00  buy C 10.00   → inactive_calculation_rule
    2027-03-01 00:00:00  buy B 10.00   → 10
  `,
  )
})
