/** People of the company in the console, and what holds for all its settings (D15). */

import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import { expectAccessible, mailedLink, test } from '../journey.ts'
import { acceptInvitation, consoleAt, newStaff, settings, staffPassword } from './staff.ts'

test(
  'an invited cashier joins by the mailed link, with a password and a second factor [D15]',
  { tag: '@desk' },
  async ({ page, context, browser }) => {
    const owner = await newStaff('owner')
    await owner.signIn(context)
    await page.goto(consoleAt(settings.staff))
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
    await expect(theirs.getByRole('heading', { level: 1, name: 'Caixa' })).toBeVisible()
    await other.close()

    await page.reload()
    await expect(person).toContainText('Ativo')
  },
)

test(
  'the open page of a removed person asks for a sign-in, which is refused [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    const manager = await newStaff('manager', { name: 'Bruno Reis' })
    await manager.signIn(context)
    await page.goto(consoleAt(settings.staff))
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
  'a long list of people is searched by words, and the address keeps the search [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    const own = randomUUID().slice(0, 8)
    // Ten people, so that the list is long.
    for (let at = 0; at < 10; at += 1) {
      const name = at === 0 ? `Zélia ${own}` : `Rui ${own}`
      const email = `${randomUUID()}@exemplo.com.br`
      await owner.call('POST', '/staff', { name, email, role: 'analyst', shops: [] })
    }
    await owner.signIn(context)
    await page.goto(consoleAt(settings.staff))
    const search = page.getByRole('searchbox', { name: /^Procurar por nome/ })
    const people = page.getByRole('region', { name: 'Pessoas' }).getByRole('listitem')
    await search.fill(`zelia ${own}`)
    await expect(people).toHaveText([new RegExp(`Zélia ${own}`)])
    await expect(page.getByText(/^1 de \d+ na lista$/)).toBeVisible()
    await page.reload()
    await expect(search).toHaveValue(`zelia ${own}`)
    await expect(people).toHaveCount(1)
    await search.fill(`ninguém ${own}`)
    await expect(page.getByText('Nada encontrado com essas palavras.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Mostrar todos' }).click()
    await expect(search).toHaveValue('')
    await expect(people.filter({ hasText: own })).toHaveCount(10)
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
      [settings.staff, ['Convidar', `Mudar ${manager.name}`, `Retirar ${manager.name}`]],
      [settings.keys, ['Criar chave', `Mudar a chave ${name}`, `Revogar a chave ${name}`]],
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
  'text typed into a sheet survives Esc, a lost network and a reload, until it is discarded [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    await owner.signIn(context)
    await page.goto(consoleAt(settings.staff))
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
    // The pressed button is gone: the focus must not fall out of the sheet.
    await expect(sheet.getByLabel('Email')).toBeFocused()
    await page.keyboard.press('Escape')
    await opener.click()
    await expect(isBack).toBeHidden()
  },
)

test(
  'the sheets of a person and of a till key stay open until the answer to their write [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const owner = await newStaff('owner')
    const { name } = await newStaff('cashier', { name: `Caixa ${randomUUID().slice(0, 8)}` })
    await owner.signIn(context)
    const writes = [
      { path: settings.staff, open: 'Convidar', send: 'Enviar convite' },
      { path: settings.staff, open: `Mudar ${name}`, send: 'Salvar' },
      { path: settings.keys, open: 'Criar chave', send: 'Criar chave' },
    ]
    for (const { path, open, send } of writes) {
      await page.goto(consoleAt(path))
      await page.getByRole('button', { name: open, exact: true }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel('Nome').fill(`Rui ${randomUUID().slice(0, 8)}`)
      const email = sheet.getByRole('textbox', { name: 'Email' })
      if (open === 'Convidar') await email.fill(`${randomUUID()}@exemplo.com.br`)
      const write = await hold(page, /\/api\/admin\/(staff|key)(\/[^/]+)?$/)
      await sheet.getByRole('button', { name: send }).click()
      await write.isSent
      await expect(sheet.getByRole('button', { name: 'Fechar' })).toBeDisabled()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(sheet).toBeVisible()
      write.answer()
      await expect(sheet.getByLabel('Nome')).toBeHidden()
      await page.unrouteAll({ behavior: 'wait' })
    }
  },
)

/** Holds the next write to the address back, until `answer` is called. */
async function hold(page: Page, url: RegExp) {
  const sent = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() !== 'GET') {
      sent.resolve()
      await answer.promise
    }
    await route.continue()
  })
  return { isSent: sent.promise, answer: answer.resolve }
}
