import { expect, test } from 'vitest'

import { checkCompanyFile } from './mistake.ts'

const file = {
  slug: 'loja',
  name: 'Loja',
  frontend_domain: 'loja.example',
  logo: 'logo.svg',
  favicon: 'favicon.svg',
  calculation_rules: [{ key: 'compra', name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 }],
}
const rule = file.calculation_rules[0]!

test('a company file without mistakes is accepted, and its defaults are filled in [D11]', () => {
  const { file: checked, mistakes } = checkCompanyFile(file)
  expect(mistakes).toBeUndefined()
  expect(checked).toMatchObject({ slug: 'loja', display_mode: 'POINTS', prizes: [] })
})

test.each([
  [{ maintenance: 'sim' }, 'maintenance: Escreva true ou false, não “sim” [tipo]'],
  [{ name: undefined }, 'name: Este campo é obrigatório [tipo]'],
  [{ name: 2024 }, 'name: Escreva um texto, não 2024 [tipo]'],
  [{ name: '' }, 'name: Este campo é obrigatório [mínimo]'],
  [{ prizes: 'café' }, 'prizes: Escreva uma lista, não “café” [tipo]'],
  [{ display_mode: 'STARS' }, 'display_mode: Use POINTS, CASH ou PERCENTAGE, não “STARS” [valor]'],
  [{ intention_minutes: 0 }, 'intention_minutes: Use 1 ou mais [mínimo]'],
  [{ intention_minutes: 1.5 }, 'intention_minutes: Escreva um número inteiro, não 1.5 [tipo]'],
  [{ calculation_rules: [] }, 'calculation_rules: Use 1 item ou mais [mínimo]'],
  [{ primary_color: 'red' }, 'primary_color: Use #RRGGBB [formato]'],
  [{ prize: [] }, 'prize: Este campo não existe. Você quis escrever prizes? [campo]'],
  [{ colour: 'red' }, 'colour: Este campo não existe [campo]'],
  [
    { settings: { level_system: 'LOOKBACK' } },
    'settings.level_system: Este campo não existe. Você quis escrever levels_system? [campo]',
  ],
  [
    { calculation_rules: [{ ...rule, expires_in: { months: 0 } }] },
    'calculation_rules.0.expires_in.months: Use 1 ou mais [mínimo]',
  ],
  [
    { calculation_rules: [{ ...rule, expires_in: 12 }] },
    'calculation_rules.0.expires_in: Escreva os campos dele, não 12 [tipo]',
  ],
  [
    { prizes: [{ key: 'cafe', name: 'Café', value: 1, codes: 'gerados' }] },
    'prizes.0.codes: Use generated, não “gerados” [valor]',
  ],
  [
    { hide_points: true, hide_cashback: true },
    'hide_cashback: hide_points e hide_cashback juntos não deixam nada para mostrar: escolha um dos dois [regra]',
  ],
])('the mistake in %j names its field, sentence and rule [D11]', (fields, line) => {
  const { mistakes = [] } = checkCompanyFile({ ...file, ...fields })
  expect(
    mistakes.map(
      ({ path, sentence, rule: broken }) => `${path.join('.')}: ${sentence} [${broken}]`,
    ),
  ).toContain(line)
})

test('all mistakes of a company file are reported at once, and none twice [D11]', () => {
  const { mistakes } = checkCompanyFile({ ...file, colour: 1, farbe: 2, maintenance: 3, name: '' })
  expect(mistakes?.map(({ path }) => path.join('.')).toSorted()).toEqual([
    'colour',
    'farbe',
    'maintenance',
    'name',
  ])
})

test('a mistake quotes neither a long text nor a list as a whole [D11]', () => {
  const { mistakes = [] } = checkCompanyFile({ ...file, maintenance: 'x'.repeat(500), blocked: [] })
  expect(mistakes.map(({ sentence }) => sentence)).toEqual([
    `Escreva true ou false, não “${'x'.repeat(40)}…”`,
    'Escreva true ou false, não uma lista',
  ])
})
