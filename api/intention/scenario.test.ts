/** Sequences of calls by tills and a customer, as tables with a clock. Each test has one customer with 100 points. */

import { intentionScripts } from '#api/testing/models/intention-script.ts'
import { createWorld } from '#api/testing/worlds/world.ts'

const scenario = await intentionScripts(await createWorld())

scenario(
  'example 5: 80 of 100 points held; till 2 cannot hold 30; a capture of 50 frees 30 [D4]',
  `
  12:00  till 1    asks 80          → PENDING, free 20
  12:00  till 2    asks 30          → intention_open, free 20
  12:01  customer  confirms         → AUTHORIZED, free 20
  12:01  till 1    takes 50         → CAPTURED 50, free 50
  12:02  till 2    asks 30          → PENDING, free 20
`,
)

scenario(
  'example 5: a hold that ends without a capture frees all; a late capture is refused [D4]',
  `
  12:00     till 1    asks 80       → PENDING, free 20
  12:09:59  customer  confirms      → AUTHORIZED, free 20
  12:10     till 1    takes 80      → intention_over, free 100
  12:10     till 1    takes         → intention_over, free 100
`,
)

scenario(
  'when an intention’s time is over, its points are free and it cannot be confirmed, without calls [D5]',
  `
  12:00     till 1    asks 80       → PENDING, free 20
  12:09:59  nobody    waits         → PENDING, free 20
  12:10     nobody    waits         → EXPIRED, free 100
  12:11     customer  confirms      → intention_over, free 100
  12:11     customer  declines      → intention_over, free 100
  12:11     till 1    cancels       → intention_over, free 100
`,
)

scenario(
  'the next till can open an intention when the first one’s time is over, with or without the job [D5]',
  `
  12:00  till 1    asks 80          → PENDING, free 20
  12:10  till 2    asks 100         → PENDING, free 0
  12:11  till 1    takes code       → intention_over, free 0
  12:12  till 2    takes code       → CAPTURED 100, free 0
`,
)

scenario(
  'with the code a till captures all points or fewer, never more; a repeat gets the first answer [D5]',
  `
  12:00  till 1    asks 80          → PENDING, free 20
  12:01  till 1    takes            → authorization_required, free 20
  12:01  till 1    takes 81 code    → capture_exceeds_hold held 80, free 20
  12:01  till 1    takes 30 code    → CAPTURED 30, free 70
  12:02  till 1    takes 30 code    → CAPTURED 30, free 70
  12:02  till 1    takes            → CAPTURED 30, free 70
  12:02  till 1    takes 31         → idempotency_mismatch, free 70
  12:30  till 1    takes 30         → CAPTURED 30, free 70
  12:30  customer  declines         → intention_over, free 70
  12:30  customer  confirms         → intention_over, free 70
  12:30  till 1    cancels          → intention_over, free 70
`,
)

scenario(
  'a customer may decline after confirming, and repeat the decline; no points are taken [D5]',
  `
  12:00  till 1    asks 80          → PENDING, free 20
  12:01  customer  confirms         → AUTHORIZED, free 20
  12:01  customer  confirms         → AUTHORIZED, free 20
  12:02  customer  declines         → DECLINED, free 100
  12:02  customer  declines         → DECLINED, free 100
  12:02  till 1    takes            → intention_over, free 100
  12:02  till 1    cancels          → intention_over, free 100
`,
)

scenario(
  'a cancelled intention frees all its points, and the till may open another at once [D5]',
  `
  12:00  till 1    asks 80          → PENDING, free 20
  12:01  till 1    cancels          → CANCELLED, free 100
  12:01  till 1    cancels          → CANCELLED, free 100
  12:01  till 1    takes code       → intention_over, free 100
  12:01  till 1    asks 100         → PENDING, free 0
`,
)

scenario(
  'a request for more points than the balance gets insufficient_balance and holds nothing [D5]',
  `
  12:00  till 1    asks 1           → PENDING, free 99
  12:00  till 1    cancels          → CANCELLED, free 100
  12:00  till 1    asks 101         → insufficient_balance missing 1, free 100
  12:00  till 1    asks 100         → PENDING, free 0
  12:01  customer  earns 40         → PENDING, free 40
  12:02  customer  declines         → DECLINED, free 140
`,
)

scenario(
  'the fifth wrong code ends the intention, and then the right code is refused [T5]',
  `
  12:00  till 1    asks 80          → PENDING, free 20
  12:00  till 1    takes wrong code → wrong_code attempts_left 4, free 20
  12:00  till 1    takes wrong code → wrong_code attempts_left 3, free 20
  12:00  till 1    takes wrong code → wrong_code attempts_left 2, free 20
  12:00  till 1    takes wrong code → wrong_code attempts_left 1, free 20
  12:00  till 1    takes wrong code → wrong_code attempts_left 0, free 100
  12:00  till 1    takes code       → intention_over, free 100
  12:01  till 1    asks 80          → PENDING, free 20
`,
)

scenario(
  'the fifth attempt with the right code captures; a confirmed intention needs no code [T5]',
  `
  12:00  till 1    asks 40          → PENDING, free 60
  12:00  till 1    takes wrong code → wrong_code attempts_left 4, free 60
  12:00  till 1    takes wrong code → wrong_code attempts_left 3, free 60
  12:00  till 1    takes wrong code → wrong_code attempts_left 2, free 60
  12:00  till 1    takes wrong code → wrong_code attempts_left 1, free 60
  12:00  till 1    takes code       → CAPTURED 40, free 60
  12:01  till 1    asks 60          → PENDING, free 0
  12:01  customer  confirms         → AUTHORIZED, free 0
  12:01  till 1    takes wrong code → CAPTURED 60, free 0
`,
)

