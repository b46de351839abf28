/** Settings of the console: people, till keys, webhooks and the audit log (D15). */

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect } from '@playwright/test'

import {
  api,
  applyCopy,
  expectAccessible,
  expectNoSidewaysScroll,
  mailedLink,
  newPerson,
  sell,
  signUp,
  test,
} from '../journey.ts'
import { acceptInvitation, consoleAt, newStaff, staffPassword } from './staff.ts'

const staffPath = '/configuracoes/equipe'
const keyPath = '/configuracoes/chaves'
const webhookPath = '/configuracoes/webhooks'
const auditPath = '/configuracoes/auditoria'

test(
  'an invited cashier joins by the mailed link, with a password and a second factor [D15]',
  { tag: '@desk' },
  async ({ page, context, browser }) => {
    const owner = await newStaff('owner')
    await owner.signIn(context)
    await page.goto(consoleAt(staffPath))
    await page.getByRole('button', { name: 'Convidar' }).click()
    const email = `${randomUUID()}@exemplo.com.br`
    const sheet = page.getByRole('dialog', { name: 'Convidar uma pessoa' })
    await sheet.getByRole('button', { name: 'Enviar convite' }).click()
    await expect(sheet.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await sheet.getByLabel('Email').fill(email)
    await sheet.getByLabel('Nome').fill('Rui Lima')
    await sheet.getByRole('radio', { name: 'Caixa' }).check()
    await sheet.getByRole('button', { name: 'Enviar convite' }).click()
    const person = page.getByRole('listitem').filter({ hasText: email })
    await expect(person).toContainText('Convite enviado')

    const other = await browser.newContext({ locale: 'pt-BR' })
    const theirs = await other.newPage()
    await theirs.goto(await mailedLink(email, '/convite'))
    await acceptInvitation(theirs)
    await expect(theirs.getByRole('heading', { level: 1, name: 'Olá, Rui' })).toBeVisible()
    await other.close()

    await page.reload()
    await expect(person).toContainText('Ativo')
  },
)

test(
  'an owner makes a till key that sells, and revokes it; the audit log tells both [D15 T18]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const customer = await signUp(page, newPerson())
    const owner = await newStaff('owner')
    await owner.signIn(context)
    const name = `Caixa ${randomUUID().slice(0, 8)}`
    await page.goto(consoleAt(keyPath))
    await page.getByRole('button', { name: 'Criar chave' }).click()
    const sheet = page.getByRole('dialog', { name: 'Criar chave de caixa' })
    await sheet.getByLabel('Nome').fill(name)
    await sheet.getByLabel('Redes permitidas').fill('999.0.0.1')
    await sheet.getByRole('button', { name: 'Criar chave' }).click()
    await expect(sheet.getByText('Use endereços como')).toBeVisible()
    await expect(sheet.getByLabel('Nome')).toHaveValue(name)
    await sheet.getByLabel('Redes permitidas').fill('')
    await sheet.getByLabel('Pontos por dia').fill('5.000')
    await sheet.getByRole('button', { name: 'Criar chave' }).click()

    const made = page.getByRole('dialog', { name: 'Guarde a chave agora' })
    const key = await made.locator('code').first().innerText()
    await page.keyboard.press('Escape')
    await expect(made.getByText('/api/partner/calculation-rule')).toBeVisible()
    await expectAccessible(page)
    await made.getByRole('button', { name: 'Guardei a chave' }).click()
    await sell(key, customer.document, 4_590)

    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('até 5.000 pontos por dia')
    await expect(row).toContainText('Último uso em')
    await page.getByRole('button', { name: `Revogar a chave ${name}` }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('Isto não pode ser desfeito')
    await question.getByRole('button', { name: 'Revogar' }).click()
    await expect(question).toBeHidden()
    const headers = { authorization: `Bearer ${key}` }
    const refused = await fetch(api('/partner/calculation-rule'), { headers })
    expect(refused.status).toBe(401)

    await page.goto(consoleAt(`${auditPath}?text=${encodeURIComponent(name)}`))
    const entries = page.getByRole('table', { name: 'Registro de auditoria' })
    await expect(entries).toContainText(`revogou a chave de caixa “${name}”`)
    await entries.getByText(`criou a chave de caixa “${name}”`).click()
    const entry = page.getByRole('dialog')
    await expect(entry).toContainText('5.000')
    await expectAccessible(page)
  },
)

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

    await page.goto(consoleAt(webhookPath, slug))
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
    await page.goto(consoleAt(auditPath, slug))
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
  },
)

