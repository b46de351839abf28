import { describe, expect, test } from 'vitest'

import { checkCompanyFile } from '#contract/company-file/mistake.ts'

import { withValue } from './document/path.ts'
import { newLevel, newPrize, newPromotion, newRule, newShop } from './new-item.ts'

const file = {
  slug: 'loja',
  name: 'Loja',
  frontend_domain: 'loja.example',
  logo: 'logo.svg',
  favicon: 'favicon.svg',
  calculation_rules: [newRule('compra', 'Compra')],
}

/** The fields that the contract refuses in a document with this item. */
const wrongFields = (part: object) =>
  (checkCompanyFile({ ...file, ...part }).mistakes ?? []).map(({ path }) => path.join('.'))

describe('a new item of the document', () => {
  test('is a rule or a shop that the contract accepts as it is [D15]', () => {
    expect(wrongFields({})).toEqual([])
    expect(wrongFields({ subsidiaries: [newShop('Centro')] })).toEqual([])
  })

  test('is a level above the last one [D15]', () => {
    const levels = [newLevel('Bronze', undefined), newLevel('Prata', 0), newLevel('Ouro', 1_000)]
    expect(levels.map((level) => level['trigger_amount'])).toEqual([0, 1_000, 2_000])
    expect(wrongFields({ levels, settings: { levels_system: 'LOOKBACK' } })).toEqual([])
  })

  test('is a prize that lacks its price alone [D15]', () => {
    const document = { prizes: [newPrize('cafe', 'Café')] }
    expect(wrongFields(document)).toEqual(['prizes.0.value'])
    expect(wrongFields(withValue(document, ['prizes', 0, 'value'], 0))).toEqual([])
  })

  test('is a promotion of 31 days that lacks its points alone [D15]', () => {
    const document = { promotions: [newPromotion('VERAO', 'Verão', '2026-01-15')] }
    expect(document.promotions[0]).toMatchObject({ starts_at: '2026-01-15', ends_at: '2026-02-14' })
    const amount = ['promotions', 0, 'action', 'GENERATE_POINTS', 'amount']
    expect(wrongFields(document)).toEqual([amount.join('.')])
    expect(wrongFields(withValue(document, amount, 10))).toEqual([])
  })
})
