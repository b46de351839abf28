/** The company document in the console: a draft, its mistakes, its publication and its preview (D15). */

import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'

import { type BrowserContext, expect, type Page } from '@playwright/test'

import { staffCookie } from '#contract/console/staff.ts'

import {
  applyCopy,
  at,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  signUp,
  test,
} from '../journey.ts'
import { consoleAt, newStaff } from './staff.ts'

const prizePath = '/programa/premios/cafe-coado'
const draftPath = '/programa/rascunho'

/** A company of its own with a console, and a manager who is signed in there. */
async function ownCompany(context: BrowserContext, more = ''): Promise<string> {
  const slug = `cafe-${randomUUID().slice(0, 8)}`
  await applyCopy(slug, (yaml) => `${yaml}\n${more}\n`)
  const manager = await newStaff('manager', { company: slug, name: 'Bruno Reis' })
  await manager.signIn(context)
  return slug
}

async function openPrize(page: Page, slug: string) {
  await page.goto(consoleAt(prizePath, slug))
  return page.getByLabel('Preço em pontos')
}

async function untilSaved(page: Page): Promise<void> {
  await expect(page.getByText('Salvo', { exact: true })).toBeVisible()
}

test(
  'a new price is a sentence in the draft, and in the portal once it is published [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const slug = await ownCompany(context)
    const price = await openPrize(page, slug)
    const undo = page.getByRole('button', { name: 'Desfazer' })
    await expect(undo).toHaveAttribute('aria-disabled', 'true')
    await expect(undo).toHaveAccessibleDescription('Não há nada para desfazer')
    await price.fill('70')
    await untilSaved(page)
    await undo.click()
    await expect(price).toHaveValue('150')
    await price.fill('77')
    await untilSaved(page)
    await page.getByRole('link', { name: 'Revisar e publicar' }).click()
    await expect(page.getByText(/Café coado na hora passa de 150 para 77 pontos/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Publicar agora' }).click()
    await expect(page.getByText('Versão 2 publicada')).toBeVisible()
    await expect(page.getByText('Seu rascunho está vazio')).toBeVisible()

    await signUp(page, newPerson(), slug)
    await page.goto(at(slug, '/store'))
    const prize = page.getByRole('listitem').filter({ hasText: 'Café coado na hora' }).first()
    await expect(prize).toContainText('77 pontos')
  },
)

test(
  'a wrong value stays in its field with a sentence, survives a closed tab and stops publishing [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const slug = await ownCompany(context)
    const price = await openPrize(page, slug)
    await price.fill('muito')
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Nome do prêmio').fill('Café coado <script>alert(1)</script>')
    await untilSaved(page)
    await page.close()

    const reopened = await context.newPage()
    const again = await openPrize(reopened, slug)
    await expect(again).toHaveAttribute('aria-invalid', 'true')
    await expect(again).toHaveValue('muito')
    await expect(reopened.getByLabel('Nome do prêmio')).toHaveValue(
      'Café coado <script>alert(1)</script>',
    )
    await reopened.goto(consoleAt(draftPath, slug))
    await expect(reopened.getByRole('heading', { name: 'O que falta corrigir' })).toBeVisible()
    const publish = reopened.getByRole('button', { name: 'Publicar agora' })
    await expect(publish).toHaveAttribute('aria-disabled', 'true')
    await expect(reopened.getByText('Corrija os campos antes de publicar').first()).toBeVisible()
    // The reason is shown once, and belongs to both buttons.
    for (const button of [publish, reopened.getByRole('button', { name: 'Agendar…' })]) {
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toHaveAccessibleDescription('Corrija os campos antes de publicar')
    }
  },
)

test(
  'without a network an edit waits in the browser, and is saved when the network is back [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const slug = await ownCompany(context)
    const price = await openPrize(page, slug)
    // The screen's code has come.
    await expect(price).toHaveValue('150')
    await context.setOffline(true)
    await price.fill('88')
    await expect(page.getByText('Sem conexão: suas alterações estão guardadas')).toBeVisible()
    await context.setOffline(false)
    await untilSaved(page)
    await page.reload()
    await expect(price).toHaveValue('88')
  },
)

test(
  '5,000 codes of a file join a prize, and a repeated line is named without its code [D15 T16]',
  { tag: '@night' },
  async ({ page, context }) => {
    const slug = await ownCompany(context)
    await openPrize(page, slug)
    const codes = Array.from({ length: 5_000 }, () => randomUUID())
    await page.getByLabel('Escolher arquivo .csv ou .txt').setInputFiles({
      name: 'codigos.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from([...codes, codes[0]].join('\n')),
    })
    await expect(page.getByText('5.000 códigos acrescentados ao rascunho.')).toBeVisible()
    await expect(page.getByText(/Linha 5001: /)).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(codes[0]!)
    await page.goto(consoleAt(draftPath, slug))
    await page.getByRole('button', { name: 'Publicar agora' }).click()
    await expect(page.getByText('Versão 2 publicada')).toBeVisible()
    await openPrize(page, slug)
    await expect(page.getByText('Códigos próprios: 5.000 livres, 0 já entregues.')).toBeVisible()
  },
)