test(
  'the open page of a removed person asks for a sign-in, which is refused [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    const manager = await newStaff('manager', { name: 'Bruno Reis' })
    await manager.signIn(context)
    await page.goto(consoleAt(staffPath))
    await expect(page.getByText('Quem pode: proprietário.')).toBeVisible()
    await owner.call('DELETE', `/staff/${manager.id}`)

    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByRole('option', { name: 'Webhooks' }).click()
    const question = page.getByRole('dialog', { name: 'Entre de novo para continuar' })
    await expect(question).toBeVisible()
    await question.getByLabel('Senha', { exact: true }).fill(staffPassword)
    await question.getByRole('button', { name: 'Entrar' }).click()
    await expect(question.getByRole('alert')).not.toBeEmpty()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Entrar no console' })).toBeVisible()
  },
)

test(
  'an analyst reads the audit log, and sees who may open the other settings [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const analyst = await newStaff('analyst', { name: 'Clara Nunes' })
    await analyst.signIn(context)
    for (const path of [staffPath, keyPath, webhookPath]) {
      await page.goto(consoleAt(path))
      await expect(page.getByText('Quem pode: proprietário ou gerente.')).toBeVisible()
    }
    await page.goto(consoleAt(auditPath))
    await page.getByLabel('Quem').selectOption({ label: 'Clara Nunes' })
    const entries = page.getByRole('table', { name: 'Registro de auditoria' })
    await expect(entries).toContainText('Clara Nunes aceitou o convite como analista')
    await expect(page).toHaveURL(new RegExp(`staff_id=${analyst.id}`))
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar CSV' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^auditoria-cafe-[\d-]+\.csv$/)
  },
)

test(
  'each screen of the settings is accessible, and has no sideways scroll on a phone [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    await owner.signIn(context)
    for (const path of [staffPath, keyPath, webhookPath, auditPath]) {
      await page.goto(consoleAt(path))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  },
)

test(
  'a manager sees the buttons of staff and keys, which say that only an owner may press them [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    const name = `Caixa ${randomUUID().slice(0, 8)}`
    await owner.call('POST', '/key', {
      name,
      scopes: ['points'],
      addresses: null,
      most_points_per_day: null,
      most_look_ups_per_hour: 60,
      most_misses_per_hour: 30,
    })
    const manager = await newStaff('manager', { name: `Bruno ${randomUUID().slice(0, 8)}` })
    await manager.signIn(context)
    const places = [
      [staffPath, ['Convidar', `Mudar ${manager.name}`, `Retirar ${manager.name}`]],
      [keyPath, ['Criar chave', `Mudar a chave ${name}`, `Revogar a chave ${name}`]],
    ] as const
    for (const [path, buttons] of places) {
      await page.goto(consoleAt(path))
      for (const label of buttons) {
        const button = page.getByRole('button', { name: label })
        await expect(button).toHaveAttribute('aria-disabled', 'true')
        await expect(button).toHaveAccessibleDescription(/Quem pode: proprietário\.$/)
        await button.click({ force: true })
      }
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expectAccessible(page)
    }
  },
)

test(
  'what was typed into a sheet stays after Esc, a lost network and a reload, until it is discarded [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    await owner.signIn(context)
    await page.goto(consoleAt(staffPath))
    const email = `${randomUUID()}@exemplo.com.br`
    const opener = page.getByRole('button', { name: 'Convidar' })
    const sheet = page.getByRole('dialog', { name: 'Convidar uma pessoa' })
    const isBack = sheet.getByText('O que você tinha digitado continua aqui.')
    await opener.click()
    await sheet.getByLabel('Email').fill(email)
    await sheet.getByText('Analista', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await opener.click()
    await expect(sheet.getByLabel('Email')).toHaveValue(email)
    await expect(sheet.getByRole('radio', { name: 'Analista' })).toBeChecked()
    await expectAccessible(page)
    await sheet.getByLabel('Nome').fill('Rui Lima')
    await context.setOffline(true)
    await sheet.getByRole('button', { name: 'Enviar convite' }).click()
    await expect(sheet.getByRole('alert')).not.toBeEmpty()
    await context.setOffline(false)

    await page.reload()
    await opener.click()
    await expect(isBack).toBeVisible()
    await expect(sheet.getByLabel('Nome')).toHaveValue('Rui Lima')
    await sheet.getByRole('button', { name: 'Enviar convite' }).click()
    await expect(page.getByText(`Convite enviado para ${email}.`)).toBeVisible()
    await opener.click()
    await expect(isBack).toBeHidden()
    await expect(sheet.getByLabel('Email')).toHaveValue('')

    await sheet.getByLabel('Email').fill(email)
    await page.keyboard.press('Escape')
    await opener.click()
    await sheet.getByRole('button', { name: 'Descartar' }).click()
    await expect(sheet.getByLabel('Email')).toHaveValue('')
    await page.keyboard.press('Escape')
    await opener.click()
    await expect(isBack).toBeHidden()
  },
)
