/**
 * Runs every command of README and guides on a real server, in the order of the page, and compares the output that the page
 * shows. Kinds of fences:
 *
 *     sh            bash at the root of the repository; `npm run` without npm's own start, curl with its status
 *     sql           statements of an administrator of the database
 *     text, json    the output of the block before; `…` stands for values that differ, a key "…" for more keys
 *     … example     is shown only
 *     … elsewhere   run by the file that `by-hand.ts` names
 *     … by-hand     not run; `by-hand.ts` has the reason
 */

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { parse as parseYaml } from 'yaml'

import { applyCompany } from '#api/company-file/apply.ts'
import { readCompanyFolder } from '#api/company-file/company-file.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { buildLike } from '#api/testing/samples/build-like.ts'
import { withoutDatabase } from '#api/testing/worlds/database-url.ts'
import { asCustomer, createWorld, registration } from '#api/testing/worlds/world.ts'
import { CompanyFile } from '#contract/company-file.ts'
import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'
import { memberCode, memberCodeStep } from '#contract/member-code.ts'
import { openPool } from '#database/sql.ts'

import { blocks, pages, withoutNpm } from './blocks.ts'
import { agrees, isObject } from './shown-output.ts'

const root = join(import.meta.dirname, '..')
const prelude = `
${withoutNpm}
exec 2>&1
curl() { command curl -sS -w '\\n%{http_code}\\n' "$@"; }
`

/** A shell that keeps the exported variables of a block for the next block. */
function openShell(page: string) {
  const exported = join(folder, `${page.replaceAll('/', '-')}.sh`)
  // Exported by the script and not passed as `env`, so that a block can unset these variables for the next block.
  let state = `export DATABASE_URL='${world.url}' FIEL_SECRET=${'fiel'.repeat(8)}`

  return (text: string): Promise<Typed> => {
    const script = `${prelude}${state}\n${here(text)}\nexport -p > '${exported}'`
    state = `source '${exported}'`
    return new Promise((resolve) => {
      execFile('bash', ['-c', script], { cwd: root, timeout: 240_000 }, (error, output) =>
        resolve({
          output: withoutDatabase(output.replaceAll('\r', '')),
          is_done: error === null,
        }),
      )
    })
  }
}

type Typed = { output: string; is_done: boolean }

const world = await createWorld({ portalFolder: await buildLike() })
world.moveClock(new Date().toISOString())

/** Applies the demo's café with the additions that the guides make to its file. */
async function applyCafe(): Promise<void> {
  const { file, ...folder } = await readCompanyFolder(join(root, 'companies/cafe'))
  const added = blocks
    .filter(({ info }) => info === 'yaml')
    .map(({ text }) => parseYaml(text) as Record<string, object>)
  const { settings, webhooks } = Object.assign({}, ...added) as Record<string, object>
  const whole = CompanyFile.parse({
    ...file,
    webhooks,
    settings: { ...file.settings, ...settings },
  })
  await applyCompany(world, { ...folder, file: whole }, world.now())
}
await applyCafe()
const url = await world.app.listen({ port: 0, host: '127.0.0.1' })

const folder = mkdtempSync(join(tmpdir(), 'documents-'))
const own = randomUUID().slice(0, 8)
const server = new URL(inject('postgresql'))

/** Names that the pages use → what stands for them in this test. */
const standsFor: Record<string, string> = {
  'http://localhost:3000': url,
  'companies/padaria': join(folder, 'padaria'),
  '.data/padaria-export': join(folder, 'padaria-export'),
  '/etc/fiel': join(folder, 'etc'),
  'db.example.com/fiel': `${server.host}/guide_${own}`,
  'Loja Centro': 'Aurora Pinheiros',
  'dados.json': join(folder, 'dados.json'),
  fiel_owner: `guide_owner_${own}`,
  fiel_runtime: `guide_runtime_${own}`,
  'database fiel ': `database guide_${own} `,
  ':…@': `:guide@`,
  "'…'": `'guide'`,
}

const exampleId = '0193f7a2-7c1e-7d44-9d6e-1c8d2b1f0a11'

/** The beginning of a block → what this test must prepare in the page's database before the block runs. */
const before: Record<string, () => Promise<void>> = {
  'npm run customer -- find cafe': async () => {
    const pool = openPool(`postgresql://guide_owner_${own}:guide@${server.host}/guide_${own}`, 4)
    const { call } = await world.nodeWith(pool)
    const { company_id } = await companyBySlug(pool, 'cafe')
    const body = { ...registration(), name: 'Marina Duarte', document }
    const answer = await call('POST /customer/create-via-email', {
      body,
      headers: { 'company-id': company_id },
    })
    if (answer.status !== 201) throw new Error(answer.text)
    const { data } = answer.body as ResponseOf<'POST /customer/create-via-email'>
    standsFor[exampleId] = data.id
  },
}

/** A text of a page, with the names of the page replaced by those of this test. */
function here(text: string): string {
  return Object.entries(standsFor).reduce((all, [name, by]) => all.replaceAll(name, by), text)
}

/** Executes the statements one by one, as an administrator. */
async function administer(statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  for (const statement of statements.split(';').filter((one) => one.trim()))
    await client.query(statement)
  await client.end()
}

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await administer(`
    drop database if exists guide_${own} with (force);
    drop role if exists guide_runtime_${own};
    drop role if exists guide_owner_${own}`)
})

const document = '52998224725'

