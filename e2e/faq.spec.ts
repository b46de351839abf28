import { expect } from '@playwright/test'

import {
  applyCopy,
  at,
  expectAccessible,
  expectNoSidewaysScroll,
  fillRegistration,
  newPerson,
  openDrawer,
  register,
  test,
} from './journey.ts'

test('the drawer links to the FAQ, whose questions can be searched and opened by keyboard [R2.9 R12.1]', async ({
  page,
}) => {
  await register(page)
  await (await openDrawer(page)).getByRole('link', { name: 'Perguntas frequentes' }).click()
  await expect(page.getByRole('heading', { name: 'Perguntas frequentes' })).toBeFocused()
  await expect(page).toHaveURL(at('cafe', '/perguntas-frequentes'))
  await expect(page).toHaveTitle('Perguntas frequentes · Clube Aurora')
  const questions = page.getByRole('main').locator('summary')
  await expect(questions).toHaveCount(10)

  await page.getByLabel('Buscar uma pergunta').fill('VENCEREM promocoes')
  await expect(page.getByText('1 pergunta encontrada')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Avisamos 30, 7 e 1 dia antes')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await page.getByLabel('Buscar uma pergunta').fill('xadrez')
  await expect(page.getByText('Nenhuma pergunta encontrada').last()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ver todas as perguntas' }).click()
  await expect(questions).toHaveCount(10)
})

test(
  'an empty FAQ says so and is not in the drawer; a FAQ of one question has no search [R2.9 R12.1]',
  { tag: '@night' },
  async ({ page }, { project }) => {
    const slug = `mudo-${project.name}`
    const withFaq = (faq: string) => (yaml: string) =>
      yaml.replace(/^faq:\n(?:[ ].*\n|\n)+?(?=footer)/m, faq)
    await applyCopy(slug, withFaq('faq: { title: Nada, items: [] }\n'))
    await page.goto(at(slug, '/cadastrar-email'))
    await fillRegistration(page, newPerson())
    await page.getByRole('button', { name: 'Criar conta' }).click()
    await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
    const drawer = await openDrawer(page)
    await expect(drawer.getByRole('link', { name: 'Meu cadastro' })).toBeVisible()
    await expect(drawer.getByRole('link', { name: 'Perguntas frequentes' })).toHaveCount(0)
    await page.goto(at(slug, '/perguntas-frequentes'))
    await expect(page.getByText('Ainda não há perguntas por aqui')).toBeVisible()
    await expectAccessible(page)

    await applyCopy(
      slug,
      withFaq('faq: { title: Dúvidas, items: [{ question: Um?, answer: Sim }] }\n'),
    )
    await page.reload()
    await page.getByText('Um?').click()
    await expect(page.getByText('Sim', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Buscar uma pergunta')).toHaveCount(0)
  },
)