test(
  'the preview shows the portal with the draft and leaves the focus; no screen scrolls sideways [D15]',
  { tag: '@night' },
  async ({ page, context, isMobile }) => {
    const slug = await ownCompany(context)
    await openPrize(page, slug)
    await page.getByLabel('Nome do prêmio').fill('Café da prévia')
    await untilSaved(page)
    // A phone has no room beside the form.
    if (isMobile) await page.getByRole('button', { name: 'Ver no portal' }).click()
    const portal = page.frameLocator('iframe').first()
    await expect(portal.getByRole('heading', { name: 'Café da prévia' }).first()).toBeVisible()
    // The portal focuses its title, but not in the frame beside a form.
    if (!isMobile) await expect(page.getByLabel('Nome do prêmio')).toBeFocused()
    // Without the preview's frame, whose portal has landmarks of its own.
    await page.setViewportSize({ width: 390, height: 844 })
    for (const place of ['regras', 'niveis', 'premios', 'promocoes', 'aparencia', 'textos']) {
      await page.goto(consoleAt(`/programa/${place}`, slug))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  },
)

test(
  'a tab whose browser another person uses now saves nothing in their name [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const slug = await ownCompany(context)
    const price = await openPrize(page, slug)
    await expect(price).toHaveValue('150')

    const rui = await newStaff('manager', { company: slug, name: 'Rui Lima' })
    await rui.signIn(context)
    await price.fill('66')
    await expect(page.getByText('Olá, Rui')).toBeVisible()
    expect(await rui.call('GET', '/programme/draft')).toBeUndefined()
  },
)

test(
  'two tabs of one person edit one draft: each sees the other’s field, one after a reload [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const slug = await ownCompany(context)
    const price = await openPrize(page, slug)
    const second = await context.newPage()
    await openPrize(second, slug)
    await second.getByLabel('Nome do prêmio').fill('Café passado')
    await untilSaved(second)
    await price.fill('77')
    await untilSaved(page)
    await expect(page.getByLabel('Nome do prêmio')).toHaveValue('Café passado')
    await second.reload()
    await expect(second.getByLabel('Preço em pontos')).toHaveValue('77')
    await expect(second.getByLabel('Nome do prêmio')).toHaveValue('Café passado')
  },
)

test(
  'with approvals a second person publishes what the first one asked for [D15]',
  { tag: '@desk' },
  async ({ page, context, browser }) => {
    const slug = await ownCompany(context, 'approvals: { publish: true }')
    const price = await openPrize(page, slug)
    await price.fill('77')
    await untilSaved(page)
    await page.goto(consoleAt(draftPath, slug))
    await page.getByRole('button', { name: 'Pedir aprovação' }).click()
    await expect(page.getByText('Pedido de publicação enviado')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Aprovar' })).toHaveCount(0)

    const others = await browser.newContext()
    const ana = await newStaff('owner', { company: slug, name: 'Ana Prado' })
    await ana.signIn(others)
    const second = await others.newPage()
    await second.goto(consoleAt('/', slug))
    await second.getByRole('link', { name: /Bruno Reis pede para publicar 1 mudança/ }).click()
    await second.getByRole('button', { name: 'Aprovar' }).click()
    await expect(second.getByText('Versão 2 publicada')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Seu rascunho está vazio')).toBeVisible()
    await others.close()
  },
)

test(
  'a person refuses another one’s request, whose changes return to the draft [D15]',
  { tag: '@night' },
  async ({ page, context, browser }) => {
    const slug = await ownCompany(context, 'approvals: { publish: true }')
    const price = await openPrize(page, slug)
    await price.fill('77')
    await untilSaved(page)
    await page.goto(consoleAt(draftPath, slug))
    await page.getByRole('button', { name: 'Pedir aprovação' }).click()
    await expect(page.getByText('Pedido de publicação enviado')).toBeVisible()

    const others = await browser.newContext()
    const ana = await newStaff('owner', { company: slug, name: 'Ana Prado' })
    await ana.signIn(others)
    const second = await others.newPage()
    await second.goto(consoleAt(draftPath, slug))
    await second.getByRole('button', { name: 'Recusar' }).click()
    await expect(second.getByText(/Pedido recusado: as mudanças voltaram/)).toBeVisible()
    await others.close()
    await page.reload()
    await expect(page.getByText(/Café coado na hora passa de 150 para 77 pontos/)).toBeVisible()
  },
)

test(
  'an earlier version is restored into the draft and published as a new one [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const slug = await ownCompany(context)
    const price = await openPrize(page, slug)
    await price.fill('77')
    await untilSaved(page)
    await page.goto(consoleAt(draftPath, slug))
    await page.getByRole('button', { name: 'Publicar agora' }).click()
    await expect(page.getByText('Versão 2 publicada')).toBeVisible()
    await page.goto(consoleAt('/programa/versoes', slug))
    await page.getByRole('button', { name: 'Restaurar', exact: true }).click()
    await expect(page.getByText('A versão 1 está no rascunho. Revise e publique.')).toBeVisible()
    await page.goto(consoleAt(draftPath, slug))
    await expect(page.getByText(/Café coado na hora passa de 77 para 150 pontos/)).toBeVisible()
    await page.getByRole('button', { name: 'Publicar agora' }).click()
    await expect(page.getByText('Versão 3 publicada')).toBeVisible()
  },
)

test(
  'a draft with codes is discarded only after a question that says how many go [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const slug = await ownCompany(context)
    await openPrize(page, slug)
    await page.getByLabel('Colar códigos, um por linha').fill('AAA-1\nAAA-2')
    await page.getByRole('button', { name: 'Acrescentar códigos' }).click()
    await expect(page.getByText('2 códigos acrescentados ao rascunho.')).toBeVisible()
    await page.goto(consoleAt(draftPath, slug))
    await page.getByRole('button', { name: 'Descartar' }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('2 códigos que ainda não foram publicados')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Descartar' }).click()
    await expect(page.getByText('Seu rascunho está vazio')).toBeVisible()
  },
)

test(
  'where the preview’s code does not come, the form works without it [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const slug = await ownCompany(context)
    await page.route(/\/console-assets\/Preview/, (route) => route.abort())
    const price = await openPrize(page, slug)
    await price.fill('88')
    await untilSaved(page)
    const look = page.getByRole('button', { name: 'Ver no portal' })
    if (await look.isVisible()) await look.click()
    await expect(page.getByText('Esta parte não abriu.')).toBeVisible()
    await expect(price).toHaveValue('88')
  },
)

