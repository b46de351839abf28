/** Content and recipient of each mail: from a job, through the real queue, to a real mail server. */

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { applyCompany } from '#api/company-file/apply.ts'
import { readCompanyFolder } from '#api/company-file/company-file.ts'
import { redeemMailedToken } from '#api/credential/mailed-token.ts'
import { createMailWorld, linkIn } from '#api/testing/worlds/mail-world.ts'
import { asGuest, newCpf, errorOf, sale } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createMailWorld()
const { cafe, posto, database, offered, mailTo, emptied } = world
const { queueMail } = await world.startQueue()

function resetBy(header: Record<string, string>) {
  return world.call('GET /customer/password-reset', { headers: { ...asGuest(cafe), ...header } })
}

describe('the recipient', () => {
  test('a login link goes to the customer with the given email, and its token signs the customer in [R3.4]', async () => {
    const customer = await world.registered(cafe, { name: 'Beatriz Prado' })
    await queueMail(database, { kind: 'login_link', company_id: cafe.id, email: customer.email })
    const { from, to, mail } = await mailTo(customer.email)
    expect(from).toBe('nao-responda@cafe.localhost')
    expect(to).toEqual([customer.email])
    expect(mail).toMatchObject({
      from: { name: 'Programa de Fidelidade', address: 'nao-responda@cafe.localhost' },
      subject: 'Seu link para entrar: Programa de Fidelidade',
    })
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(mail.text).toContain('Olá, Beatriz!')
    expect(mail.text).toContain('vale por 15 minutos')
    const link = linkIn(mail)
    expect(link.origin + link.pathname).toBe('http://cafe.localhost:3000/entrar-link')
    expect(link.searchParams.get('email')).toBe(customer.email)
    expect(link.searchParams.get('unconfirmed')).toBe('true')
    expect(link.searchParams.has('redirect')).toBe(false)
    const token = link.searchParams.get('token')!
    const redeemed = await redeemMailedToken(database, cafe.id, 'LOGIN', token, world.now())
    expect(redeemed).toEqual({ customer_id: customer.id, email: customer.email })
  })

  test('a login link to a confirmed account has the requested screen and no query `unconfirmed` [R3.4] [T10]', async () => {
    const { email } = await world.confirmed(cafe)
    const redirect = '/store?category=Café&order=name'
    await queueMail(database, { kind: 'login_link', company_id: cafe.id, email, redirect })
    const link = linkIn((await mailTo(email)).mail)
    expect(link.searchParams.get('redirect')).toBe(redirect)
    expect(link.searchParams.has('unconfirmed')).toBe(false)
  })

  test.each([{ known: 'document' }, { known: 'email' }] as const)(
    'a reset link goes to the owner, found by $known [R3.12]',
    async ({ known }) => {
      const customer = await world.registered(cafe)
      await queueMail(database, {
        kind: 'password_reset',
        company_id: cafe.id,
        email: null,
        document: null,
        [known]: customer[known],
      })
      const { mail } = await mailTo(customer.email)
      expect(mail.text).toContain('vale por 60 minutos')
      const link = linkIn(mail)
      expect(link.pathname).toBe('/redefinir-senha')
      // The email is for password managers. The part before '#' contains no personal data (T19).
      expect(link.hash).toBe(`#${new URLSearchParams({ email: customer.email })}`)
      expect([...link.searchParams.keys()]).toEqual(['token'])
      const token = link.searchParams.get('token')!
      const redeemed = await redeemMailedToken(database, cafe.id, 'PASSWORD', token, world.now())
      expect(redeemed.customer_id).toBe(customer.id)
    },
  )

  test('a confirmation link is sent only until the email is confirmed [R3.14]', async () => {
    const customer = await world.registered(cafe)
    const job = {
      kind: 'email_confirmation',
      company_id: cafe.id,
      customer_id: customer.id,
    } as const
    await queueMail(database, job)
    const { mail } = await mailTo(customer.email)
    expect(mail.text).toContain('vale por 7 dias')
    const link = linkIn(mail)
    expect(link.pathname).toBe('/confirmar-email')
    expect(link.hash).toBe(`#${new URLSearchParams({ email: customer.email })}`)
    await world.call('POST /customer/email-confirmation', {
      headers: customer.headers,
      body: { token: link.searchParams.get('token') },
    })
    await queueMail(database, job)
    await emptied()
    expect(offered).toHaveLength(1)
  })

  test('the previous address gets a notice about new credentials, without a token [T12]', async () => {
    const customer = await world.registered(cafe)
    await queueMail(database, {
      kind: 'credentials_changed',
      company_id: cafe.id,
      customer_id: customer.id,
      email: 'antigo@exemplo.com.br',
    })
    const { mail, to } = await mailTo('antigo@exemplo.com.br')
    expect(to).toEqual(['antigo@exemplo.com.br'])
    expect(linkIn(mail).href).toBe('http://cafe.localhost:3000/esqueci-minha-senha')
    expect(mail.html).not.toContain('token')
  })

  test('no mail is sent without an account or email, or to a pre-registered customer [T9]', async () => {
    const document = newCpf()
    await world.generate(cafe, sale(document))
    const elsewhere = await world.registered(posto)
    const company_id = cafe.id
    await queueMail(database, { kind: 'login_link', company_id, email: 'ninguem@exemplo.com.br' })
    await queueMail(database, { kind: 'login_link', company_id, email: elsewhere.email })
    await queueMail(database, { kind: 'password_reset', company_id, email: null, document })
    await emptied()
    expect(offered).toEqual([])
  })

  test('at most six mails with links are sent at once to one mailbox, and the answers hide it [T20]', async () => {
    const customer = await world.registered(cafe)
    const other = await world.registered(cafe)
    world.mails.length = 0
    const { email, document, headers } = customer
    for (let tries = 0; tries < 3; tries += 1) {
      const answers = [
        await resetBy({ 'customer-email': email }),
        await resetBy({ 'customer-document': document }),
        await world.call('POST /customer/login-link', { headers: asGuest(cafe), body: { email } }),
        await world.call('POST /customer/email-confirmation/resend', { headers }),
      ]
      // Requests are also limited by the named email: it has been used six times by then.
      const expected = tries < 2 ? [204, 204, 204, 204] : [429, 204, 429, 429]
      expect(answers.map(({ status }) => status)).toEqual(expected)
    }
    await resetBy({ 'customer-email': other.email })
    for (const job of world.mails) await queueMail(database, job)
    await mailTo(other.email)
    await emptied()
    expect(offered.filter(({ to }) => to.includes(email))).toHaveLength(6)
    expect(world.log.filter((line) => line.includes('rate limit exceeded'))).toHaveLength(3)
    expect(world.log.join('')).not.toContain(email)

    const notice = { company_id: cafe.id, customer_id: customer.id, email }
    await queueMail(database, { kind: 'credentials_changed', ...notice })
    await emptied()
    expect(offered.at(-1)!.mail.subject).toContain('Seus dados de acesso mudaram')
  })

  test('a request that names both a document and an email is refused, so no mail is sent [T20]', async () => {
    const { document } = await world.registered(cafe)
    world.mails.length = 0
    for (let tries = 0; tries < 12; tries += 1) {
      const email = `${tries}@exemplo.com.br`
      const answer = await resetBy({ 'customer-email': email, 'customer-document': document })
      expect(errorOf(answer)).toEqual({
        status: 422,
        type: 'validation',
        fields: { 'customer-document': ['Informe só o email, ou só o CPF ou CNPJ'] },
      })
    }
    expect(world.mails).toEqual([])
  })

  test('a mail counts once against the limit, however often it is retried [T20]', async () => {
    const { email } = await world.registered(cafe)
    world.replies.push(...Array<'refuse'>(6).fill('refuse'))
    for (let sent = 0; sent < 6; sent += 1) {
      await queueMail(database, { kind: 'login_link', company_id: cafe.id, email })
    }
    await emptied()
    expect(offered.filter(({ reply }) => reply === 'take')).toHaveLength(6)
  })

  test('no mail is sent for a blocked company [R1.3]', async () => {
    const company = await world.createCompany('bloqueada', {})
    const { email } = await world.registered(company)
    await rows(
      database,
      sql`update company set blocked_at = ${world.now()} where company_id = ${company.id}`,
    )
    await queueMail(database, { kind: 'login_link', company_id: company.id, email })
    await emptied()
    expect(offered).toEqual([])
  })
})