scenario(
  'after a decline a shop may retry once for less or wait 10 minutes; other shops are free [D5 T6]',
  `
  12:00     till 1    asks 10           → PENDING, free 90
  12:01     customer  declines          → DECLINED, free 100
  12:01     till 1    asks 10           → intention_declined, free 100
  12:01     till 1    asks 11           → intention_declined, free 100
  12:02     till 1    asks 10 as Loja 9 → PENDING, free 90
  12:02     till 1    cancels           → CANCELLED, free 100
  12:02     till 2    asks 10           → PENDING, free 90
  12:02     till 2    cancels           → CANCELLED, free 100
  12:03     till 1    asks 9            → PENDING, free 91
  12:04     customer  declines          → DECLINED, free 100
  12:04     till 1    asks 8            → intention_declined, free 100
  12:11     till 1    asks 8            → intention_declined, free 100
  12:13:59  till 1    asks 1            → intention_declined, free 100
  12:14     till 1    asks 10           → PENDING, free 90
`,
)

scenario(
  'after a decline another till of the shop has the same one retry for less, and no other [D13 T6]',
  `
  12:00     till 1    asks 10           → PENDING, free 90
  12:01     customer  declines          → DECLINED, free 100
  12:01     till 2    asks 10 as Loja 1 → intention_declined, free 100
  12:02     till 2    asks 9 as Loja 1  → PENDING, free 91
  12:02     till 2    cancels           → CANCELLED, free 100
  12:03     till 1    asks 8            → intention_declined, free 100
  12:11     till 2    asks 10 as Loja 1 → PENDING, free 90
`,
)

scenario(
  'the one retry after a decline is used up also if the till cancels or captures it [D5]',
  `
  12:00     till 1    asks 10           → PENDING, free 90
  12:00     customer  declines          → DECLINED, free 100
  12:00     till 1    asks 9            → PENDING, free 91
  12:01     till 1    cancels           → CANCELLED, free 100
  12:01     till 1    asks 8            → intention_declined, free 100
  12:10     till 1    asks 10           → PENDING, free 90
  12:11     customer  declines          → DECLINED, free 100
  12:12     till 1    asks 9            → PENDING, free 91
  12:12     till 1    takes code        → CAPTURED 9, free 91
  12:13     till 1    asks 1            → intention_declined, free 91
  12:21     till 1    asks 1            → PENDING, free 90
`,
)

scenario(
  'a retry after a decline that is refused for another reason is not used up [D5]',
  `
  12:00     till 1    asks 100          → PENDING, free 0
  12:01     customer  declines          → DECLINED, free 100
  12:01     till 2    asks 60           → PENDING, free 40
  12:01     till 1    asks 50           → intention_open, free 40
  12:01     till 2    takes code        → CAPTURED 60, free 40
  12:02     till 1    asks 50           → insufficient_balance missing 10, free 40
  12:02     till 1    asks 40           → PENDING, free 0
`,
)

scenario(
  'a till opens at most 10 intentions an hour for a customer, under whatever shop names [T6]',
  `
${Array.from({ length: 10 }, (_, n) => `  12:${10 + n}     till 1  asks 1 as Loja ${n}  → PENDING, free 99\n  12:${10 + n}     till 1  cancels            → CANCELLED, free 100`).join('\n')}
  12:20     till 1  asks 1 as Outra   → too_many_requests, free 100
  12:20     till 2  asks 1            → PENDING, free 99
  12:20     till 2  cancels           → CANCELLED, free 100
  13:09:59  till 1  asks 1            → too_many_requests, free 100
  13:10     till 1  asks 1            → PENDING, free 99
`,
)

const fiveWrong = (time: string) =>
  [
    `  ${time}  till 1  asks 1  → PENDING, free 99`,
    ...[4, 3, 2, 1].map(
      (left) => `  ${time}  till 1  takes wrong code → wrong_code attempts_left ${left}, free 99`,
    ),
    `  ${time}  till 1  takes wrong code → wrong_code attempts_left 0, free 100`,
  ].join('\n')

scenario(
  'three intentions voided by wrong codes within a day block the till for a day [T6]',
  `
${fiveWrong('09:00')}
${fiveWrong('12:00')}
${fiveWrong('15:00')}
  15:01     till 1  asks 1  → too_many_requests, free 100
  15:01     till 2  asks 1  → PENDING, free 99
  15:01     till 2  cancels → CANCELLED, free 100
  14:59:59  till 1  asks 1  → too_many_requests, free 100
  15:00     till 1  asks 1  → PENDING, free 99
`,
)

const fourWrong = (time: string) =>
  `${fiveWrong(time).split('\n').slice(0, 5).join('\n')}\n  ${time}  till 1  cancels → CANCELLED, free 100`

scenario(
  'wrong codes count even if the till cancels before the fifth [T6]',
  `
${fourWrong('09:00')}
${fourWrong('09:10')}
${fourWrong('09:20')}
${fourWrong('09:30')}
  09:31     till 1  asks 1  → too_many_requests, free 100
  09:29:59  till 1  asks 1  → too_many_requests, free 100
  09:30     till 1  asks 1  → PENDING, free 99
`,
)

const fourWrongAndLeft = (time: string) => fiveWrong(time).split('\n').slice(0, 5).join('\n')

scenario(
  'wrong codes count even if the intention expires before the fifth, without a job [T6]',
  `
${fourWrongAndLeft('09:00')}
${fourWrongAndLeft('09:10')}
${fourWrongAndLeft('09:20')}
${fourWrongAndLeft('09:30')}
  09:40     till 1  asks 1  → too_many_requests, free 100
  09:39:59  till 1  asks 1  → too_many_requests, free 100
  09:40     till 1  asks 1  → PENDING, free 99
`,
)
