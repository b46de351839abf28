/** The twelve tasks of issue 17 by the keyboard alone: at most 8 actions each. Every task begins on the start screen. */

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { type BrowserContext, expect, type Page } from '@playwright/test'

import { applyCopy, newPerson, signUp, test } from '../journey.ts'
import { Keyboard } from './keyboard.ts'
import { consoleAt, newStaff } from './staff.ts'

// One worker runs the tests in their order, so that it can print all of them as one table.
test.describe.configure({ mode: 'default' })

const maxActions = 8
const table: { task: string; actions: number; seconds: number }[] = []

test.afterAll(() => {
  const lines = table.map(
    ({ task, actions, seconds }) =>
      `${task.padEnd(32)} ${String(actions).padStart(7)} ${seconds.toFixed(1).padStart(7)}`,
  )
  console.log([`${'task'.padEnd(32)} actions seconds`, ...lines].join('\n'))
})

type Owner = Awaited<ReturnType<typeof newStaff>>
type Programme = {
  version: number
  document: Record<string, Record<string, unknown>[]> & { banner: Record<string, unknown> }
  pools: { key: string; free: number }[]
  requests: { state: string; publish_at: string | null }[]
}

/** A company of its own, whose owner is signed in. */
async function ownCompany(
  context: BrowserContext,
  change: (yaml: string) => string = (yaml) => yaml,
): Promise<{ slug: string; owner: Owner; programme: () => Promise<Programme> }> {
  const slug = `teclado-${randomUUID().slice(0, 8)}`
  await applyCopy(slug, change)
  const owner = await newStaff('owner', { company: slug, name: 'Ana Prado' })
  await owner.signIn(context)
  const programme = async () => (await owner.call('GET', '/programme')) as Programme
  return { slug, owner, programme }
}

/** Opens the start screen, does the task, and notes its actions and its time. */
async function does(
  page: Page,
  slug: string,
  task: string,
  actions: number,
  act: (keyboard: Keyboard) => Promise<void>,
): Promise<void> {
  await page.goto(consoleAt('/', slug))
  await expect(page.getByRole('heading', { level: 1, name: 'Olá, Ana' })).toBeFocused()
  const keyboard = new Keyboard(page)
  const started = performance.now()
  await act(keyboard)
  table.push({ task, actions: keyboard.actions, seconds: (performance.now() - started) / 1_000 })
  expect(keyboard.actions).toBe(actions)
  expect(actions).toBeLessThanOrEqual(maxActions)
}

/** From a form with changes: two actions. */
async function publish(page: Page, keyboard: Keyboard): Promise<void> {
  await keyboard.enter(page.getByRole('link', { name: 'Revisar e publicar' }))
  await keyboard.enter(page.getByRole('button', { name: 'Publicar agora' }))
  await expect(page.getByText('Versão 2 publicada')).toBeVisible()
}

const item = (page: Page, name: string) => page.getByRole('button', { name, expanded: false })

test('a rule gets another rate [D15]', { tag: '@night' }, async ({ page, context }) => {
  const { slug, programme } = await ownCompany(context)
  await does(page, slug, 'change a rule', 6, async (keyboard) => {
    await keyboard.run('regras', 'Regras')
    await keyboard.enter(item(page, 'Compra na loja'))
    await keyboard.fill(page.getByLabel('Quanto rende'), '3')
    await publish(page, keyboard)
  })
  expect((await programme()).document['calculation_rules']![0]).toMatchObject({ rate: 3 })
})

test(
  'a new prize has 5,000 codes of a file [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const { slug, programme } = await ownCompany(context)
    const codes = Array.from({ length: 5_000 }, () => randomUUID())
    await does(page, slug, 'new prize with 5,000 codes', 8, async (keyboard) => {
      await keyboard.pick('Novo prêmio')
      await keyboard.fill(page.getByRole('dialog').getByLabel('Nome'), 'Caneca')
      await keyboard.enter(page.getByRole('dialog').getByLabel('Nome'))
      await keyboard.fill(page.getByLabel('Preço em pontos'), '400')
      const file = page.getByRole('button', { name: 'Escolher arquivo .csv ou .txt' })
      await keyboard.chooseFile(file, {
        name: 'codigos.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from(codes.join('\n')),
      })
      await expect(page.getByText('5.000 códigos acrescentados ao rascunho.')).toBeVisible()
      await publish(page, keyboard)
    })
    const { document, pools } = await programme()
    expect(document['prizes']!.at(-1)).toMatchObject({ key: 'caneca', value: 400 })
    expect(pools.find(({ key }) => key === 'caneca')).toMatchObject({ free: 5_000 })
  },
)

