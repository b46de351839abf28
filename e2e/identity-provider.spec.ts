import { expect, type Page } from '@playwright/test'

import { standInForGoogle } from './identity-provider/google.ts'
import {
  applyCopy,
  at,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  newPhone,
  signUp,
  test,
} from './journey.ts'

const emulator = `http://127.0.0.1:${process.env['E2E_EMULATOR_PORT']}`

/** A copy of the café for this worker and project, with the emulator's Firebase project. */
let slug: string

test.beforeAll(async () => {
  // The emulator may have to be installed first.
  test.setTimeout(600_000)
  await expect(async () => void (await fetch(emulator))).toPass()
  slug = `firebase-${test.info().project.name}-${test.info().workerIndex}`
  await applyCopy(slug, (yaml) =>
    yaml.replace(
      /\nsettings:\n/,
      '\nsettings:\n  integrations:\n    firebase: { api_key: demo-key, auth_domain: demo-fiel.firebaseapp.com, project_id: demo-fiel }\n',
    ),
  )
})
test.beforeEach(({ context }) => standInForGoogle(context))

/** Presses the button and creates an account with this email in the provider's popup. */
async function signInThrough(page: Page, button: string, email: string): Promise<void> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  const popup = await opening
  // Do not wait for the popup's load event: the page loads images and fonts from the internet.
  await popup.getByRole('button', { name: 'Add new account' }).click()
  await popup.locator('#email-input').fill(email)
  await popup.locator('#display-name-input').fill('Rui Prado Lima')
  await popup.locator('#sign-in').click()
}

/** The code that the SMS would contain. */
async function codeOf(phone: string): Promise<string> {
  const response = await fetch(`${emulator}/emulator/v1/projects/demo-fiel/verificationCodes`)
  const { verificationCodes } = (await response.json()) as {
    verificationCodes: { phoneNumber: string; code: string }[]
  }
  return verificationCodes.findLast(({ phoneNumber }) => phoneNumber === `+55${phone}`)!.code
}

for (const [button, login_type] of [
  ['Entrar com Google', 'GOOGLE'],
  ['Entrar com Facebook', 'FACEBOOK'],
] as const) {
  test(`${button}: a new customer registers, completes the profile and continues [R3.6 R3.10]`, async ({
    page,
  }) => {
    await page.goto(at(slug, '/entrar?redirect=/meu-cadastro'))
    const { email } = newPerson()
    await signInThrough(page, button, email)
    await expect(page).toHaveURL(at(slug, '/completar-cadastro?redirect=%2Fmeu-cadastro'))
    await expect.poll(async () => (await page.context().cookies())[0]!.value).not.toContain('.')
    const customer = page.waitForResponse((answer) => answer.url().endsWith('/api/customer'))
    await page.reload()
    expect(await (await customer).json()).toMatchObject({ email, login_type, document: null })
    // R3.5: the API's own token replaces the ID token as bearer; the stored type stays (D13).
    const [cookie] = await page.context().cookies()
    expect(cookie!.value).toMatch(/^[\w-]{43}$/)
    expect(await page.evaluate(() => localStorage.getItem('token_type'))).toContain('FIREBASE')

    await page.goto(at(slug, '/sair'))
    await expect(page).toHaveURL(at(slug, '/entrar?logout=true'))
    expect(await page.context().cookies()).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('token_type'))).toBeNull()
  })
}

test('sign-in by phone rejects malformed and wrong codes and accepts the right one [R3.6]', async ({
  page,
}) => {
  await page.goto(at(slug, '/entrar'))
  await page.getByRole('button', { name: 'Entrar com celular' }).click()
  const phone = newPhone()
  const phoneField = page.getByLabel('Celular', { exact: true })
  await expect(phoneField).toBeFocused()
  await phoneField.pressSequentially('119')
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await expect(phoneField).toHaveAccessibleDescription(/Insira um número de celular válido/)
  await phoneField.fill(phone)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  const dialog = page.getByRole('dialog', { name: 'Entrar com celular' })
  const field = dialog.getByLabel('Código')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  for (const typed of ['', '12345', '12345a']) {
    await field.fill(typed)
    await dialog.getByRole('button', { name: 'Confirmar' }).click()
    await expect(field).toHaveAccessibleDescription('O código tem exatamente 6 números')
  }
  const code = await codeOf(phone)
  await field.fill(code === '000000' ? '000001' : '000000')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(dialog).toContainText('Este código não confere.')
  await field.fill(code)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page).toHaveURL(at(slug, '/completar-cadastro?redirect=%2Ffidelidade%2Fresumo'))
})

test('a provider sign-in with a registered email ends, and the login form has that email [R3.10]', async ({
  page,
}) => {
  const person = await signUp(page, newPerson(), slug)
  await page.context().clearCookies()
  await page.goto(at(slug, '/entrar?redirect=/meu-cadastro'))
  await signInThrough(page, 'Entrar com Google', person.email)
  await expect(page).toHaveURL(/firebaseEmailExistent=true/)
  await expect(page.getByText(`O email ${person.email} já tem cadastro.`)).toBeVisible()
  await expect(page.getByLabel('Email, CPF/CNPJ ou celular')).toHaveValue(person.email)
  expect(await page.context().cookies()).toEqual([])
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).toHaveURL(at(slug, '/meu-cadastro'))
})

/** Creates the provider's account of a customer from before the company used Fiel. */
async function createProviderAccount(email: string, password: string): Promise<void> {
  const created = await fetch(
    `${emulator}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-key`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    },
  )
  expect(created.status).toBe(200)
}

