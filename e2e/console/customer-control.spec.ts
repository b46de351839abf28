/** The acts of the customer desk that close or change an account (D15). */

import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import {
  applyCopy,
  at,
  demoKey,
  expectAccessible,
  expectAlert,
  expectNoSidewaysScroll,
  newPerson,
  sell,
  signIn,
  signUp,
  test,
} from '../journey.ts'
import { openPrize, redeem, redeemed } from '../redeem.ts'
import { consoleAt, newStaff } from './staff.ts'

/** Finds the customer and opens the record. `shown`: the masked name. */
async function openRecord(
  page: Page,
  document: string,
  shown: string,
  company?: string,
): Promise<void> {
  await page.goto(consoleAt('/clientes', company))
  await page.getByRole('searchbox').fill(document)
  await page.keyboard.press('Enter')
  await page.getByRole('table').getByText(shown).click()
  await expect(page.getByRole('heading', { level: 1, name: shown })).toBeVisible()
}

test(
  'an attendant blocks a customer, who learns it at the sign-in and loses nothing typed [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = await signUp(page, { ...newPerson(), name: 'Rosa Quaresma' })
    const attendant = await newStaff('attendant', { name: 'Clara Nunes' })
    await attendant.signIn(context)
    await openRecord(page, person.document, 'Rosa Q.')
    await page.getByRole('button', { name: 'Bloquear' }).click()
    const sheet = page.getByRole('dialog', { name: 'Bloquear cliente' })
    await sheet.getByRole('button', { name: 'Bloquear' }).click()
    await expect(sheet.getByText('Escolha um motivo')).toBeVisible()
    await expectAccessible(page)
    await sheet.getByText('Suspeita de fraude').click()
    await sheet.getByRole('button', { name: 'Bloquear' }).click()
    await expect(sheet).toBeHidden()
    const notice = page.getByText(/por Clara Nunes — motivo: suspeita de fraude/)
    await expect(notice).toBeVisible()

    // Undone, and undone again: blocked. At once, because the toast goes after 10 s.
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
    await expect(page.getByText('Conta desbloqueada: Rosa Q.')).toBeVisible()
    await expect(notice).toBeHidden()
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
    await expect(notice).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.goto(at('cafe', '/fidelidade/resumo'))
    await signIn(page, person.email, 'outra-senha')
    await expect(page.getByText('As credenciais estão incorretas.')).toBeVisible()
    await signIn(page, person.email, person.password)
    await expectAlert(page, 'Erro...', 'Sua conta está bloqueada. Fale com a loja.')
    await expect(page.getByLabel('Email, CPF/CNPJ ou celular')).toHaveValue(person.email)
    await expect(page.getByLabel('Senha', { exact: true })).toHaveValue(person.password)

    await openRecord(page, person.document, 'Rosa Q.')
    await page.getByRole('button', { name: 'Desbloquear' }).click()
    await expect(page.getByText('Conta desbloqueada: Rosa Q.')).toBeVisible()
    await page.goto(at('cafe', '/entrar'))
    await signIn(page, person.email, person.password)
    await expect(page.getByRole('heading', { name: 'Olá, Rosa' })).toBeVisible()
  },
)