describe('the content of a mail', () => {
  test('a mail has the company’s sender and public URL, and the company’s texts cannot break it [D11]', async () => {
    const loja = await world.createCompany('loja', {
      name: 'Loja <b>& "Cia"',
      program_name: 'Clube <script>alert(1)</script>, "x" <x@evil.example>',
      frontend_domain: 'clube.loja.example',
      emails: { from: 'clube@loja.example', reply_to: 'sac@loja.example' },
    })
    const { email } = await world.registered(loja, { name: '<img src=x> Silva' })
    await queueMail(database, { kind: 'login_link', company_id: loja.id, email })
    const { from, to, mail } = await mailTo(email)
    expect([from, ...to]).toEqual(['clube@loja.example', email])
    expect(mail.from).toEqual({
      name: 'Clube <script>alert(1)</script>, "x" <x@evil.example>',
      address: 'clube@loja.example',
    })
    expect(mail.replyTo).toMatchObject([{ address: 'sac@loja.example' }])
    expect(linkIn(mail).origin).toBe('https://clube.loja.example')
    expect(mail.html).not.toMatch(/<script|<img src=x|<b>/)
    expect(mail.text).toContain('Olá!')
  })

  test('a mail has the company’s logo as a PNG that mail programs show [D11]', async () => {
    await applyCompany(world, await readCompanyFolder('companies/cafe'), world.now())
    const { email } = await world.registered(cafe)
    await queueMail(database, { kind: 'login_link', company_id: cafe.id, email })
    const { mail } = await mailTo(email)
    expect(mail.html).toContain('src="cid:logo"')
    expect(mail.attachments).toMatchObject([{ contentId: '<logo>', mimeType: 'image/png' }])
    const picture = Buffer.from(mail.attachments[0]!.content as ArrayBuffer)
    expect(await sharp(picture).metadata()).toMatchObject({ width: 303, height: 72 })
  })

  test('a mail has logo_dark for the dark scheme, and the theme’s corners, borders and title font [R1.6]', async () => {
    await applyCompany(world, await readCompanyFolder('companies/posto'), world.now())
    const { email } = await world.registered(posto)
    await queueMail(database, { kind: 'login_link', company_id: posto.id, email })
    const { mail } = await mailTo(email)
    expect(mail.attachments.map(({ contentId }) => contentId)).toEqual(['<logo>', '<dark-logo>'])
    expect(mail.html).toContain('.dark-logo { display: block !important; }')
    expect(mail.html).toMatch(/class="card"[^>]*border:0px[^>]*border-radius:0 0 20px 20px/)
    expect(mail.html).toMatch(/class="button"[^>]*border-radius:14px/)
    expect(mail.html).toMatch(/class="brand"[^>]*font-family:'Archivo Black','Arial Black'/)
  })

  test('the logo has no plate in the dark scheme of a company whose own page is dark [R1.6]', async () => {
    const adega = await world.createCompany('adega', {})
    await applyCompany(world, await readCompanyFolder('companies/adega'), world.now())
    const { email } = await world.registered(adega)
    await queueMail(database, { kind: 'login_link', company_id: adega.id, email })
    const { mail } = await mailTo(email)
    expect(mail.html).toContain('.light-logo { background: none !important; }')
    expect(mail.html).not.toContain('padding: 8px 12px')
  })

  test('a mail of a company that is always light or always dark has the logo of that scheme [R1.6 D13]', async () => {
    const inScheme = async (scheme: 'device' | 'light' | 'dark') => {
      const { file, ...pictures } = await readCompanyFolder('companies/posto')
      const changed = { ...file, theme: { ...file.theme, scheme } }
      await applyCompany(world, { file: changed, ...pictures }, world.now())
      const { email } = await world.registered(posto)
      await queueMail(database, { kind: 'login_link', company_id: posto.id, email })
      return (await mailTo(email)).mail
    }
    const logosIn = (mail: Awaited<ReturnType<typeof inScheme>>) =>
      mail.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))
    const [logo, darkLogo] = logosIn(await inScheme('device'))
    const [light, dark] = [await inScheme('light'), await inScheme('dark')]
    expect(logosIn(light)).toEqual([logo])
    expect(logosIn(dark)).toEqual([darkLogo])
    expect(light.html).toContain('<meta name="color-scheme" content="only light">')
    expect(dark.html).toContain('<meta name="color-scheme" content="dark">')
  })

  test('a mail is Portuguese, and its text and HTML parts have the same link', async () => {
    const { email } = await world.registered(cafe)
    await queueMail(database, { kind: 'login_link', company_id: cafe.id, email })
    const { mail } = await mailTo(email)
    expect(mail.html).toContain('<html lang="pt-BR">')
    const [inHtml] = /http[^"]+entrar-link[^"]+/.exec(mail.html!)!
    expect(inHtml.replaceAll('&#38;', '&')).toBe(linkIn(mail).href)
    expect(mail.text).not.toMatch(/<\w/)
    for (const sentence of ['Toque no botão para entrar', 'Se você não pediu este link']) {
      expect(mail.html).toContain(sentence)
      expect(mail.text).toContain(sentence)
    }
  })
})

