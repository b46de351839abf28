import fc from 'fast-check'
import { expect, test } from 'vitest'

import { CompanyFile } from '#contract/company-file.ts'
import { differencesOf } from '#contract/company-file/difference.ts'
import { partsOf } from '#contract/company-file/walk.ts'

import { changesOf } from './change.ts'
import { programmePlaces } from './draft.ts'

const rule = { key: 'compra', name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 }
const coffee = { key: 'cafe', name: 'Café coado', value: 150 }
const cake = { key: 'bolo', name: 'Bolo', value: 300 }
const silver = { name: 'Prata', trigger_amount: 0 }
const gold = { name: 'Ouro', trigger_amount: 3000 }
const summer = {
  code: 'VERAO',
  name: 'Verão',
  starts_at: '2026-12-01',
  ends_at: '2026-12-31',
  action: { GENERATE_POINTS: { amount: 50 } },
}
const settings = { levels_system: 'LOOKBACK' }
const home = { title: 'Olá', text: 'Bem-vindo' }
const banner = { image: 'faixa.png', alt: 'Uma xícara' }

const required = {
  slug: 'loja',
  name: 'Loja',
  frontend_domain: 'loja.example',
  logo: 'logo.svg',
  favicon: 'favicon.svg',
  calculation_rules: [rule],
}

function file(fields: object): CompanyFile {
  return CompanyFile.parse({ ...required, ...fields })
}

