import { beforeAll, expect, test } from 'vitest'

import { shopsOf } from '#api/testing/worlds/shop.ts'
import { asPartner, createWorld } from '#api/testing/worlds/world.ts'
import { CompanyFile } from '#contract/company-file.ts'

import { appliedCompany } from './apply.ts'
import { lossesOf } from './in-use.ts'

const world = await createWorld()
const { call, database } = world
const { companyWith, customerWith, bought } = shopsOf(world)

/** A company of which everything is in use: two open vouchers, one customer in each level, one activation. */
const busy = {
  other_domains: ['clube-cheio.example'],
  admin_domain: 'admin.clube-cheio.example',
  subsidiaries: [{ name: 'Loja Centro' }, { name: 'Loja Norte' }],
  settings: { levels_system: 'LOOKBACK' },
  levels: [
    { name: 'Bronze', trigger_amount: 0 },
    { name: 'Ouro', trigger_amount: 50 },
  ],
  promotions: [
    {
      code: 'VERAO',
      name: 'Verão',
      type: 'CODE',
      starts_at: '2026-01-01',
      ends_at: '2026-12-31',
      action: { GENERATE_POINTS: { amount: 10 } },
    },
  ],
}
let applied: { company_id: string; file: CompanyFile }
let file: CompanyFile

beforeAll(async () => {
  const shop = await companyWith([{ value: 10 }, { value: 10 }], {}, busy)
  const [ana] = [await customerWith(shop, 100), await customerWith(shop, 10)]
  const [first, second] = shop.prizes as [string, string]
  await bought(ana, first)
  await bought(ana, first)
  const { code } = await bought(ana, second)
  const withdrawn = await call('POST /partner/voucher/{code}/withdraw', {
    params: { code },
    headers: asPartner(shop),
    body: { subsidiary_name: 'Loja Centro' },
  })
  expect(withdrawn.status).toBe(200)
  const token = await world.mailedToken(shop, ana, 'CONFIRMATION')
  await call('POST /customer/email-confirmation', { body: { token }, headers: ana.headers })
  const activated = await call('POST /promotion/{code}/activate', {
    params: { code: 'VERAO' },
    headers: ana.headers,
  })
  expect(activated.status).toBe(201)
  applied = (await appliedCompany(database, shop.hostname.replace('.localhost', '')))!
  file = applied.file
})

test('no loss is reported for a file that keeps everything, or for a new company [D11]', async () => {
  expect(await lossesOf(database, applied, file, world.now())).toEqual([])
  expect(await lossesOf(database, undefined, { ...file, prizes: [] }, world.now())).toEqual([])
})

const rule = { key: 'compra-nova', name: 'Outra', type: 'PERCENTAGE', rate: 1 }

test.each<[string, object, RegExp[]]>([
  [
    'a prize with open vouchers',
    { prizes: [{ key: 'p1', name: 'Prêmio 1', value: 10 }] },
    [/^! prizes\[p0\]: 2 vouchers abertos continuam valendo; o prêmio sai da lista$/],
  ],
  [
    'a prize whose vouchers were handed over',
    { prizes: [{ key: 'p0', name: 'Prêmio 0', value: 10 }] },
    [],
  ],
  [
    'a prize under a new key',
    {
      prizes: [
        { key: 'p0', name: 'Prêmio 0', value: 10 },
        { key: 'novo', name: 'Prêmio 1', value: 10 },
      ],
    },
    [/^! prizes\[p1\]: agora é prizes\[novo\]/],
  ],
  [
    'a level with customers',
    { levels: [{ name: 'Bronze', trigger_amount: 0 }] },
    [/^! levels\[Ouro\]: 1 cliente tem este nível/],
  ],
  [
    'an activated promotion',
    { promotions: [] },
    [/^! promotions\[VERAO\]: já foi ativada 1 vez; ninguém mais pode ativá-la$/],
  ],
  [
    'a rule, once there are records',
    { calculation_rules: [rule] },
    [/^! calculation_rules\[compra\]: um caixa que a nomear será recusado$/],
  ],
  [
    'a rule under a new key',
    { calculation_rules: [{ ...rule, name: 'Compra' }] },
    [/^! calculation_rules\[compra\]: mudou de key/],
  ],
  [
    'a shop',
    { subsidiaries: [{ name: 'loja centro' }] },
    [/^! subsidiaries\[Loja Norte\]: um caixa que disser este nome recebe um aviso$/],
  ],
  [
    'a host name',
    { other_domains: [] },
    [/^! clube-cheio\.example: este endereço deixa de abrir o portal/],
  ],
  [
    'the console’s host name',
    { admin_domain: null },
    [/^! admin\.clube-cheio\.example: este endereço deixa de abrir o console/],
  ],
])('the losses of removing or renaming %s are reported [D11]', async (_, changes, warnings) => {
  const changed = CompanyFile.parse({ ...file, ...changes })
  const found = await lossesOf(database, applied, changed, world.now())
  expect(found).toEqual(warnings.map((warning) => expect.stringMatching(warning)))
})