describe('input of a stranger', () => {
  test('a forged Host header does not reach a link in a mail [T11]', async () => {
    const { email } = await world.registered(cafe)
    world.mails.length = 0
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await world.call('POST /customer/login-link', {
      headers: { ...asGuest(cafe), ...forged },
      body: { email },
    })
    await world.call('GET /customer/password-reset', {
      headers: { ...asGuest(cafe), ...forged, 'customer-email': email },
    })
    expect(world.mails).toHaveLength(2)
    for (const job of world.mails) await queueMail(database, job)
    await emptied()
    expect(offered.map(({ mail }) => linkIn(mail).host)).toEqual(
      Array.from({ length: 2 }, () => 'cafe.localhost:3000'),
    )
    expect(offered.map(({ raw }) => raw).join('')).not.toContain('evil.example')
  })

  test.each(['www.evil.example', 'https://evil.example', '+5511999999999'])(
    'a name that looks like an address, %s, is not in the mail [T11]',
    async (name) => {
      const { email } = await world.registered(cafe, { name: `${name} Silva` })
      await queueMail(database, { kind: 'login_link', company_id: cafe.id, email })
      const { mail } = await mailTo(email)
      expect(mail.text).toContain('Olá!')
      expect(`${mail.text} ${mail.html}`).not.toContain(name)
    },
  )
})