test.each([
  ['nothing', {}, {}, []],
  [
    'a price',
    { prizes: [coffee] },
    { prizes: [{ ...coffee, value: 120 }] },
    ['Café coado passa de 150 para 120 pontos'],
  ],
  [
    'a free prize',
    { prizes: [coffee] },
    { prizes: [{ ...coffee, value: 0 }] },
    ['Café coado passa a ser grátis (custava 150 pontos)'],
  ],
  [
    'a new prize',
    { prizes: [coffee] },
    { prizes: [coffee, cake] },
    ['Novo prêmio: Bolo (300 pontos)'],
  ],
  ['a prize that leaves', { prizes: [coffee, cake] }, { prizes: [coffee] }, ['Sai o prêmio Bolo']],
  [
    'another order',
    { prizes: [coffee, cake] },
    { prizes: [cake, coffee] },
    ['Os prêmios estão em outra ordem'],
  ],
  [
    'a name',
    { prizes: [coffee] },
    { prizes: [{ ...coffee, name: 'Café especial' }] },
    ['Café coado agora se chama Café especial'],
  ],
  [
    'a stock',
    { prizes: [coffee] },
    { prizes: [{ ...coffee, stock: 100 }] },
    ['Café coado: estoque passa a ser 100 unidades'],
  ],
  [
    'no stock',
    { prizes: [{ ...coffee, stock: 1 }] },
    { prizes: [coffee] },
    ['Café coado: estoque sem limite (era 1 unidade)'],
  ],
  [
    'own codes',
    { prizes: [coffee] },
    { prizes: [{ ...coffee, codes: { pool: 'cafe.txt' } }] },
    ['Café coado passa a ter códigos próprios'],
  ],
  [
    'a last day',
    { prizes: [{ ...coffee, expires_at: '2026-12-01' }] },
    { prizes: [{ ...coffee, expires_at: '2026-12-31' }] },
    ['Café coado: último dia passa de 01/12/2026 para 31/12/2026'],
  ],
  [
    'a hidden prize',
    { prizes: [coffee] },
    { prizes: [{ ...coffee, show_in_store: false }] },
    ['Café coado sai da loja'],
  ],
  [
    'a photo',
    { prizes: [{ ...coffee, photo: 'a.png' }] },
    { prizes: [{ ...coffee, photo: 'b.png' }] },
    ['Café coado: a foto mudou'],
  ],
  [
    'a new photo',
    { prizes: [coffee] },
    { prizes: [{ ...coffee, photo: 'b.png' }] },
    ['Café coado: foto acrescentada'],
  ],
  [
    'a level that leaves',
    { settings, levels: [silver, gold] },
    { settings, levels: [silver] },
    ['Sai o nível Ouro'],
  ],
  [
    'a new level',
    { settings, levels: [silver] },
    { settings, levels: [silver, gold] },
    ['Novo nível: Ouro (a partir de 3.000 pontos)'],
  ],
  [
    'a multiplier',
    { settings, levels: [gold] },
    { settings, levels: [{ ...gold, multiplier: 1.5 }] },
    ['O nível Ouro passa a multiplicar os pontos por 1,5 (antes 1)'],
  ],
  [
    'a rate',
    {},
    { calculation_rules: [{ ...rule, rate: 2 }] },
    ['A regra Compra passa a render 2 pontos por real (antes 1 ponto por real)'],
  ],
  [
    'an expiry',
    {},
    { calculation_rules: [{ ...rule, expires_in: { days: 30 } }] },
    ['A regra Compra: os pontos vencem em 30 dias'],
  ],
  [
    'another form of expiry',
    { calculation_rules: [{ ...rule, expires_in: { days: 30 } }] },
    { calculation_rules: [{ ...rule, expires_in: { end_of: 'YEAR' } }] },
    ['A regra Compra: os pontos vencem no fim do ano'],
  ],
  [
    'a minimum',
    { calculation_rules: [{ ...rule, minimum_purchase_value: 500 }] },
    { calculation_rules: [{ ...rule, minimum_purchase_value: 1050 }] },
    ['Regra Compra: compra mínima passa de R$\u00a05,00 para R$\u00a010,50'],
  ],
  [
    'a cap in money',
    { calculation_rules: [{ ...rule, type: 'PERCENTAGE' }] },
    { calculation_rules: [{ ...rule, type: 'PERCENTAGE', cap: 5000 }] },
    ['Regra Compra: máximo por compra passa a ser R$\u00a050,00'],
  ],
  [
    'a new promotion',
    {},
    { promotions: [summer] },
    ['Nova promoção: Verão (50 pontos, de 01/12/2026 a 31/12/2026)'],
  ],
  ['a greeting', { home }, { home: { ...home, text: 'Bom dia' } }, ['O texto da saudação mudou']],
  ['a new greeting', {}, { home }, ['Nova saudação']],
  ['a banner that leaves', { banner }, {}, ['Sai o banner']],
  [
    'a colour',
    { primary_color: '#000000' },
    { primary_color: '#8c4a2f' },
    ['Cor principal passa de #000000 para #8c4a2f'],
  ],
  [
    'a choice',
    {},
    { display_mode: 'CASH' },
    ['Como os valores aparecem passa de em pontos para em reais'],
  ],
  ['yes', {}, { maintenance: true }, ['Portal em manutenção: agora sim']],
  [
    'four eyes for adjustments',
    {},
    { adjustments: { needs_second_person: true } },
    ['Outra pessoa aprova ajustes acima do limite: agora sim'],
  ],
  ['no', { approvals: { publish: true } }, {}, ['Outra pessoa aprova cada publicação: agora não']],
  ['a host', {}, { other_domains: ['clube.example'] }, ['Novo endereço do portal: clube.example']],
  [
    'the word for a prize',
    {},
    { prize_word: { one: 'mimo', many: 'mimos', gender: 'masculine' } },
    ['Os prêmios passam a se chamar mimos'],
  ],
  [
    'types of a webhook',
    { webhooks: [{ url: 'https://x.example/a' }] },
    { webhooks: [{ url: 'https://x.example/a', types: ['voucher.issued'] }] },
    ['Webhook x.example: acontecimentos enviados: voucher.issued'],
  ],
  [
    'another address of a webhook',
    { webhooks: [{ url: 'https://x.example/a' }] },
    { webhooks: [{ url: 'https://y.example:8443/b?c=d' }] },
    ['Sai o webhook x.example', 'Novo webhook: y.example:8443'],
  ],
  [
    'a shop',
    { subsidiaries: [{ name: 'Centro', phone: '11 3333-4444' }] },
    { subsidiaries: [{ name: 'Centro' }] },
    ['Loja Centro: sem telefone (era 11 3333-4444)'],
  ],
])('the changes of a programme are one sentence each: %s [D15]', (_, before, after, sentences) => {
  expect(changesOf(file(before), file(after)).map(({ sentence }) => sentence)).toEqual(sentences)
})

