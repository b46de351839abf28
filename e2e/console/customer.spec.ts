/** The customer desk of the console: find a customer and open the record (D15). */

import { randomUUID } from 'node:crypto'

import { expect } from '@playwright/test'

import {
  at,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  sell,
  signUp,
  test,
} from '../journey.ts'
import { consoleAt, newStaff } from './staff.ts'

const deskPath = '/clientes'

test(
  'an attendant finds a customer by name, CPF and email, and sees masked data only [D15 D16]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const surname = `Quaresma${randomUUID().slice(0, 6)}`
    const person = { ...newPerson(), name: `Joana Ângela ${surname}` }
    await signUp(page, person)
    const attendant = await newStaff('attendant')
    await attendant.signIn(context)
    await page.goto(consoleAt('/'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const menu = page.getByRole('button', { name: 'Abrir menu' })
    if (await menu.isVisible()) await menu.click()
    await page.getByRole('link', { name: 'Clientes' }).click()
    const field = page.getByRole('searchbox', { name: 'CPF, CNPJ, celular, email ou nome' })
    await expect(field).toBeVisible()
    await expectAccessible(page)

    await field.fill(`angela ${surname.toLowerCase()}`)
    await page.keyboard.press('Enter')
    const results = page.getByRole('table', { name: 'Clientes encontrados' })
    await expect(results).toContainText('Joana Â. Q.')
    await expect(results).not.toContainText(surname)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    // The searched text is personal, so no address has it.
    expect(page.url()).toBe(consoleAt(deskPath))

    for (const text of [person.document, person.email]) {
      await field.fill(text)
      await page.getByRole('button', { name: 'Procurar' }).click()
      await expect(results).toContainText('Joana Â. Q.')
      await expect(results).not.toContainText(text)
    }
    await page.goBack()
    await expect(field).toHaveValue(person.document)
    await expect(results).toContainText('Joana Â. Q.')
  },
)

test(
  'a search tells what is missing: too few letters, half a number, nobody found, no connection [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const attendant = await newStaff('attendant')
    await attendant.signIn(context)
    await page.goto(consoleAt(deskPath))
    const field = page.getByRole('searchbox')
    const search = async (text: string) => {
      await field.fill(text)
      await page.keyboard.press('Enter')
    }
    await search('a')
    await expect(page.getByText('Digite pelo menos 2 letras do nome.')).toBeVisible()
    await search('123.456')
    await expect(page.getByText('Digite o número inteiro')).toBeVisible()
    await search(`Ninguém${randomUUID().slice(0, 8)}`)
    await expect(page.getByText('Nenhum cliente com este dado.')).toBeVisible()
    await context.setOffline(true)
    await search('marina')
    await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(page.getByRole('table', { name: 'Clientes encontrados' })).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'a cashier and an analyst see who may open the customer desk [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    for (const role of ['cashier', 'analyst'] as const) {
      const person = await newStaff(role)
      await person.signIn(context)
      await page.goto(consoleAt(deskPath))
      await expect(page.getByText('Quem pode: proprietário, gerente ou atendente.')).toBeVisible()
    }
  },
)