test('a promotion ends today [D15]', { tag: '@night' }, async ({ page, context }) => {
  const { slug, programme } = await ownCompany(context)
  await does(page, slug, 'stop a promotion', 6, async (keyboard) => {
    await keyboard.run('promoc', 'Promoções')
    await keyboard.enter(item(page, 'Café da tarde'))
    await keyboard.enter(page.getByRole('button', { name: 'Encerrar hoje' }))
    await publish(page, keyboard)
  })
  const stopped = (await programme()).document['promotions']!.find(({ code }) => code === 'TARDE')
  expect(Date.parse(String(stopped!['ends_at']))).toBeLessThan(Date.now() + 86_400_000)
})

test('a new level begins at its points [D15]', { tag: '@night' }, async ({ page, context }) => {
  const { slug, programme } = await ownCompany(context)
  await does(page, slug, 'new level', 7, async (keyboard) => {
    await keyboard.run('novo niv', 'Novo nível')
    await keyboard.fill(page.getByRole('dialog').getByLabel('Nome'), 'Mestre')
    await keyboard.enter(page.getByRole('dialog').getByLabel('Nome'))
    await keyboard.fill(page.getByLabel('A partir de quantos pontos'), '5000')
    await publish(page, keyboard)
  })
  const levels = (await programme()).document['levels']!
  expect(levels.at(-1)).toMatchObject({ name: 'Mestre', trigger_amount: 5_000 })
})

test(
  'the start of the portal has a new banner [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const { slug, programme } = await ownCompany(context)
    const buffer = await readFile('companies/cafe/promotion-afternoon.svg')
    const before = (await programme()).document.banner
    await does(page, slug, 'new banner', 7, async (keyboard) => {
      await keyboard.run('banner', 'Novo banner')
      const file = page.locator('#campo-banner-image').getByRole('button').first()
      await expect(file).toBeFocused()
      await keyboard.chooseFile(file, { name: 'verao.svg', mimeType: 'image/svg+xml', buffer })
      await keyboard.fill(page.getByLabel('Descrição da imagem do banner'), 'Café gelado de verão')
      await publish(page, keyboard)
    })
    const { banner } = (await programme()).document
    expect(banner['alt']).toBe('Café gelado de verão')
    expect(banner['image']).not.toBe(before['image'])
  },
)

/** A draft with one change, of which the console knows. */
async function changedPrice(owner: Owner): Promise<number> {
  const operations = [{ op: 'replace', path: '/prizes/1/value', value: 150 }]
  const draft = await owner.call('POST', '/programme/draft/change', { revision: 0, operations })
  return (draft as { revision: number }).revision
}

test('a change waits for its date [D15]', { tag: '@night' }, async ({ page, context }) => {
  const { slug, programme } = await ownCompany(context)
  await does(page, slug, 'schedule a change', 8, async (keyboard) => {
    await keyboard.run('regras', 'Regras')
    await keyboard.enter(item(page, 'Compra na loja'))
    await keyboard.fill(page.getByLabel('Quanto rende'), '3')
    await keyboard.enter(page.getByRole('link', { name: 'Revisar e publicar' }))
    await keyboard.enter(page.getByRole('button', { name: 'Agendar…' }))
    await keyboard.fillNextYear(page.getByLabel('Data e hora'))
    await keyboard.enter(page.getByRole('dialog').getByRole('button', { name: 'Agendar' }))
    await expect(page.getByText('Publicação agendada')).toBeVisible()
  })
  const { version, requests } = await programme()
  expect(version).toBe(1)
  expect(requests).toMatchObject([{ state: 'SCHEDULED' }])
  const inDays = (Date.parse(requests[0]!.publish_at!) - Date.now()) / 86_400_000
  expect(Math.round(inDays)).toBeGreaterThanOrEqual(365)
})

test('a scheduled change is undone [D15]', { tag: '@night' }, async ({ page, context }) => {
  const { slug, owner, programme } = await ownCompany(context)
  const publish_at = new Date(Date.now() + 86_400_000).toISOString()
  await owner.call('POST', '/programme/publish', {
    revision: await changedPrice(owner),
    publish_at,
  })
  await does(page, slug, 'undo the scheduled change', 3, async (keyboard) => {
    await keyboard.run('rascunho', 'Rascunho')
    await keyboard.enter(page.getByRole('button', { name: 'Retirar pedido' }))
    await expect(page.getByText('Agendado', { exact: true })).toBeHidden()
  })
  expect(await programme()).toMatchObject({ version: 1, requests: [] })
})