test('a provider’s password of a registered email leads to the login with that email [R3.10]', async ({
  page,
}) => {
  const person = await signUp(page, newPerson(), slug)
  await page.context().clearCookies()
  await createProviderAccount(person.email, 'jasmim-7')
  await page.goto(at(slug, '/entrar?redirect=/meu-cadastro'))
  await page.getByLabel('Email, CPF/CNPJ ou celular').fill(person.email)
  await page.getByLabel('Senha', { exact: true }).fill('jasmim-7')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).toHaveURL(/redirect=%2Fmeu-cadastro&firebaseEmailExistent=true&firebaseEmail=/)
  await expect(page.getByText(`O email ${person.email} já tem cadastro.`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.context().cookies()).toEqual([])
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).toHaveURL(at(slug, '/meu-cadastro'))
})

test('the login form accepts an email and password that the provider stores [R3.6]', async ({
  page,
}) => {
  const { email, password } = newPerson()
  await createProviderAccount(email, password)
  await page.goto(at(slug, '/entrar'))
  await page.getByLabel('Email, CPF/CNPJ ou celular').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill('outra-senha')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText('As credenciais estão incorretas.')).toBeVisible()
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).toHaveURL(/completar-cadastro/)
})

test('an expired token is renewed before its next use, in the same session [R3.6]', async ({
  page,
}) => {
  await withoutGenerateToken(page)
  await page.goto(at(slug, '/entrar'))
  await signInThrough(page, 'Entrar com Google', newPerson().email)
  await expect(page).toHaveURL(/completar-cadastro/)
  const [cookie] = await page.context().cookies()
  await expireToken(page, cookie!.value)
  const request = page.waitForRequest((request) => request.url().endsWith('/api/customer'))
  await page.reload()
  const bearer = (await request).headers()['authorization']!.replace('Bearer ', '')
  expect(expiryOf(bearer)).toBeGreaterThan(Date.now() / 1000)
  await expect(page).toHaveURL(/completar-cadastro/)
})

test('if the provider no longer knows the account, the login says that re-authentication failed [R3.15]', async ({
  page,
}) => {
  await withoutGenerateToken(page)
  await page.goto(at(slug, '/entrar'))
  await signInThrough(page, 'Entrar com Google', newPerson().email)
  await expect(page).toHaveURL(/completar-cadastro/)
  const [cookie] = await page.context().cookies()
  await expireToken(page, cookie!.value)
  await page.evaluate(
    () =>
      new Promise((done) => {
        const deletion = indexedDB.deleteDatabase('firebaseLocalStorageDb')
        for (const end of ['success', 'blocked', 'error']) deletion.addEventListener(end, done)
      }),
  )
  await page.goto(at(slug, '/meu-cadastro'))
  await expect(page).toHaveURL(/\/entrar\?.*reauthenticationFailed=true/)
  await expect(page.getByText('Houve um erro ao reautenticar...', { exact: true })).toBeVisible()
})

test('without a connection to the provider a message asks the person to reload the page [R3.15]', async ({
  page,
}) => {
  await page.goto(at(slug, '/entrar'))
  await page.route(/assets\/firebase-.*\.js/, (route) => route.abort())
  await page.getByRole('button', { name: 'Entrar com Google' }).click()
  const alert = page.getByRole('dialog', { name: 'Erro...' })
  await expect(alert).toContainText('Ocorreu um erro de conexão, recarregue a página.')
})

test('closing the provider’s window enables the buttons before the SDK’s own 8 s, without an error [R3.6]', async ({
  page,
}) => {
  await page.goto(at(slug, '/entrar'))
  const opening = page.waitForEvent('popup')
  const button = page.getByRole('button', { name: 'Entrar com Facebook' })
  await button.click()
  await (await opening).close()
  // The SDK itself waits 8 s or more for a late answer, so a button that it enables comes too late.
  await expect(button).toHaveAttribute('aria-busy', 'false', { timeout: 7_000 })
  const secondOpening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Entrar com Google' }).click()
  await (await secondOpening).close()
  await expect(page.getByRole('button', { name: 'Entrar com Google' })).toHaveAttribute(
    'aria-busy',
    'false',
    { timeout: 7_000 },
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the login’s provider buttons fit 320 px; without Firebase it has no such buttons [R2.2]', async ({
  page,
}) => {
  await page.goto(at(slug, '/entrar'))
  await expect(page.getByRole('button', { name: 'Entrar com Google' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto(at('cafe', '/entrar'))
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Google|Facebook|celular/ })).toHaveCount(0)
})

/** Acts as an API without generate-token, so that the ID token stays the bearer (D13). */
async function withoutGenerateToken(page: Page): Promise<void> {
  await page.route('**/api/customer/generate-token', (route) =>
    route.fulfill({ status: 404, json: {} }),
  )
}

/** Replaces the token in the cookie by an expired one. */
async function expireToken(page: Page, token: string): Promise<void> {
  const [header, claims, signature] = token.split('.')
  const payload = JSON.parse(Buffer.from(claims!, 'base64url').toString())
  const over = { ...payload, exp: Math.floor(Date.now() / 1000) - 10 }
  const value = [header, Buffer.from(JSON.stringify(over)).toString('base64url'), signature]
  await page.evaluate((written) => {
    document.cookie = `token=${written}; Path=/; SameSite=Strict`
  }, value.join('.'))
}

function expiryOf(token: string): number {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).exp
}
