/** Webhooks and their deliveries in the console (D15). */

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect } from '@playwright/test'

import { applyCopy, expectAccessible, newPerson, signUp, test } from '../journey.ts'
import { consoleAt, newStaff, settings } from './staff.ts'

test(
  'a manager sends an event that a webhook has refused once more, and reads its data [D15 D3]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const statuses = [500]
    const receiver = createServer((request, response) => {
      request.resume()
      response.writeHead(statuses.shift() ?? 204).end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const slug = `webhook-${randomUUID().slice(0, 8)}`
    const url = `http://127.0.0.1:${port}/fiel`
    await applyCopy(slug, (yaml) => `${yaml}\nwebhooks: [{ url: '${url}' }]\n`)
    await signUp(page, newPerson(), slug)
    const manager = await newStaff('manager', { company: slug })
    await manager.signIn(context)

    await page.goto(consoleAt(settings.webhooks, slug))
    const deliveries = page.getByRole('table', { name: `Entregas para ${url}` })
    await deliveries.getByText('customer.created').click()
    const sheet = page.getByRole('dialog', { name: 'Entrega' })
    await expect(sheet).toContainText('"customer_id"')
    await sheet.getByRole('button', { name: 'Enviar outra vez' }).click()
    await expect(sheet).toContainText('500')
    await expect(async () => {
      await page.reload()
      await expect(deliveries).toContainText('Entregue', { timeout: 2_000 })
    }).toPass()
    await expectAccessible(page)
    receiver.close()
  },
)
