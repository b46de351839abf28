import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'

import { folderTransport } from './folder-transport.ts'
import { demoMailbox } from './mailbox.ts'

const world = await createWorld()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fiel-mail-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function mailbox(): Promise<string> {
  const app = Fastify()
  demoMailbox(app, join(folder, 'mail'))
  const { body, headers } = await app.inject('/_demo/mail')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  return body
}

async function keep(id: string, subject: string, html = '<html><head></head></html>') {
  await folderTransport(join(folder, 'mail')).send(
    {
      messageId: `<${id}@cafe.localhost>`,
      to: { name: '', address: 'ana@exemplo.com.br' },
      subject,
      html,
      text: 'Entre: http://cafe.localhost:3000/entrar-link?token=a&email=b',
      attachments: [{ cid: 'logo', content: Buffer.from('png') }],
    },
    AbortSignal.timeout(1_000),
  )
}

test('an empty mailbox explains how to fill it', async () => {
  expect(await mailbox()).toContain('None yet.')
})

test('the mailbox lists mails newest first, and a retried mail once', async () => {
  await keep('1', 'Primeiro')
  await keep('2', 'Segundo')
  await keep('1', 'Primeiro, de novo')
  const page = await mailbox()
  expect(page.match(/<h2>[^<]*/g)).toEqual(['<h2>Primeiro, de novo', '<h2>Segundo'])
  expect(page).toContain('To ana@exemplo.com.br')
  expect(page).toContain('/entrar-link?token=a&#38;email=b')
})

test('the mailbox shows a mail with its logo, without scripts; links navigate the whole window', async () => {
  await keep('1', '<script>1</script>', '<html><head></head><img src="cid:logo"></html>')
  const page = await mailbox()
  expect(page).not.toContain('<script>')
  expect(page).toContain('sandbox="allow-top-navigation-by-user-activation"')
  const [, shown] = /srcdoc="([^"]+)"/.exec(page)!
  expect(shown).toContain('data:image/png;base64,cG5n')
  expect(shown).toContain('base target=&#34;_top&#34;')
})

test('the product without the demo has no mailbox page', async () => {
  expect((await world.app.inject('/_demo/mail')).statusCode).toBe(404)
})
