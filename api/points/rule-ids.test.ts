/** The ids that applyCalculationRules gave to the rules of earlier documents. */

import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { ruleIds, storedRuleIds } from './rule-ids.ts'

const world = await createWorld()
const rule = (key: string, name: string) => ({ key, name, type: 'POINTS_PER_REAL', rate: 1 })

/** Documents that rename a rule's key, give the old key to a new rule, drop a rule, and bring it back. */
const documents = [
  [rule('um', 'Compra'), rule('dois', 'Em dobro')],
  [rule('compra', 'Compra'), rule('dois', 'Em dobro')],
  [rule('compra', 'Compra'), rule('um', 'Outra')],
  [rule('compra', 'Compras'), rule('dois', 'Em dobro')],
].map((calculation_rules) => ({ calculation_rules }))

test('the rules of each document get the ids that their application gave them [D13 D18]', async () => {
  const applied: string[][] = []
  let id = ''
  for (const document of documents) {
    id = (await world.createCompany('historico', document)).id
    const stored = await rows<{ id: string }>(
      world.database,
      sql`select id from calculation_rule where company_id = ${id} and position is not null order by position`,
    )
    applied.push(stored.map((one) => one.id))
  }
  const draft = { calculation_rules: [rule('loja', 'Compras'), rule('novo', 'Nova')] }
  const ids = ruleIds(documents, draft, await storedRuleIds(world.database, id))
  expect(ids.applied).toEqual(applied)
  const [renamed, added] = ids.draft
  expect(renamed).toBe(applied[0]![0])
  expect(applied.flat()).not.toContain(added)
})
