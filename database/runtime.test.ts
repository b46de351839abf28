import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { row, rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { appDatabase, database, cafe } = world

const spoiling = [
  'update points_record set amount = amount + 1',
  'delete from points_record',
  'truncate points_record cascade',
  'update allocation set amount = amount - 1',
  'delete from allocation',
  'delete from return_shortfall',
  'update return_shortfall set let_go_amount = 0',
  'update unlisted_subsidiary set company_id = company_id',
  "update level_change set to_name = 'Ouro'",
  "update operator_action set operator = 'x'",
  'delete from operator_action',
  "update audit_entry set action = 'key.made'",
  'delete from audit_entry',
  "update audit_personal set content = '{}'",
  'delete from audit_head',
  "update schema_file set hash = 'another'",
  "update server_secret set proof = ''",
  'delete from server_secret',
  'delete from hash_key',
  'update record_head set day = day',
  'delete from record_head',
  'delete from record_head_entry',
  'delete from head_key',
  'alter table points_record drop constraint points_record_pkey cascade',
  'drop function apply',
]

test.each(spoiling)('the API cannot run %s [I8]', async (statement) => {
  await world.confirmed(cafe, 100)
  await expect(appDatabase.query(statement)).rejects.toThrow(/permission denied|must be owner/)
})

test('the API works as the runtime role, which may change every table but the append-only ones [I8]', async () => {
  const { current_user } = (await row<{ current_user: string }>(
    appDatabase,
    sql`select current_user`,
  ))!
  expect(current_user).toBe('fiel_runtime')
  const closed = await rows<{ name: string }>(
    database,
    sql`select relname as name
          from pg_class
         where relnamespace = 'fiel'::regnamespace
           and relkind = 'r'
           and not (has_table_privilege('fiel_runtime', oid, 'insert')
                    and has_table_privilege('fiel_runtime', oid, 'update')
                    and has_table_privilege('fiel_runtime', oid, 'delete'))
         order by 1`,
  )
  expect(closed.map(({ name }) => name)).toEqual([
    'allocation',
    'audit_entry',
    'audit_head',
    'audit_personal',
    'back_fill',
    'counter_act',
    'hash_key',
    'head_key',
    'hold',
    'level_change',
    'moved_lot',
    'operator_action',
    'partner_key',
    'points_record',
    'programme_version',
    'record_head',
    'record_head_entry',
    'report_closing',
    'report_closing_line',
    'return_shortfall',
    'schema_file',
    'server_secret',
    'unlisted_subsidiary',
    'webhook_endpoint',
  ])
})
