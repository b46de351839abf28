import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { applyCompany, companyDifference } from '#api/company-file/apply.ts'
import { readCompanyFolder } from '#api/company-file/company-file.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { asPartner, createWorld, sale } from '#api/testing/worlds/world.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import { row, rows, sql } from '#database/sql.ts'

const world = await createWorld()
const smallest = `slug: padaria
name: Padaria
frontend_domain: padaria.localhost
logo: logo.svg
favicon: logo.svg
calculation_rules:
  - { key: compra, name: Compra,
      type: POINTS_PER_REAL,
      rate: 1 }
`
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'company-'))
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
})
afterEach(() => rm(folder, { recursive: true }))

async function read(yaml: string) {
  await writeFile(join(folder, 'company.yaml'), yaml)
  return readCompanyFolder(folder)
}

async function apply(yaml: string) {
  const company = await read(yaml)
  const difference = await companyDifference(world, company)
  await applyCompany(world, company, world.now())
  return difference
}

const store = `${smallest}prizes:
  - { key: pao, name: Pão, value: 10, stock: 5 }
  - { key: curso, name: Curso, value: 20, codes: { pool: curso.txt } }
promotions:
  - code: VERAO
    name: Verão
    starts_at: '2026-11-01'
    ends_at: '2026-11-30'
    action: { GENERATE_POINTS: { amount: 50 } }
`

