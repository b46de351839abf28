/** Each display mode shows and hides points and money on every screen (R1.7, R1.8, D7). */

import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import { command } from './command.ts'
import {
  api,
  applyCopy,
  at,
  demoKey,
  isWhole,
  type Person,
  register,
  sell,
  takeBack,
  test,
} from './journey.ts'
import { withoutFirstScreen } from './policy.ts'

const points = /\bpontos?\b/i
const money = /R\$|cashback/i
/** The purchase values of withEverything. A purchase value is not cashback, so it is always shown (D13). */
const purchaseValues = /R\$\s(600|90|30|45),[09]0/g

type Display = {
  mode: string
  hidden?: string
  forbidden: RegExp | null
  required: RegExp[]
  isNightly?: boolean
}

/**
 * The wording does not depend on the screen size, so each size tests half of the displays. Three of them run
 * with `npm test`, on a phone: together they have each mode, each flag and both forbidden words.
 */
const displays: Record<string, Display[]> = {
  phone: [
    { mode: 'POINTS', forbidden: null, required: [points, money], isNightly: true },
    { mode: 'CASH', forbidden: points, required: [money] },
    { mode: 'PERCENTAGE', hidden: 'hide_points', forbidden: points, required: [money] },
    {
      mode: 'PERCENTAGE',
      hidden: 'hide_cashback',
      forbidden: money,
      required: [points],
      isNightly: true,
    },
    { mode: 'POINTS', hidden: 'hide_cashback', forbidden: money, required: [points] },
  ],
  desktop: [
    { mode: 'POINTS', hidden: 'hide_points', forbidden: points, required: [money] },
    { mode: 'PERCENTAGE', forbidden: points, required: [money] },
    { mode: 'CASH', hidden: 'hide_points', forbidden: points, required: [money] },
    { mode: 'CASH', hidden: 'hide_cashback', forbidden: money, required: [points] },
  ],
}

/** Each path of a signed-in customer, with a text that is visible once the screen has loaded. */
const screens: [string, string | RegExp][] = [
  ['/fidelidade/resumo', 'Última compra'],
  ['/historico', 'Como calculamos'],
  ['/historico?days=30', 'Como calculamos'],
  ['/niveis', 'Barista'],
  ['/store', 'Oficina de café coado'],
  ['/store?tab=free', 'Água com gás da casa'],
  ['/store?tab=favorite', /Favoritos/],
  ['/store?tab=to_withdraw', 'Café coado na hora'],
  ['/store?tab=withdrawn', 'Você ainda não retirou prêmios'],
  ['/promo', 'Tem um código?'],
  ['/promo/t/BOASVINDAS', 'Boas-vindas'],
  ['/promo/t/TARDE', 'Café da tarde'],
  ['/perguntas-frequentes', 'Perguntas frequentes'],
  ['/clube-de-assinatura', 'Seu saldo e seus prêmios continuam aqui.'],
  ['/autorizacao', 'Código de autorização'],
  ['/meu-cadastro', 'Meu cadastro'],
]

const guestScreens: [string, string][] = [
  ['/entrar', 'Que bom ver você'],
  ['/cadastrar-email', 'Crie sua conta'],
  ['/esqueci-minha-senha', 'Esqueceu a senha?'],
  ['/clube-de-assinatura', 'Seu saldo espera por você.'],
]

test(
  'hidden points or money appear on no screen, dialog or label, in any mode [R1.7 R1.8 D7]',
  { tag: '@night' },
  async ({ page }, { project }) => {
    test.setTimeout(240_000)
    page.setDefaultTimeout(20_000)
    const slug = `calado-${project.name}`
    const all = displays[project.name]!.filter(({ isNightly }) => isWhole || !isNightly)
    await applyDisplay(slug, all.at(-1)!)
    for (const [path, seen] of guestScreens) {
      await page.goto(at(slug, path))
      await expectWording(page, seen, all.at(-1)!, path)
    }
    await withEverything(page, slug)
    for (const display of all) {
      await applyDisplay(slug, display)
      await page.goto(at(slug, '/fidelidade/resumo'))
      for (const [path, seen] of screens) {
        await go(page, path)
        await expectWording(page, seen, display, path)
      }
      await openEachDialog(page, display)
      // The till's open request holds a part of the balance.
      const chip = page.getByRole('banner').getByText('Disponível agora', { exact: true })
      await expect(chip).toHaveCount(display.hidden === 'hide_cashback' ? 0 : 1)
    }
  },
)

