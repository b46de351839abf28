/** The screens on a phone whose clock is wrong. */

import { randomUUID } from 'node:crypto'

import { expect } from '@playwright/test'

import { at, demoKey, sell, signUp, test, till } from './journey.ts'

test('a till’s request counts down by the server’s clock on a phone that is 10 minutes wrong [R8.2 D5]', async ({
  page,
}) => {
  const { document } = await signUp(page)
  await sell(await demoKey(), document, 20_000)
  await till('POST', '', {
    customer: { document },
    purchase_value: 4_590,
    points_amount: 100,
    external_id: randomUUID(),
    subsidiary_name: 'Aurora Pinheiros',
  })
  // The poll must correct the clock too: a node may have no room for another stream.
  await page.route('**/api/points/intention/stream', (route) => route.abort())
  for (const minutes of [10, -10]) {
    await page.clock.setSystemTime(Date.now() + minutes * 60_000)
    await page.goto(at('cafe', '/autorizacao'))
    await expect(page.getByRole('timer')).toContainText(/Expira em (10:00|[7-9]:\d\d)/)
  }
})
