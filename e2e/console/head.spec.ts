/** The daily heads of the records in the console (docs/decisions/058-daily-head.md). */

import { readFile } from 'node:fs/promises'

import { expect } from '@playwright/test'

import type { RecordHead } from '#contract/head/head.ts'

import { expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { consoleAt, newStaff, settings } from './staff.ts'

/** The server takes a head after midnight, so the journey answers for it. */
const head: RecordHead = {
  company_id: '0193f7a2-7c1e-7d44-9d6e-1c8d2b1f0a11',
  number: 2,
  day: '2026-11-20',
  until: '2026-11-21T03:00:00.000Z',
  customers: 812,
  records: 19_342,
  entries_hash: 'ab'.repeat(32),
  previous_hash: 'cd'.repeat(32),
  hash: '4ebc204abb3a3274614772192b70112c20afa5400f2459981e53203508b81db0',
  public_key: 'MCowBQYDK2VwAyEA1Gp0mIkkDSmoZnYCpdQ4bGMIQBtx8YDqu3s0mVQ3pXk=',
  signature: `${'A'.repeat(86)}==`,
}

test(
  'an owner keeps a daily head as a file with the command that proves it; no other role sees them [D15 I8]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    await owner.signIn(context)
    await page.goto(consoleAt(settings.heads))
    await expect(page.getByText('Nenhum selo ainda.')).toBeVisible()
    await expectAccessible(page)

    await page.route('**/api/admin/head?*', (route) => route.fulfill({ json: [head] }))
    await page.reload()
    const heads = page.getByRole('table', { name: 'Selos dos registros' })
    await expect(heads).toContainText('19.342')
    await expectNoSidewaysScroll(page)
    await heads.getByText('20/11/2026').click()
    const sheet = page.getByRole('dialog', { name: 'Selo de 20/11/2026' })
    await expect(sheet).toContainText(`fiel audit --head ${head.hash}`)
    await expect(sheet).toContainText(head.public_key)
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await sheet.getByRole('button', { name: 'Baixar JSON' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('selo-cafe-2026-11-20.json')
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual({
      ...head,
      command: `fiel audit --head ${head.hash}`,
    })
  },
)

test('a manager reads who may see the heads [D15]', async ({ page, context }) => {
  const manager = await newStaff('manager')
  await manager.signIn(context)
  await page.goto(consoleAt(settings.heads))
  await expect(page.getByRole('main')).toContainText(/proprietári/i)
  await expect(page.getByText('Nenhum selo ainda.')).toBeHidden()
})