test.each([
  ['an address with a path and a query', [{ url: 'https://x.example/TOKEN?key=TOKEN' }]],
  ['an address with a password', [{ url: 'https://a:TOKEN@x.example' }]],
  ['an address without a protocol', [{ url: 'x.example/TOKEN' }]],
  ['an address that is the item', ['https://x.example/TOKEN']],
  ['an address that is the list', 'https://x.example/TOKEN'],
  ['an address as the name of the item', [{ name: 'https://x.example/TOKEN' }]],
  ['a field that webhooks do not have', [{ url: 'https://x.example', secret: 'TOKEN' }]],
  ['a group in place of the list', { first: { url: 'https://x.example/TOKEN' } }],
])(
  'the sentence of a change shows of a webhook no more than its host: %s [D3 D15]',
  (_, webhooks) => {
    const sentences = [
      changesOf(file({}), { ...file({}), webhooks }),
      changesOf({ ...file({}), webhooks }, file({})),
      changesOf(
        { ...file({}), webhooks: [{ url: 'https://x.example' }] },
        { ...file({}), webhooks },
      ),
    ].flatMap((changes) => changes.map(({ sentence }) => sentence))
    expect(sentences.length).toBeGreaterThan(0)
    expect(sentences.join()).not.toContain('TOKEN')
  },
)

test('each change names its page in the console [D15]', () => {
  const after = file({ settings, levels: [gold], prizes: [coffee], banner, maintenance: true })
  const places = changesOf(file({ settings }), after).map(({ path, place }) => [path, place])
  expect(places).toEqual([
    ['maintenance', 'settings'],
    ['banner', 'appearance'],
    ['levels[Ouro]', 'levels'],
    ['prizes[cafe]', 'prizes'],
  ])
})

test('each difference has exactly one change [D15]', () => {
  const value = fc.oneof(
    fc.constantFrom(null, true, '', 1, 2),
    fc.array(fc.nat(3)),
    fc.array(fc.dictionary(fc.constantFrom('name', 'key', ''), fc.nat(3))),
  )
  const nested = fc.oneof(value, fc.dictionary(fc.constantFrom('a', 'constructor', ''), value))
  const documents = fc.record(
    {
      prizes: fc.subarray([coffee, cake, { ...coffee, key: 'cha', value: 10 }]),
      home: fc.constantFrom(null, home, { ...home, text: 'Oi' }),
      banner: fc.constantFrom(null, banner, { ...banner, alt: '' }),
      webhooks: fc.array(
        fc.record({
          url: fc.constantFrom('https://x.example/a.b', 'https://x.example/a[0]'),
          types: fc.constantFrom(null, ['voucher.issued'], ['level.changed', 'voucher.issued']),
        }),
        { maxLength: 2 },
      ),
      calculation_rules: fc.array(
        fc.record({
          name: fc.constantFrom('Compra', 'Loja'),
          rate: fc.nat(5),
          expires_in: fc.constantFrom(null, { days: 3 }, { months: 1 }, { end_of: 'YEAR' }),
        }),
        { maxLength: 3 },
      ),
      faq: fc.option(
        fc.record({ title: fc.string(), items: fc.array(fc.record({ question: fc.string() })) }),
      ),
      other_domains: fc.uniqueArray(fc.domain(), { maxLength: 3 }),
      unknown: nested,
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(documents, documents, (before, after) => {
      const changes = changesOf(before, after)
      const [old, now] = [partsOf(before), partsOf(after)]
      const differences = differencesOf(old, now)
      const aroundOf = (path: string) =>
        [now, old].flatMap((parts) => [
          ...(parts.fields.get(path)?.around ?? []),
          ...(parts.items.get(path)?.around ?? []),
        ])
      for (const { kind, path } of differences) {
        const around = new Set([path, ...aroundOf(path)])
        const isOrder = kind === 'order'
        const covering = changes.filter(
          (change) =>
            around.has(change.path) && change.sentence.endsWith('outra ordem') === isOrder,
        )
        expect([path, covering.length]).toEqual([path, 1])
      }
      expect(changes.length).toBeLessThanOrEqual(differences.length)
      for (const { sentence, place } of changes) {
        expect(sentence).not.toMatch(/undefined|null|\[object/)
        expect(programmePlaces).toContain(place)
      }
    }),
    { numRuns: 500 },
  )
})
