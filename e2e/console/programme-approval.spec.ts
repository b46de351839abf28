import { randomUUID } from 'node:crypto'

import { expect } from '@playwright/test'

import { applyCopy, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { consoleAt, newStaff } from './staff.ts'

test(
  'an approval of a request whose person has left publishes nothing and says why [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const slug = `cafe-${randomUUID().slice(0, 8)}`
    await applyCopy(slug, (yaml) => `${yaml}\napprovals: { publish: true }\n`)
    const ana = await newStaff('owner', { company: slug, name: 'Ana Prado' })
    const bruno = await newStaff('manager', { company: slug, name: 'Bruno Reis' })
    const operations = [{ op: 'replace', path: '/prizes/1/value', value: 150 }]
    const draft = await bruno.call('POST', '/programme/draft/change', { revision: 0, operations })
    const { revision } = draft as { revision: number }
    await bruno.call('POST', '/programme/publish', { revision, publish_at: null })
    await ana.signIn(context)
    await page.goto(consoleAt('/programa/rascunho', slug))
    await ana.call('DELETE', `/staff/${bruno.id}`)
    await page.getByRole('button', { name: 'Aprovar' }).click()
    await expect(
      page.getByText('Não publicado: Bruno Reis já não publica o programa'),
    ).toBeVisible()
    await expect(page.getByText(/Suspenso: .* quem pediu já não publica/)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Recusar' }).click()
    await expect(page.getByText(/Suspenso:/)).toBeHidden()
  },
)