test('with both hide flags the portal works and shows no amounts and no balance chip @wire [R1.8 D13]', async ({
  page,
}) => {
  const person = await register(page)
  await sell(await demoKey(), person.document, 60_000)
  // `company check` rejects both flags together, but an API of another version may send them. The first screen that this
  // server paints does not know the flags, so remove it.
  await withoutFirstScreen(page)
  await page.route(
    (url) => url.hostname === 'cafe.localhost',
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const url = route.request().url().replace('//cafe.localhost', '//localhost')
      const response = await route.fetch({ url })
      const html = (await response.text())
        .replace('"hide_points":false', '"hide_points":true')
        .replace('"hide_cashback":false', '"hide_cashback":true')
      return route.fulfill({ response, body: html })
    },
  )
  for (const [path, seen] of [
    ['/fidelidade/resumo', /Última compra/],
    ['/historico', /Aurora Pinheiros/],
    ['/niveis', /Barista/],
    ['/store', /Oficina de café coado/],
    ['/promo/t/BOASVINDAS', /Boas-vindas/],
  ] as const) {
    await page.goto(at('cafe', path))
    await expect(page.getByRole('main').getByText(seen).first()).toBeVisible()
    expect(await page.locator('body').innerText(), path).not.toMatch(/R\$|\d pontos?\b/)
    await expect(page.getByRole('banner').getByText('Saldo', { exact: true })).toHaveCount(0)
  }
})

async function applyDisplay(slug: string, { mode, hidden }: Display): Promise<void> {
  await applyCopy(slug, (yaml) =>
    yaml
      .replace('display_mode: POINTS', `display_mode: ${mode}${hidden ? `\n${hidden}: true` : ''}`)
      // The company's own texts may mention points: replace the word there.
      .replaceAll(/\bpontos?\b/gi, 'selos'),
  )
}

/** Registers a customer with purchases, a partial return, a voucher, a level, expiring points and an open intention. */
async function withEverything(page: Page, slug: string): Promise<Person> {
  const key = (await command('partner', 'key', slug, 'Caixa')).split('\n').at(-1)!.trim()
  const person = await register(page, undefined, slug)
  await sell(key, person.document, 60_000)
  const { id } = await sell(key, person.document, 9_000)
  await takeBack(key, id, 3_000)
  await page.goto(at(slug, '/store'))
  await page.getByRole('link', { name: 'Café coado na hora' }).click()
  await page.getByRole('button', { name: 'Trocar' }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByRole('dialog', { name: 'Sucesso!' })).toBeVisible()
  const opened = await fetch(api('/partner/points/intention'), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      customer: { document: person.document },
      purchase_value: 4_590,
      points_amount: 100,
      external_id: randomUUID(),
      subsidiary_name: 'Aurora Pinheiros',
    }),
  })
  expect(opened.status).toBe(201)
  return person
}

/** Navigates as a link of the portal does, without loading the page again. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

async function expectWording(
  page: Page,
  seen: string | RegExp,
  { mode, hidden, forbidden, required }: Display,
  where: string,
): Promise<void> {
  await expect(page.getByText(seen).filter({ visible: true }).first()).toBeVisible()
  // The content of <details> is rendered when it is opened. Lines that newer data replaces meanwhile are opened again.
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll('details')]
    for (const one of all) one.open = true
    return all.every(({ childElementCount }) => childElementCount > 1)
  })
  const name = `${mode} ${hidden ?? ''} ${where}`
  const text = await allText(page)
  if (forbidden) expect(text.replaceAll(purchaseValues, ''), name).not.toMatch(forbidden)
  if (where !== '/fidelidade/resumo') return
  for (const word of required) expect(await allText(page), name).toMatch(word)
}

/** All text for eyes and screen readers, including labels and folded content. */
async function allText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const labels = [
      'aria-label',
      'aria-valuetext',
      'aria-description',
      'title',
      'alt',
      'placeholder',
    ]
    const elements = [...document.body.querySelectorAll('*')]
    const spoken = elements.flatMap((element) => labels.map((label) => element.getAttribute(label)))
    return [document.title, document.body.textContent, ...spoken.filter(Boolean)].join('\n')
  })
}

/** Opens the dialogs of a prize, a redemption and the bell, and checks that they have no word that `display` forbids. */
async function openEachDialog(page: Page, display: Display): Promise<void> {
  const openDialog = async (path: string, button: string | RegExp, dialog: string | RegExp) => {
    await go(page, path)
    await page.getByRole('main').getByRole('button', { name: button }).first().click()
    const open = page.getByRole('dialog', { name: dialog })
    await expect(open).toBeVisible()
    await expectWording(page, dialog, display, `${path} ${button}`)
    await page.keyboard.press('Escape')
    await expect(open).toBeHidden()
  }
  await openDialog('/fidelidade/resumo', 'Ver todas as datas', 'Quando seu saldo vence')
  await openDialog('/store', 'Filtrar e ordenar', 'Filtrar e ordenar')
  await openDialog('/historico', /Extrato/, /Extrato/)
  await go(page, '/store')
  await page.getByRole('link', { name: 'Porção de pão de queijo' }).click()
  await expectWording(page, 'Três, saídos do forno.', display, 'prize')
  await page.getByRole('button', { name: 'Trocar' }).click()
  await expectWording(page, 'Confirmar troca?', display, 'redeem')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: /^Notificações/ }).click()
  await expectWording(page, /Você ganhou/, display, 'bell')
  await page.keyboard.press('Escape')
}