test(
  'an attendant sees where points went, and the data only with a reason, which is audited [D15 D16]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = { ...newPerson(), name: 'Rosa Quaresma Prado' }
    await signUp(page, person)
    await sell(await demoKey(), person.document, 4_590)
    const attendant = await newStaff('attendant', { name: 'Clara Nunes' })
    await attendant.signIn(context)
    await page.goto(consoleAt(deskPath))
    await page.getByRole('searchbox').fill(person.document)
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Clientes encontrados' }).getByText('Rosa Q. P.').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Rosa Q. P.' })).toBeVisible()

    const movements = page.getByRole('region', { name: 'Movimentos' })
    await expect(movements).toContainText('Aurora Pinheiros')
    await movements.getByText('Como calculamos').first().click()
    await expect(movements).toContainText('R$ 45,90')
    const data = page.getByRole('region', { name: 'Dados da pessoa' })
    await expect(data).not.toContainText(person.email)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await data.getByRole('button', { name: 'Mostrar dados' }).click()
    const sheet = page.getByRole('dialog', { name: 'Mostrar dados' })
    await sheet.getByRole('button', { name: 'Mostrar dados' }).click()
    await expect(sheet.getByText('Escolha um motivo')).toBeVisible()
    await expectAccessible(page)
    await sheet.getByText('Falar com a pessoa').click()
    // The answer closes the sheet, so nothing else closes it meanwhile.
    const answer = Promise.withResolvers<void>()
    await page.route('**/data', async (route) => {
      await answer.promise
      await route.continue()
    })
    await sheet.getByRole('button', { name: 'Mostrar dados' }).click()
    await expect(sheet.getByRole('button', { name: 'Fechar' })).toBeDisabled()
    answer.resolve()
    await expect(sheet).toBeHidden()
    await expect(data).toContainText(person.email)
    await expect(data).toContainText('07/09/1988')
    await data.getByRole('button', { name: 'Esconder dados' }).click()
    await expect(data).not.toContainText(person.email)

    const owner = await newStaff('owner')
    const log = (await owner.call('GET', '/audit?action=customer.viewed')) as { sentence: string }[]
    expect(log.map(({ sentence }) => sentence)).toContain(
      'Clara Nunes viu os dados de Rosa Q. P. — motivo: falar com a pessoa',
    )
  },
)

test(
  'the record of a customer who is gone says that nothing was found [D15 D16]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const attendant = await newStaff('attendant')
    await attendant.signIn(context)
    await page.goto(consoleAt(`${deskPath}/${randomUUID()}`))
    await expect(page.getByText('Não encontramos o que você procura.')).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'an attendant gives points within a limit and undoes it; the customer sees both [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = { ...newPerson(), name: 'Rita Quaresma' }
    await signUp(page, person)
    await sell(await demoKey(), person.document, 4_590)
    const attendant = await newStaff('attendant')
    await attendant.signIn(context)
    await page.goto(consoleAt(deskPath))
    await page.getByRole('searchbox').fill(person.document)
    await page.keyboard.press('Enter')
    await page.getByRole('table').getByText('Rita Q.').click()

    const standing = page.getByRole('region', { name: 'Saldo' })
    await standing.getByRole('button', { name: 'Ajustar saldo' }).click()
    const sheet = page.getByRole('dialog', { name: 'Ajustar saldo' })
    await sheet.getByLabel('Quantos pontos').fill('1.500')
    await sheet.getByText('Cortesia').click()
    await sheet.getByRole('button', { name: 'Ajustar saldo' }).click()
    await expect(sheet.getByText('Este ajuste passa do limite do seu papel.')).toBeVisible()
    await expectAccessible(page)
    await sheet.getByLabel('Quantos pontos').fill('50')
    await sheet.getByRole('button', { name: 'Ajustar saldo' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText('50 pontos a mais para Rita Q.')).toBeVisible()
    const movements = page.getByRole('region', { name: 'Movimentos' })
    await expect(movements).toContainText('Ajuste: pontos dados')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
    await expect(movements).toContainText('Ajuste desfeito')
    await expect(movements.getByText('Cancelado')).toBeVisible()

    await standing.getByRole('button', { name: 'Ajustar saldo' }).click()
    await sheet.getByText('Retirar pontos').click()
    await sheet.getByLabel('Quantos pontos').fill('400')
    await sheet.getByText('Correção de um erro').click()
    await sheet.getByRole('button', { name: 'Ajustar saldo' }).click()
    await expect(sheet.getByText('O cliente não tem saldo suficiente')).toBeVisible()
    await sheet.getByLabel('Quantos pontos').fill('1')
    await sheet.getByRole('button', { name: 'Ajustar saldo' }).click()
    await expect(movements).toContainText('Ajuste: pontos retirados')
    await movements.getByRole('button', { name: 'Desfazer o ajuste de -1 ponto' }).click()
    await expect(movements.getByText('Cancelado')).toHaveCount(2)

    await page.goto(at('cafe', '/historico'))
    await expect(page.getByText('Ajuste da loja').first()).toBeVisible()
  },
)

