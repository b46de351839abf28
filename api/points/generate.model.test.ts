import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const shop = await world.createCompany('prazo', {
  points_per_real: 50,
  calculation_rules: [
    { name: 'Compra', type: 'POINTS_PER_REAL', rate: 0.7, expires_in: { days: 3 } },
  ],
})

/** A sale or the repeat of an earlier one, then a wait. */
const steps = fc.array(
  fc.record({
    customer: fc.nat(2),
    purchase_value: fc.oneof(
      fc.integer({ min: 1, max: 50_000 }),
      fc.constantFrom(1, 142, 143, 100_000_000),
    ),
    repeatOf: fc.option(fc.nat(30), { freq: 3 }),
    hoursAfter: fc.constantFrom(0, 0, 0, 1, 23, 24, 30, 100),
  }),
  { minLength: 1, maxLength: 30 },
)

/** The number of concurrent sales, so that sales of one customer race and are batched. 1 is sequential. */
const widths = fc.constantFrom(1, 2, 7, 30)

test('random sales, repeated and concurrent, leave a balance equal to the replay of their records [D4]', async () => {
  let now = Date.parse('2027-01-01T12:00:00Z')
  let run = 0
  await fc.assert(
    fc.asyncProperty(steps, widths, async (script, width) => {
      run += 1
      const documents = [newCpf(), newCpf(), newCpf()]
      const sales = script.map(({ customer, purchase_value }, at) =>
        sale(documents[customer]!, { purchase_value, external_id: `${run}-${at}` }),
      )
      const sent = script.map(({ repeatOf }, at) =>
        repeatOf === null ? at : Math.min(repeatOf, at),
      )
      const answers = new Map<number, GeneratedPoints>()

      for (let from = 0; from < script.length; from += width) {
        const together = sent.slice(from, from + width)
        const responses = await Promise.all(together.map((at) => world.generate(shop, sales[at]!)))
        for (const [place, { status, body }] of responses.entries()) {
          expect(status).toBe(201)
          const first = answers.get(together[place]!)
          if (first) expect(body).toEqual(first)
          answers.set(together[place]!, body as GeneratedPoints)
        }
        now += script[from]!.hoursAfter * 3_600_000
        world.moveClock(new Date(now).toISOString())
        expect((await audit(world.database, world.now())).differences).toEqual([])
      }

      // Independent of the replay: each response has the points of the rule, rounded down once.
      for (const [at, { points_amount, points_value }] of answers) {
        const amount = Number((BigInt(sales[at]!.purchase_value) * 7n) / 1000n)
        expect({ points_amount, points_value }).toEqual({
          points_amount: amount,
          points_value: amount * 2,
        })
      }
    }),
    { numRuns: 30 },
  )
}, 120_000)