describe('prizes and promotions', () => {
  const offered = async () => {
    const prizes = await rows<{ company_id: string; codes: Buffer[] | null }>(
      world.database,
      sql`select prize.company_id, prize.key, prize.id, prize.show_in_store, prize.stock, prize.issued,
                 (select array_agg(sealed_code order by position) from prize_code
                   where prize_code.company_id = prize.company_id and prize_id = prize.id) as codes
            from prize
            join company using (company_id)
           where slug = 'padaria'
           order by key`,
    )
    return prizes.map(({ company_id, codes, ...prize }) => ({
      ...prize,
      codes: codes && codes.map((code) => voucherCodes(world.secret).open(company_id, code)),
    }))
  }
  const promotions = () =>
    rows<object>(
      world.database,
      sql`select code, promotion.name, is_offered, promotion.id
            from promotion
            join company using (company_id)
           where slug = 'padaria'`,
    )
  const write = (lines: string[]) => writeFile(join(folder, 'curso.txt'), lines.join('\n'))

  test('a second apply changes no prize or promotion; dropped ones are hidden and keep their ids [D11]', async () => {
    await write(['AA-1', '', ' AA-2 '])
    const first = await apply(store)
    expect(first).toContain('+ prizes[pao]: "Pão"')
    expect(first).toContain('+ codes: 2')
    expect(first.join()).not.toContain('AA-1')
    const before = [await offered(), await promotions()]
    expect(before).toMatchObject([
      [
        { key: 'curso', show_in_store: true, codes: ['AA-1', 'AA-2'] },
        { key: 'pao', show_in_store: true, stock: 5, codes: null },
      ],
      [{ code: 'VERAO', is_offered: true }],
    ])
    expect(await apply(store)).toEqual([])
    expect([await offered(), await promotions()]).toEqual(before)

    await apply(smallest)
    expect(await offered()).toMatchObject([
      { key: 'curso', show_in_store: false, codes: null },
      { key: 'pao', show_in_store: false },
    ])
    expect(await promotions()).toMatchObject([{ is_offered: false }])
    expect(await apply(store)).toContain('+ codes: 2')
    expect([await offered(), await promotions()]).toEqual(before)
  })

  test('a prize has the times of its last change and of its removal from the file [D13]', async () => {
    const other = smallest.replaceAll('padaria', 'broaria')
    const prize = () =>
      row<object>(
        world.database,
        sql`select prize.integrator_id, prize.created_at, prize.updated_at, prize.withdrawn_at
              from prize
              join company using (company_id)
             where slug = 'broaria'
               and key = 'broa'`,
      )
    const withBroa = (value: number) =>
      `${other}prizes:\n  - { key: broa, name: Broa, value: ${value}, integrator_id: erp-7 }\n`
    const created_at = world.now().toISOString()
    await apply(withBroa(10))
    const before = {
      integrator_id: 'erp-7',
      created_at,
      updated_at: created_at,
      withdrawn_at: null,
    }
    expect(await prize()).toEqual(before)

    world.moveClock('2026-11-21T15:00:00Z')
    await apply(withBroa(10))
    expect(await prize()).toEqual(before)
    await apply(withBroa(11))
    expect(await prize()).toEqual({ ...before, updated_at: '2026-11-21T15:00:00.000Z' })
    world.moveClock('2026-11-22T15:00:00Z')
    await apply(other)
    const withdrawnAt = '2026-11-22T15:00:00.000Z'
    expect(await prize()).toEqual({ ...before, updated_at: withdrawnAt, withdrawn_at: withdrawnAt })
    world.moveClock('2026-11-23T15:00:00Z')
    await apply(other)
    expect(await prize()).toMatchObject({ withdrawn_at: withdrawnAt })
    await apply(withBroa(11))
    expect(await prize()).toMatchObject({
      updated_at: '2026-11-23T15:00:00.000Z',
      withdrawn_at: null,
    })
    world.moveClock('2026-11-20T15:00:00Z')
  })

  test('a changed code file is reported as counts, applies in file order and keeps sold codes [D8]', async () => {
    await write(['B-2', 'A-1', 'C-3'])
    await apply(store)
    const customer = await world.registered(await padaria())
    const [curso] = (await offered()) as unknown as [{ id: string; codes: string[] }]
    expect(curso.codes).toEqual(['B-2', 'A-1', 'C-3'])
    await world.generate(await padaria(), sale(customer.document))
    const body = {
      customer_document: customer.document,
      products: [{ prize_id: curso.id, quantity: 1 }],
    }
    const sold = await world.call('POST /voucher/generate', { body, headers: customer.headers })
    expect(sold.body).toMatchObject([{ code: 'B-2' }])

    await write(['c3', 'D-4', 'b2'])
    expect(await apply(store)).toEqual(['+ codes: 1', '- codes: 1'])
    expect(await apply(store)).toEqual([])
    const [after] = (await offered()) as unknown as [{ codes: string[] }]
    // 'b2' equals the sold 'B-2', which stays. 'c3' equals the unsold 'C-3' and replaces its spelling.
    expect(after.codes.toSorted()).toEqual(['B-2', 'D-4', 'c3'])
    const vouchers = await world.call('GET /voucher', { headers: customer.headers })
    expect(vouchers.body).toMatchObject([{ code: 'B-2', state: 'TO_WITHDRAW' }])
  })

  test('a prize’s stock counts from its first appearance in the file, and a new stock keeps the count [D8]', async () => {
    await write([])
    const redeemTwo = async () => {
      const customer = await world.registered(await padaria())
      await world.generate(await padaria(), sale(customer.document))
      const [, pao] = (await offered()) as unknown as [object, { id: string }]
      const products = [{ prize_id: pao.id, quantity: 2 }]
      const body = { customer_document: customer.document, products }
      await world.call('POST /voucher/generate', { body, headers: customer.headers })
    }
    await apply(store.replace(', stock: 5', ''))
    await redeemTwo()
    await apply(store)
    expect((await offered())[1]).toMatchObject({ stock: 5, issued: 0 })
    await redeemTwo()
    await apply(store.replace('stock: 5', 'stock: 9'))
    expect((await offered())[1]).toMatchObject({ stock: 9, issued: 2 })
  })

  test('a cancelled voucher from before the stock takes nothing off its count [D8 I11]', async () => {
    await write([])
    const unlimited = store.replace(', stock: 5', '')
    await apply(unlimited)
    const shop = await padaria()
    const customer = await world.registered(shop)
    await world.generate(shop, sale(customer.document))
    const redeemed = async () => {
      const [, pao] = (await offered()) as unknown as [object, { id: string }]
      const products = [{ prize_id: pao.id, quantity: 1 }]
      const body = { customer_document: customer.document, products }
      const answer = await world.call('POST /voucher/generate', { body, headers: customer.headers })
      return (answer.body as { code: string }[])[0]!.code
    }
    const cancel = async (code: string) => {
      const headers = asPartner(shop)
      const answer = await world.call('POST /partner/voucher/{code}/cancel', {
        params: { code },
        headers,
      })
      expect(answer.status, answer.text).toBe(200)
    }
    const early = await redeemed()
    world.moveClock('2026-11-20T15:01:00Z')
    onTestFinished(() => world.moveClock('2026-11-20T15:00:00Z'))
    await apply(store)
    const counted = await redeemed()
    await redeemed()
    await cancel(early)
    expect((await offered())[1]).toMatchObject({ stock: 5, issued: 2 })
    await cancel(counted)
    expect((await offered())[1]).toMatchObject({ stock: 5, issued: 1 })
    world.moveClock('2026-11-20T15:02:00Z')
    const first = await redeemed()
    await apply(unlimited)
    world.moveClock('2026-11-20T15:03:00Z')
    await apply(store)
    await redeemed()
    await cancel(first)
    expect((await offered())[1]).toMatchObject({ stock: 5, issued: 1 })
  })

  async function padaria() {
    const { company_id: id } = (await row<{ company_id: string }>(
      world.database,
      sql`select company_id from company where slug = 'padaria'`,
    ))!
    const key = await createPartnerKey(world.database, id, 'Caixa', world.now())
    return { id, hostname: 'padaria.localhost', key }
  }

  describe('a mistake in the file [D11 R5.9]', () => {
    test.each([
      ['a prize without a key', store.replace('key: pao, ', ''), /:11 prizes\.0\.key: /],
      [
        'a name of 192 letters (R5.9)',
        store.replace('Pão', 'x'.repeat(192)),
        /:11 prizes\.0\.name: /,
      ],
      ['a prize without a name (R5.9)', store.replace('name: Pão, ', ''), /:11 prizes\.0\.name: /],
      [
        'a description of 601 letters (R5.9)',
        store.replace('value: 10', `value: 10, description: ${'x'.repeat(601)}`),
        /:11 prizes\.0\.description: /,
      ],
      [
        'a URL of terms with 601 letters (R5.9)',
        store.replace('value: 10', `value: 10, tos_url: "https://a.example/${'x'.repeat(583)}"`),
        /:11 prizes\.0\.tos_url: /,
      ],
      [
        'a photo of 601 letters (R5.9)',
        store.replace('value: 10', `value: 10, photo: ${'x'.repeat(597)}.svg`),
        /:11 prizes\.0\.photo: /,
      ],
      [
        'a photo that does not exist',
        store.replace('value: 10', 'value: 10, photo: pao.svg'),
        /pao\.svg: este arquivo não existe/,
      ],
      [
        'half a day (R5.9)',
        store.replace('value: 10', 'value: 10, expires_in: 0.5'),
        /:11 prizes\.0\.expires_in: /,
      ],
      [
        'a show_in_store that is not boolean (R5.9)',
        store.replace('value: 10', 'value: 10, show_in_store: 1'),
        /:11 prizes\.0\.show_in_store: /,
      ],
      ['a negative value', store.replace('value: 10', 'value: -1'), /:11 prizes\.0\.value: /],
      ['half a point', store.replace('value: 10', 'value: 0.5'), /:11 prizes\.0\.value: /],
      [
        'a date that does not exist',
        store.replace('value: 10', 'value: 10, expires_at: "2026-02-30"'),
        /:11 prizes\.0\.expires_at: /,
      ],
      ['the same key twice', store.replace('key: curso', 'key: pao'), /:10 prizes: Dois prêmios/],
      [
        'a level that does not exist',
        store.replace('value: 10', 'value: 10, level_required: Ouro'),
        /:10 prizes: Um prêmio pede um nível/,
      ],
      [
        'a stock together with a pool',
        store.replace('value: 20', 'value: 20, stock: 1'),
        /:12 prizes\.1\.stock: /,
      ],
      [
        'a pool outside the folder',
        store.replace('curso.txt', '../curso.txt'),
        /:12 prizes\.1\.codes/,
      ],
      [
        'a pool that does not exist',
        store.replace('curso.txt', 'other.txt'),
        /other\.txt: este arquivo não existe/,
      ],
      [
        'a promotion that ends before it starts',
        store.replace('2026-11-30', '2026-10-31'),
        /promotions\.0\.ends_at: /,
      ],
      [
        'a promotion of 0 points',
        store.replace('amount: 50', 'amount: 0'),
        /promotions\.0\.action/,
      ],
      [
        'a promotion code with a space',
        store.replace('code: VERAO', 'code: VE RAO'),
        /promotions\.0\.code: /,
      ],
      [
        'a banner of a promotion that does not exist',
        `${store}banner: { image: logo.svg, alt: Sol, promotion_code: OUTONO }\n`,
        /banner\.promotion_code: Esta promoção não existe/,
      ],
    ])(
      'a mistake in company.yaml is reported with file, line and rule: %s',
      async (_, yaml, sentence) => {
        await write(['A-1'])
        await expect(read(yaml)).rejects.toThrow(sentence)
      },
    )
  })

  test('a mistake in a code file names the line but never the code [T16]', async () => {
    await write(['SECRETO-1', 'com espaço', 'SECRETO-2', 'secreto1', 'x'.repeat(61), '---'])
    const mistakes = await read(store).catch((error: unknown) => String(error))
    for (const place of [
      'curso.txt:2 Use até 60',
      'curso.txt:4 o mesmo código outra vez',
      'curso.txt:5 Use até 60',
      'curso.txt:6 Use até 60',
    ]) {
      expect(mistakes).toContain(place)
    }
    expect(mistakes).not.toMatch(/secreto/i)
  })
})