test(
  'an adjustment whose answer was lost is not made twice, and the sheet goes on [D15 D2]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = { ...newPerson(), name: 'Rui Quaresma' }
    await signUp(page, person)
    const attendant = await newStaff('attendant')
    await attendant.signIn(context)
    await page.goto(consoleAt(deskPath))
    await page.getByRole('searchbox').fill(person.document)
    await page.keyboard.press('Enter')
    await page.getByRole('table').getByText('Rui Q.').click()
    const standing = page.getByRole('region', { name: 'Saldo' })
    await standing.getByRole('button', { name: 'Ajustar saldo' }).click()
    const sheet = page.getByRole('dialog', { name: 'Ajustar saldo' })
    await sheet.getByLabel('Quantos pontos').fill('30')
    await sheet.getByText('Cortesia').click()
    const press = () => sheet.getByRole('button', { name: 'Ajustar saldo' }).click()

    const loseAnswer = () =>
      page.route(
        '**/adjustment',
        async (route) => {
          const { pathname } = new URL(route.request().url())
          const body = route.request().postDataJSON() as object
          await attendant.call('POST', pathname.replace('/api/admin', ''), body)
          await route.abort()
        },
        { times: 1 },
      )
    await loseAnswer()
    await press()
    await expect(sheet.getByText('Há um problema na conexão.')).toBeVisible()
    // A closed sheet and a reload keep figures and key.
    await page.keyboard.press('Escape')
    await page.reload()
    await standing.getByRole('button', { name: 'Ajustar saldo' }).click()
    await expect(sheet.getByLabel('Quantos pontos')).toHaveValue('30')
    await press()
    await expect(
      page.getByText('Este ajuste já tinha sido feito: 30 pontos a mais para Rui Q.'),
    ).toBeVisible()
    await expect(standing).toContainText('30 pontos')

    await standing.getByRole('button', { name: 'Ajustar saldo' }).click()
    await sheet.getByLabel('Quantos pontos').fill('10')
    await sheet.getByText('Cortesia').click()
    await loseAnswer()
    await press()
    await expect(sheet.getByText('Há um problema na conexão.')).toBeVisible()
    await sheet.getByLabel('Quantos pontos').fill('20')
    await press()
    await expect(sheet.getByText('O ajuste anterior desta tela já foi feito')).toBeVisible()
    await expectAccessible(page)
    await press()
    await expect(sheet).toBeHidden()
    await expect(standing).toContainText('60 pontos')

    // Without room in the storage, the open sheet still knows its key.
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await standing.getByRole('button', { name: 'Ajustar saldo' }).click()
    await sheet.getByLabel('Quantos pontos').fill('5')
    await sheet.getByText('Cortesia').click()
    await loseAnswer()
    await press()
    await expect(sheet.getByText('Há um problema na conexão.')).toBeVisible()
    await press()
    await expect(
      page.getByText('Este ajuste já tinha sido feito: 5 pontos a mais para Rui Q.'),
    ).toBeVisible()
    await expect(standing).toContainText('65 pontos')
  },
)

test(
  'the sheet of an adjustment stays open until its answer, which closes no later sheet [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const { document } = await signUp(page, { ...newPerson(), name: 'Raul Quaresma' })
    const attendant = await newStaff('attendant')
    await attendant.signIn(context)
    await page.goto(consoleAt(deskPath))
    await page.getByRole('searchbox').fill(document)
    await page.keyboard.press('Enter')
    await page.getByRole('table').getByText('Raul Q.').click()
    const standing = page.getByRole('region', { name: 'Saldo' })
    await standing.getByRole('button', { name: 'Ajustar saldo' }).click()
    const sheet = page.getByRole('dialog', { name: 'Ajustar saldo' })
    await sheet.getByLabel('Quantos pontos').fill('30')
    await sheet.getByText('Cortesia').click()
    const answer = Promise.withResolvers<void>()
    await page.route('**/adjustment', async (route) => {
      await answer.promise
      await route.continue()
    })
    await sheet.getByRole('button', { name: 'Ajustar saldo' }).click()
    const close = sheet.getByRole('button', { name: 'Fechar' })
    await expect(close).toBeDisabled()
    await close.click({ force: true })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeVisible()
    await expectAccessible(page)
    answer.resolve()
    await expect(sheet).toBeHidden()
    await expect(standing).toContainText('30 pontos')
  },
)