/** A sale of R$ 300 to Marina, which gives 300 points. */
async function giveMarina(external_id: string) {
  await world.generate(world.cafe, {
    customer: { document },
    purchase_value: 30_000,
    external_id,
    subsidiary_name: 'Aurora Pinheiros',
  })
}

/** Marina of the demo, with 300 points. */
async function openMarina() {
  const marina = await world.registered(world.cafe, {
    name: 'Marina Duarte',
    document,
  })
  const headers = asCustomer(world.cafe, marina.token)
  const token = await world.mailedToken(world.cafe, marina, 'CONFIRMATION')
  await world.call('POST /customer/email-confirmation', { headers, body: { token } })
  await giveMarina('before')
  return headers
}
const headers = await openMarina()

/** Answers a call of the customer's portal. */
async function onPhone(key: EndpointKey, body?: object): Promise<Record<string, string>> {
  const answer = await world.call(key, { headers, ...(body && { body }) })
  if (answer.status >= 300) throw new Error(answer.text)
  const found = answer.body as Record<string, string> | [Record<string, string>]
  return Array.isArray(found) ? found[0] : found
}

async function newVoucher(): Promise<string> {
  const { body } = await world.call('GET /prize', { headers })
  const prizes = body as { id: string; name: string }[]
  const { id } = prizes.find(({ name }) => name === 'Porção de pão de queijo')!
  const products = [{ prize_id: id, quantity: 1 }]
  const issued = await onPhone('POST /voucher/generate', {
    customer_document: document,
    products,
  })
  return issued['code']!
}

/** A key of the sandbox that the page has made. */
async function testKey(): Promise<string> {
  const { company_id } = await companyBySlug(world.database, 'cafe/sandbox')
  return createPartnerKey(world.database, company_id, 'Guia', world.now())
}

/** The comment in a block → the action that it asks of the reader. */
const reader: Record<string, () => Promise<string | undefined>> = {
  'the key that npm start prints': async () => world.cafe.key,
  "the six digits on the customer's phone": async () =>
    (await onPhone('GET /points/intention'))['code'],
  "the code on the customer's phone": async () => {
    const { key, session_ref } = await onPhone('GET /customer/member-code')
    const step = memberCodeStep(world.now().getTime())
    return memberCode(key!, { company_id: world.cafe.id, session_ref: session_ref!, step })
  },
  'Now touch “Autorizar” on the phone.': async () => {
    const { id } = await onPhone('GET /points/intention')
    await world.call('POST /points/intention/{id}/confirm', { headers, params: { id: id! } })
    return ''
  },
  'the test key': testKey,
  'a chave do seu caixa': async () => world.cafe.key,
  'os seis números no celular do cliente': async () =>
    (await onPhone('GET /points/intention'))['code'],
  'o código do voucher no celular do cliente': async () => {
    await giveMarina('before-quick-start-voucher')
    return newVoucher()
  },
  "the code of a voucher on the customer's phone": newVoucher,
  'the code of another voucher': newVoucher,
  'the code in the address': async () =>
    (await onPhone('GET /customer/generate-integration-token'))['token'],
}

/**
 * The block as a reader would type it. Values come from the answer before, or from where the comment in the block sends the
 * reader.
 */
async function filledIn(text: string, answer: unknown): Promise<string> {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const [, , hint] = /^(export \w+=\S*…\s+)?# (.+)$/.exec(line) ?? []
    if (hint === undefined) {
      lines.push(line)
      continue
    }
    const path = /^([\w.]+) (?:of the answer|da resposta)$/.exec(hint)?.[1]
    if (!path && !reader[hint]) throw new Error(`nobody knows how to do: ${hint}`)
    const value = path ? valueAt(answer, path) : await reader[hint]!()
    lines.push(line.replace(/=\S*…/, `='${value}'`))
  }
  return lines.join('\n')
}

function valueAt(answer: unknown, path: string): string {
  const value = path
    .split('.')
    .reduce((part, key) => (isObject(part) ? part[key] : undefined), answer)
  if (typeof value !== 'string')
    throw new Error(`the answer has no ${path}: ${JSON.stringify(answer)}`)
  return value
}

/** The body and the status that curl printed. */
function answerOf({ output }: Typed): { status: number; body: unknown } {
  const lines = output.trimEnd().split('\n')
  const status = Number(lines.pop())
  const text = lines.join('\n')
  return { status, body: /^[[{]/.test(text) ? JSON.parse(text) : text }
}

describe('the commands of a page and their output', () => {
  test.each(pages)(
    'the commands of %s print what the page shows',
    async (page) => {
      const type = openShell(page)
      let body: unknown
      for (const block of blocks.filter(
        (one) => one.page === page && /^(sh|sql)$/.test(one.info),
      )) {
        if (block.info === 'sql') {
          await administer(here(block.text))
          continue
        }
        for (const [beginning, prepare] of Object.entries(before))
          if (block.text.startsWith(beginning)) await prepare()
        const typed = await type(await filledIn(block.text, body))
        const transcript = `${block.text}\n${typed.output}`
        expect.soft(typed.is_done, transcript).toBe(true)
        if (/^curl (?!-sI)/m.test(block.text)) {
          const answer = answerOf(typed)
          body = answer.body
          expect.soft(answer.status, transcript).toBeLessThan(300)
        }
        if (!block.output) continue
        const { info, text } = block.output
        const isShown =
          info === 'json' ? agrees(JSON.parse(text), body) : agrees(here(text), typed.output)
        expect.soft(isShown, `${transcript}\nshown:\n${text}`).toBe(true)
      }
    },
    240_000,
  )
})
