/** The audit log in the console (D15). */

import { randomUUID } from 'node:crypto'

import { expect } from '@playwright/test'

import { applyCopy, test } from '../journey.ts'
import { consoleAt, newStaff, settings } from './staff.ts'

test(
  'the audit log finds who changed a price, from what to what [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const slug = `preco-${randomUUID().slice(0, 8)}`
    await applyCopy(slug, (yaml) => yaml)
    const manager = await newStaff('manager', { company: slug, name: 'Bruno Reis' })
    const operations = [{ op: 'replace', path: '/prizes/1/value', value: 150 }]
    const draft = await manager.call('POST', '/programme/draft/change', { revision: 0, operations })
    const { revision } = draft as { revision: number }
    await manager.call('POST', '/programme/publish', { revision, publish_at: null })

    const owner = await newStaff('owner', { company: slug })
    await owner.signIn(context)
    await page.goto(consoleAt(settings.audit, slug))
    await page.getByLabel('O que foi feito').selectOption({ label: 'Publicação' })
    const entries = page.getByRole('table', { name: 'Registro de auditoria' })
    await entries.getByText('Bruno Reis publicou a versão').click()
    const entry = page.getByRole('dialog')
    await expect(entry).toContainText('Porção de pão de queijo')
    await expect(entry).toContainText(/120.*150/)
    await entry.getByRole('button', { name: 'Fechar' }).click()

    // The words follow the typing, and the field keeps the focus while the list changes.
    const words = page.getByLabel('Palavras')
    await words.pressSequentially('publicou', { delay: 80 })
    await expect(page).toHaveURL(/text=publicou/)
    await page.keyboard.type(' versão')
    await expect(page).toHaveURL(/text=publicou\+vers/)
    await expect(words).toHaveValue('publicou versão')
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect(page).not.toHaveURL(/\?/)
    await expect(words).toHaveValue('')

    // A filter that is chosen before the list has followed the words stays.
    await words.fill('publicou')
    await page.getByLabel('O que foi feito').selectOption({ label: 'Publicação' })
    await expect(page).toHaveURL(/text=publicou/)
    await expect(page).toHaveURL(/action=programme.published/)
  },
)

test(
  'two filters that are chosen before the page is drawn again are both kept [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const owner = await newStaff('owner', { name: 'Davi Rocha' })
    await owner.signIn(context)
    await page.goto(consoleAt(settings.audit))
    const person = page.getByLabel('Quem')
    await expect(person.getByRole('option', { name: 'Davi Rocha' }).first()).toBeAttached()
    await page.evaluate(async (staff_id) => {
      const choose = (name: string, value: string) => {
        const field = document.querySelector<HTMLSelectElement>(`select[name=${name}]`)!
        field.value = value
        field.dispatchEvent(new Event('change', { bubbles: true }))
      }
      choose('action', 'programme.published')
      // The router writes the address in microtasks. React draws in a later task.
      for (let turn = 0; turn < 1_000 && !window.location.search; turn += 1) {
        await Promise.resolve()
      }
      choose('staff_id', staff_id)
    }, owner.id)
    await expect(page).toHaveURL(
      consoleAt(`${settings.audit}?action=programme.published&staff_id=${owner.id}`),
    )
    await expect(person).toHaveValue(owner.id)
    await expect(page.getByLabel('O que foi feito')).toHaveValue('programme.published')
  },
)

test(
  'an analyst reads the audit log, and sees who may open the other settings [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const analyst = await newStaff('analyst', { name: 'Clara Nunes' })
    await analyst.signIn(context)
    for (const path of [settings.staff, settings.keys, settings.webhooks]) {
      await page.goto(consoleAt(path))
      await expect(page.getByText('Quem pode: proprietário ou gerente.')).toBeVisible()
    }
    await page.goto(consoleAt(settings.audit))
    await page.getByLabel('Quem').selectOption({ label: 'Clara Nunes' })
    const entries = page.getByRole('table', { name: 'Registro de auditoria' })
    await expect(entries).toContainText('Clara Nunes aceitou o convite como analista')
    await expect(page).toHaveURL(new RegExp(`staff_id=${analyst.id}`))
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar CSV' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^auditoria-cafe-[\d-]+\.csv$/)
  },
)