test(
  'an attendant reverses a part of a sale, undoes a use and cancels a voucher, each final [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const { document } = await signUp(page, { ...newPerson(), name: 'Rita Quaresma' })
    await sell(await demoKey(), document, 20_000)
    await openPrize(page, 'Café coado na hora')
    await redeem(page)
    await expect(redeemed(page)).toBeVisible()
    const attendant = await newStaff('attendant')
    await attendant.signIn(context)
    await openRecord(page, document, 'Rita Q.')
    const movements = page.getByRole('region', { name: 'Movimentos' })
    await movements.getByRole('button', { name: /^Estornar Aurora Pinheiros/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Estornar compra' })
    await expect(sheet.getByText('Um estorno não pode ser desfeito.')).toBeVisible()
    await sheet.getByLabel('Valor devolvido').fill('mil')
    await sheet.getByRole('button', { name: 'Estornar' }).click()
    await expect(sheet.getByText('Digite um valor em reais')).toBeVisible()
    await expect(sheet.getByText('Escolha um motivo')).toBeVisible()
    await expectAccessible(page)
    await sheet.getByLabel('Valor devolvido').fill('200,01')
    await sheet.getByText('Lançamento errado').click()
    await sheet.getByRole('button', { name: 'Estornar' }).click()
    await expect(sheet.getByText('O valor devolvido é maior')).toBeVisible()
    await sheet.getByLabel('Valor devolvido').fill('10,00')
    await sheet.getByRole('button', { name: 'Estornar' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText('Estorno feito: 10 pontos a menos para Rita Q.')).toBeVisible()
    await expect(movements).toContainText('Compra devolvida')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const vouchers = page.getByRole('region', { name: 'Vouchers' })
    await vouchers.getByRole('button', { name: /^Cancelar o voucher/ }).click()
    const question = page.getByRole('dialog', { name: 'Cancelar voucher' })
    await expect(question.getByText('Um cancelamento não pode ser desfeito.')).toBeVisible()
    await expectAccessible(page)
    await question.getByText('Desistência do cliente').click()
    await question.getByRole('button', { name: 'Cancelar voucher' }).click()
    await expect(page.getByText('Voucher cancelado.')).toBeVisible()
    await expect(vouchers).toContainText('Cancelado')
    await expect(vouchers.getByRole('button', { name: /^Cancelar/ })).toBeHidden()
  },
)

test(
  'an attendant corrects a CPF and an email after proof, each mistake at its field [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const other = await signUp(page)
    const person = await signUp(page, { ...newPerson(), name: 'Rute Quaresma' })
    const attendant = await newStaff('attendant', { name: 'Clara Nunes' })
    await attendant.signIn(context)
    await openRecord(page, person.document, 'Rute Q.')
    const data = page.getByRole('region', { name: 'Dados da pessoa' })
    await data.getByRole('button', { name: 'Corrigir' }).click()
    const sheet = page.getByRole('dialog', { name: 'Corrigir dados' })
    await sheet.getByRole('button', { name: 'Corrigir' }).click()
    await expect(sheet.getByText('Escolha o que você viu')).toBeVisible()
    await sheet.getByText('Documento com foto').click()
    await sheet.getByRole('button', { name: 'Corrigir' }).click()
    await expect(sheet.getByText('Mude pelo menos um dado')).toBeVisible()
    await expectAccessible(page)
    await sheet.getByLabel('Email').fill(other.email)
    await sheet.getByRole('button', { name: 'Corrigir' }).click()
    await expect(sheet.getByText('O email já está sendo utilizado.')).toBeVisible()
    // A closed sheet keeps what was typed.
    await page.keyboard.press('Escape')
    await data.getByRole('button', { name: 'Corrigir' }).click()
    await expect(sheet.getByLabel('Email')).toHaveValue(other.email)
    const { document, email } = newPerson()
    await sheet.getByLabel('Email').fill(email)
    await sheet.getByLabel('CPF ou CNPJ').fill(document)
    await sheet.getByText('Documento com foto').click()
    await sheet.getByRole('button', { name: 'Corrigir' }).click()
    await expect(page.getByText('Dados corrigidos.')).toBeVisible()
    await expect(data).toContainText('(não confirmado)')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.goto(at('cafe', '/fidelidade/resumo'))
    await signIn(page, document, person.password)
    await expect(page.getByRole('heading', { name: 'Olá, Rute' })).toBeVisible()
    const owner = await newStaff('owner')
    const log = (await owner.call('GET', '/audit?action=customer.corrected')) as {
      sentence: string
    }[]
    expect(log.map(({ sentence }) => sentence)).toContain(
      'Clara Nunes corrigiu o CPF ou CNPJ e o email de Rute Q. — prova: documento com foto',
    )
  },
)

test(
  'an attendant asks for an adjustment above the limit, and a manager approves it [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    // Two people and a company, each by a command of its own.
    test.slow()
    const slug = `cafe-${randomUUID().slice(0, 8)}`
    await applyCopy(slug, (yaml) => `${yaml}\nadjustments: { needs_second_person: true }\n`)
    const { document } = await signUp(page, { ...newPerson(), name: 'Rosa Quaresma' }, slug)
    const attendant = await newStaff('attendant', { company: slug, name: 'Clara Nunes' })
    await attendant.signIn(context)
    await openRecord(page, document, 'Rosa Q.', slug)
    await page.getByRole('button', { name: 'Ajustar saldo' }).click()
    const sheet = page.getByRole('dialog', { name: 'Ajustar saldo' })
    await expect(sheet.getByText('Acima de 500 pontos, o ajuste vira um pedido')).toBeVisible()
    await sheet.getByLabel('Quantos pontos').fill('600')
    await sheet.getByText('Cortesia').click()
    await sheet.getByRole('button', { name: 'Ajustar saldo' }).click()
    await expect(page.getByText('Pedido enviado.')).toBeVisible()
    await expectAccessible(page)
    await page.goto(consoleAt('/', slug))
    await page.getByRole('link', { name: 'Seu pedido de ajuste espera por outra pessoa' }).click()
    await expect(page.getByText('Dar 600 pontos a Rosa Q.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Aprovar' })).toBeHidden()
    await expectAccessible(page)

    await context.clearCookies()
    const manager = await newStaff('manager', { company: slug, name: 'Bruno Reis' })
    await manager.signIn(context)
    await page.goto(consoleAt('/', slug))
    await page.getByRole('link', { name: '1 ajuste acima do limite espera por você' }).click()
    await expect(page.getByText('Pedido de Clara Nunes')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Aprovar' }).click()
    await expect(page.getByText('Pedido aprovado: 600 pontos a mais para Rosa Q.')).toBeVisible()
    await expect(page.getByText('Nenhum pedido espera por aprovação.')).toBeVisible()
    await openRecord(page, document, 'Rosa Q.', slug)
    await expect(page.getByRole('region', { name: 'Saldo' })).toContainText('600 pontos')
  },
)
