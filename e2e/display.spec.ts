/** What a company says of points and money (R1.7, R1.8, D7), on every screen there is. */

import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import {
  api,
  applyCopy,
  at,
  command,
  demoKey,
  type Person,
  register,
  sell,
  takeBack,
  test,
} from './journey.ts'

const points = /\bpontos?\b/i
const money = /R\$|cashback/i
/** What withEverything buys, returns and asks for. The value of a purchase is no cashback, so it is always shown (D13). */
const purchase_values = /R\$\s(600|90|30|45),[09]0/g

type Display = { mode: string; hidden?: string; forbidden: RegExp | null; said: RegExp[] }

/** The wording does not depend on the size: each walks half, so that the chip of both is looked at. */
const displays: Record<string, Display[]> = {
  phone: [
    { mode: 'POINTS', forbidden: null, said: [points, money] },
    { mode: 'CASH', forbidden: points, said: [money] },
    { mode: 'PERCENTAGE', hidden: 'hide_points', forbidden: points, said: [money] },
    { mode: 'POINTS', hidden: 'hide_cashback', forbidden: money, said: [points] },
    { mode: 'PERCENTAGE', hidden: 'hide_cashback', forbidden: money, said: [points] },
  ],
  desktop: [
    { mode: 'POINTS', hidden: 'hide_points', forbidden: points, said: [money] },
    { mode: 'PERCENTAGE', forbidden: points, said: [money] },
    { mode: 'CASH', hidden: 'hide_points', forbidden: points, said: [money] },
    { mode: 'CASH', hidden: 'hide_cashback', forbidden: money, said: [points] },
  ],
}

/** Each path of who is signed in, and what is there once it has come. */
const screens: [string, string | RegExp][] = [
  ['/fidelidade/resumo', 'Como calculamos'],
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

const guest_screens: [string, string][] = [
  ['/entrar', 'Que bom ver você'],
  ['/cadastrar-email', 'Crie sua conta'],
  ['/esqueci-minha-senha', 'Esqueceu a senha?'],
  ['/clube-de-assinatura', 'Seu saldo espera por você.'],
]

test('what a company does not speak of is on no screen, in no dialog and under no label: each mode, each flag @desk [R1.7 R1.8 D7]', async ({
  page,
}, { project }) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(20_000)
  const slug = `calado-${project.name}`
  const all = displays[project.name]!
  await applyDisplay(slug, all.at(-1)!)
  for (const [path, seen] of guest_screens) {
    await page.goto(at(slug, path))
    await expectSaid(page, seen, all.at(-1)!, path)
  }
  await withEverything(page, slug)
  for (const display of all) {
    await applyDisplay(slug, display)
    await page.goto(at(slug, '/fidelidade/resumo'))
    for (const [path, seen] of screens) {
      await go(page, path)
      await expectSaid(page, seen, display, path)
    }
    await openEachDialog(page, display)
    const chip = page.getByRole('banner').getByText('Saldo', { exact: true })
    await expect(chip).toHaveCount(display.hidden === 'hide_cashback' ? 0 : 1)
  }
})

test('a portal that receives both flags shows no amount and no chip, and works [R1.8] [D13] @wire', async ({
  page,
}) => {
  const person = await register(page)
  await sell(await demoKey(), person.document, 60_000)
  // No company can say so: `company check` refuses it. An API of another version might.
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
      // What the company itself says is its own.
      .replaceAll(/\bpontos?\b/gi, 'selos'),
  )
}

/** A customer with purchases, one taken back in part, a voucher, a level, points that expire, and a till that asks. */
async function withEverything(page: Page, slug: string): Promise<Person> {
  const key = command('api/partner/command.ts', 'key', slug, 'Caixa').split('\n').at(-1)!.trim()
  const person = await register(page, undefined, slug)
  await sell(key, person.document, 60_000)
  const { id } = await sell(key, person.document, 9_000)
  await takeBack(key, id, 3_000)
  await page.goto(at(slug, '/store'))
  await page.getByRole('link', { name: 'Café coado na hora' }).click()
  await page.getByRole('button', { name: 'Trocar' }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByRole('dialog', { name: 'Troca realizada com sucesso!' })).toBeVisible()
  const asked = await fetch(api('/partner/points/intention'), {
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
  expect(asked.status).toBe(201)
  return person
}

/** As a link of the portal does: the page stays. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

async function expectSaid(
  page: Page,
  seen: string | RegExp,
  { mode, hidden, forbidden, said }: Display,
  where: string,
): Promise<void> {
  await expect(page.getByText(seen).filter({ visible: true }).first()).toBeVisible()
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true
  })
  // What is folded is drawn when it is opened.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('details')].every(
      ({ childElementCount }) => childElementCount > 1,
    ),
  )
  const name = `${mode} ${hidden ?? ''} ${where}`
  const words = await everyWord(page)
  if (forbidden) expect(words.replaceAll(purchase_values, ''), name).not.toMatch(forbidden)
  if (where !== '/fidelidade/resumo') return
  for (const word of said) expect(await everyWord(page), name).toMatch(word)
}

/** What is read, by eye or by a screen reader, open or folded. */
async function everyWord(page: Page): Promise<string> {
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

/** What is only there once it is asked for. */
async function openEachDialog(page: Page, display: Display): Promise<void> {
  const opened = async (path: string, button: string | RegExp, dialog: string | RegExp) => {
    await go(page, path)
    await page.getByRole('main').getByRole('button', { name: button }).first().click()
    const open = page.getByRole('dialog', { name: dialog })
    await expect(open).toBeVisible()
    await expectSaid(page, dialog, display, `${path} ${button}`)
    await page.keyboard.press('Escape')
    await expect(open).toBeHidden()
  }
  await opened('/fidelidade/resumo', 'Ver todas as datas', 'O que expira, e quando')
  await opened('/store', 'Preço e ordem', 'Preço e ordem')
  await opened('/historico', /Extrato/, /Extrato/)
  await go(page, '/store')
  await page.getByRole('link', { name: 'Porção de pão de queijo' }).click()
  await expectSaid(page, 'Três, saídos do forno.', display, 'prize')
  await page.getByRole('button', { name: 'Trocar' }).click()
  await expectSaid(page, 'Confirmar troca?', display, 'redeem')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: /^Notificações/ }).click()
  await expectSaid(page, /Você ganhou/, display, 'bell')
  await page.keyboard.press('Escape')
}