test('a cashier of one shop is invited [D15]', { tag: '@night' }, async ({ page, context }) => {
  const { slug, owner } = await ownCompany(context)
  const email = `${randomUUID()}@exemplo.com.br`
  await does(page, slug, 'invite a cashier', 6, async (keyboard) => {
    await keyboard.run('convidar', 'Convidar pessoa')
    const sheet = page.getByRole('dialog', { name: 'Convidar uma pessoa' })
    await keyboard.fill(sheet.getByLabel('Email'), email)
    await keyboard.fill(sheet.getByLabel('Nome'), 'Rui Lima')
    await keyboard.tick(sheet.getByRole('checkbox', { name: 'Aurora Pinheiros' }))
    await keyboard.enter(sheet.getByRole('button', { name: 'Enviar convite' }))
    await expect(page.getByText(`Convite enviado para ${email}.`)).toBeVisible()
  })
  const people = (await owner.call('GET', '/staff')) as { email: string }[]
  expect(people.find((person) => person.email === email)).toMatchObject({
    role: 'cashier',
    shops: ['Aurora Pinheiros'],
    state: 'INVITED',
  })
})

test('a till gets a key with a limit [D15]', { tag: '@night' }, async ({ page, context }) => {
  const { slug, owner } = await ownCompany(context)
  await does(page, slug, 'make a till key', 6, async (keyboard) => {
    await keyboard.run('criar chave', 'Criar chave')
    const sheet = page.getByRole('dialog', { name: 'Criar chave de caixa' })
    await keyboard.fill(sheet.getByLabel('Nome'), 'Caixa Pinheiros')
    await keyboard.fill(sheet.getByLabel('Pontos por dia'), '5.000')
    await keyboard.enter(sheet.getByRole('button', { name: 'Criar chave' }))
    const made = page.getByRole('dialog', { name: 'Guarde a chave agora' })
    await keyboard.enter(made.getByRole('button', { name: 'Guardei a chave' }))
    await expect(made).toBeHidden()
  })
  expect(await owner.call('GET', '/key')).toMatchObject([
    { name: 'Caixa Pinheiros', most_points_per_day: 5_000, revoked_at: null },
  ])
})

test(
  'a refused event goes to the webhook again [D15 D3]',
  { tag: '@night' },
  async ({ page, context }) => {
    const statuses = [500]
    let isDelivered = false
    const receiver = createServer((request, response) => {
      request.resume()
      const status = statuses.shift() ?? 204
      isDelivered = status === 204
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/fiel`
    const { slug } = await ownCompany(context, (yaml) => `${yaml}\nwebhooks: [{ url: '${url}' }]\n`)
    await signUp(page, newPerson(), slug)
    await expect.poll(() => statuses).toEqual([])
    await does(page, slug, 'replay a webhook', 4, async (keyboard) => {
      await keyboard.run('webhooks', 'Webhooks')
      await keyboard.enter(page.getByRole('row', { name: /customer\.created/ }))
      const sheet = page.getByRole('dialog', { name: 'Entrega' })
      await keyboard.enter(sheet.getByRole('button', { name: 'Enviar outra vez' }))
      await expect.poll(() => isDelivered).toBe(true)
    })
    receiver.close()
  },
)

test('the log tells who changed a price [D15]', { tag: '@night' }, async ({ page, context }) => {
  const { slug } = await ownCompany(context)
  const manager = await newStaff('manager', { company: slug, name: 'Bruno Reis' })
  const revision = await changedPrice(manager)
  await manager.call('POST', '/programme/publish', { revision, publish_at: null })
  await does(page, slug, 'find who changed a price', 4, async (keyboard) => {
    await keyboard.run('auditoria', 'Auditoria')
    await keyboard.choose(page.getByLabel('O que foi feito'), 'Publicação')
    await keyboard.enter(page.getByRole('row', { name: /Bruno Reis publicou a versão/ }))
    const entry = page.getByRole('dialog')
    await expect(entry).toContainText('Bruno Reis')
    await expect(entry).toContainText(/Porção de pão de queijo.*120.*150/)
  })
})

test('the folder is downloaded [D15]', { tag: '@night' }, async ({ page, context }) => {
  const { slug } = await ownCompany(context)
  const downloading = page.waitForEvent('download')
  await does(page, slug, 'export the folder', 2, async (keyboard) => {
    await keyboard.run('baixar', 'Baixar a pasta')
    await downloading
  })
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${slug}.zip`)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
})