test(
  'the shown calls save and publish the draft from a terminal, and hold no session [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const slug = await ownCompany(context)
    const price = await openPrize(page, slug)
    await price.fill('70')
    await untilSaved(page)
    await page.goto(consoleAt(draftPath, slug))
    await page.getByRole('button', { name: 'Ver como API' }).click()
    const sheet = page.getByRole('dialog', { name: 'Ver como API' })
    const calls = await sheet.locator('code').allInnerTexts()
    const save = calls.find((call) => call.includes('/programme/draft/change'))
    const publish = calls.find((call) => call.includes('/programme/publish'))
    const cookies = await context.cookies()
    const session = cookies.find(({ name }) => name === staffCookie)!.value
    await expect(sheet).not.toContainText(session)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ver como YAML' }).click()
    await expect(page.getByRole('dialog', { name: 'Ver como YAML' })).toContainText('value: 70')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Descartar' }).click()
    await expect(page.getByText('Seu rascunho está vazio')).toBeVisible()

    const run = (command: string) =>
      spawnSync('sh', ['-c', command.replace('SUA_SESSAO', session)], { encoding: 'utf8' }).stdout
    const { revision } = JSON.parse(run(save!)) as { revision: number }
    const published = publish!.replace(/"revision":\d+/, `"revision":${revision}`)
    expect(JSON.parse(run(published))).toMatchObject({ state: 'PUBLISHED', version: 2 })
    await openPrize(page, slug)
    await expect(price).toHaveValue('70')
  },
)

test(
  'a suspended publication is told in the navigation and at the programme, until it is resolved [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const slug = await ownCompany(context)
    const price = await openPrize(page, slug)
    await price.fill('70')
    await untilSaved(page)
    await page.goto(consoleAt(draftPath, slug))
    await page.getByRole('button', { name: 'Agendar…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Agendar' }).click()
    await expect(page.getByText('Publicação agendada')).toBeVisible()
    const ana = await newStaff('owner', { company: slug, name: 'Ana Prado' })
    const operations = [{ op: 'replace', path: '/prizes/1/value', value: 150 }]
    const draft = await ana.call('POST', '/programme/draft/change', { revision: 0, operations })
    const { revision } = draft as { revision: number }
    await ana.call('POST', '/programme/publish', { revision, publish_at: null })

    await page.goto(consoleAt('/programa/regras', slug))
    await expect(page.getByText('Uma publicação foi suspensa')).toBeVisible()
    await expectAccessible(page)
    const menu = page.getByRole('button', { name: 'Abrir menu: 1 publicação suspensa' })
    const isPhone = await menu.isVisible()
    if (isPhone) await menu.click()
    const place = page.getByRole('link', { name: 'Rascunho 1 publicação suspensa' })
    await expect(place.filter({ visible: true })).toBeVisible()
    if (isPhone) await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Resolver' }).click()
    await expect(page.getByText('Suspenso: outra versão foi publicada')).toBeVisible()
    await page.getByRole('button', { name: 'Retirar pedido' }).click()
    await expect(page.getByText('O programa mudou enquanto você editava')).toBeVisible()
    await page.goto(consoleAt('/programa/regras', slug))
    await page.getByRole('link', { name: 'Comparar e juntar' }).click()
    await page.getByRole('button', { name: 'Juntar' }).click()
    await expect(page.getByText('O programa mudou enquanto você editava')).toBeHidden()
    await expect(page.getByText(/publicação suspensa/)).toHaveCount(0)
  },
)
