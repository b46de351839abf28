/** What is done to the ledger after a head was taken, by the engine and by somebody with all rights in the database. */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { dayAfter, headsOf } from '#api/testing/worlds/head.ts'
import { consume } from '#api/testing/worlds/movement.ts'
import { rehash } from '#api/testing/worlds/rewrite.ts'
import { createWorld, sale, type TestCompany } from '#api/testing/worlds/world.ts'
import type { Database } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { uncoveredRecords } from './prove-head.ts'

const world = await createWorld()
const { database } = world
const { take, taken, verdict } = await headsOf(world)
const unknown = expect.stringContaining('no stored head has this hash')

type Person = Awaited<ReturnType<typeof world.confirmed>>

/** A company of three customers with two or three records each, and its first head. */
async function soldDay() {
  const company = await world.createCompany(`dia-${randomUUID().slice(0, 8)}`, {})
  const people: Person[] = []
  for (const points of [100, 200, 300]) {
    const person = await world.confirmed(company, points)
    await world.generate(company, sale(person.document))
    people.push(person)
  }
  await consume(world, company, people[0]!, 30)
  return { company, people, head: await taken(company) }
}

/** Works on the day after `soldDay`, and returns to it. */
async function onNextDay<Of>(work: () => Promise<Of>): Promise<Of> {
  const present = world.now().toISOString()
  world.moveClock('2026-11-21T12:00:00Z')
  try {
    return await work()
  } finally {
    world.moveClock(present)
  }
}

/** Runs a statement about one customer as the owner of the tables. It must change as many rows as `count` says. */
async function attack(
  statement: string,
  { id }: Pick<Person, 'id'>,
  { connection = database, count = 1 }: { connection?: Database; count?: number } = {},
): Promise<void> {
  expect((await connection.query(statement, [id])).rowCount, statement).toBe(count)
}

/** Runs an attack that breaks keys of the tables, and undoes it. */
async function withoutKeys(work: (connection: Database) => Promise<void>): Promise<void> {
  const connection = await database.connect()
  try {
    await connection.query('begin')
    await connection.query(
      `do $$
       declare
         found record;
       begin
         for found in
           select conrelid::regclass as name, conname
             from pg_constraint
            where connamespace = 'fiel'::regnamespace
              and (contype = 'f' or contype = 'u' and conrelid = 'points_record'::regclass)
         loop
           execute format('alter table %s drop constraint %I cascade', found.name, found.conname);
         end loop;
       end $$`,
    )
    await work(connection)
  } finally {
    await connection.query('rollback')
    connection.release()
  }
}

describe('a head of an untouched ledger', () => {
  test('is proven, and counts the records and the customers of the company [I8]', async () => {
    const { head } = await soldDay()
    expect(head).toMatchObject({ number: 1, day: '2026-11-20', customers: 3, records: 7 })
    expect(await verdict(head)).toBe('proven')
    expect(await verdict({ hash: head.hash.toUpperCase() })).toBe('proven')
  })

  test('stays proven after later records, and so does the next head over them [I8]', async () => {
    const { company, people, head } = await soldDay()
    await onNextDay(() => world.generate(company, sale(people[1]!.document)))
    expect(await verdict(head)).toBe('proven')
    const second = await taken(company, '2026-11-22T03:11:00Z')
    expect(second).toMatchObject({ number: 2, day: '2026-11-21', customers: 1, records: 8 })
    expect(second.previous_hash).toBe(head.hash)
    expect([await verdict(head), await verdict(second)]).toEqual(['proven', 'proven'])
  })

  test('stays proven after the customer is erased [I8 D16]', async () => {
    const { people, head } = await soldDay()
    const [person] = people as [Person]
    const erased = await world.call('DELETE /customer', {
      headers: person.headers,
      body: {
        forfeits: { points_amount: 170, points_value: 170, vouchers: 0 },
        current_password: person.password,
      },
    })
    expect(erased.status, erased.text).toBe(204)
    expect(await verdict(head)).toBe('proven')
  })
})

describe('a head of a ledger that somebody rewrote', () => {
  test.each([
    ['altered', `update points_record set amount = 999 where customer_id = $1 and sequence = 1`],
    [
      'dated back',
      `update points_record set created_at = created_at - interval '1 s' where customer_id = $1 and sequence = 1`,
    ],
  ])('is refuted for a record that was %s, and names it [I8]', async (_how, statement) => {
    const { people, head } = await soldDay()
    await attack(statement, people[1]!)
    const fault = `record 1 of customer ${people[1]!.id} is missing or not as it was written`
    expect(await verdict(head)).toBe(fault)
  })

  test('is refuted for an altered record though all hashes of its chain were computed anew [I8]', async () => {
    const { people, head } = await soldDay()
    await attack(
      `update points_record set purchase_value = 7 where customer_id = $1 and sequence = 1`,
      people[1]!,
    )
    await rehash(database, people[1]!.id)
    expect(await verdict(head)).toBe(
      'the records until 2026-11-20 are not those of which the head of that day was made',
    )
  })

  test('is refuted for a removed record: the last, one before it, or all of a customer [I8]', async () => {
    const { people, head } = await soldDay()
    const [ana, rui, bia] = people as [Person, Person, Person]
    const removals: [string, Person, number, string][] = [
      ['sequence = 2', rui, 1, `record 2 of customer ${rui.id} is missing`],
      [
        'sequence = 2',
        ana,
        1,
        `record 2 of customer ${ana.id} is missing or not as it was written`,
      ],
      ['true', bia, 2, `record 2 of customer ${bia.id} is missing`],
    ]
    for (const [which, person, count, fault] of removals) {
      await withoutKeys(async (connection) => {
        const removal = `delete from points_record where customer_id = $1 and ${which}`
        await attack(removal, person, { connection, count })
        expect(await verdict(head, connection)).toBe(fault)
      })
    }
  })

  test('is refuted for a customer who was removed with records, balance and entries [I8]', async () => {
    const { people, head } = await soldDay()
    const [ana] = people as [Person]
    await withoutKeys(async (connection) => {
      for (const table of ['points_record', 'balance', 'record_head_entry']) {
        await connection.query(`delete from ${table} where customer_id = $1`, [ana.id])
      }
      expect(await verdict(head, connection)).toContain('the records until 2026-11-20 are not')
    })
  })

  test('is refuted for an inserted record with a valid chain [I8]', async () => {
    const { people, head } = await soldDay()
    const [ana] = people as [Person]
    await withoutKeys(async (connection) => {
      await attack(
        `update points_record set sequence = sequence + 1 where customer_id = $1 and sequence > 1`,
        ana,
        { connection, count: 2 },
      )
      await attack(
        `insert into points_record (company_id, id, customer_id, sequence, type_id, origin, amount, value, balance_amount, balance_value,
                                    created_at, hash)
         select company_id, uuidv7(), customer_id, 2, type_id, 'adjustment', amount, value, balance_amount, balance_value, created_at, hash
           from points_record
          where customer_id = $1 and sequence = 1`,
        ana,
        { connection },
      )
      await rehash(connection, ana.id)
      expect(await verdict(head, connection)).toContain('the records until 2026-11-20 are not')
    })
  })

  test('is refuted though records, chain and the head itself were written anew [I8]', async () => {
    const { company, people, head } = await soldDay()
    await attack(
      `update points_record set purchase_value = 7 where customer_id = $1 and sequence = 1`,
      people[1]!,
    )
    await rehash(database, people[1]!.id)
    await forgetHeads(company)
    const forged = await taken(company)
    expect(forged).toMatchObject({ number: 1, day: head.day, records: head.records })
    const { differences } = await audit(database, world.now())
    expect(differences.filter(({ company_id }) => company_id === company.id)).toEqual([])
    expect(await verdict(forged)).toBe('proven')
    expect(await verdict(head)).toEqual(unknown)
  })
})

describe('a record that was added to a day after its head', () => {
  /** A sale at the end of the customer's chain, written when the day had ended, with this date. */
  async function add({ id }: Pick<Person, 'id'>, created_at: string): Promise<void> {
    await attack(
      `insert into points_record (company_id, id, customer_id, sequence, type_id, origin, amount, value, balance_amount, balance_value,
                                  created_at, hash)
       select company_id, uuidv7(), customer_id, sequence + 1, type_id, 'adjustment', amount, value, balance_amount, balance_value,
              '${created_at}', hash
         from points_record
        where customer_id = $1
        order by sequence desc
        limit 1`,
      { id },
    )
    await attack(`update balance set sequence = sequence + 1 where customer_id = $1`, { id })
    await rehash(database, id)
  }

  test('at the end of a chain leaves its head proven, and is counted, also below later heads [I8]', async () => {
    const { company, people, head } = await soldDay()
    const [ana, rui] = people as [Person, Person]
    await add(rui, '2026-11-20T22:00:00Z')
    expect(await verdict(head)).toBe('proven, 1 added')
    await add(ana, '2026-11-20T23:00:00Z')
    expect(await verdict(head)).toBe('proven, 2 added')
    await add(rui, '2026-11-21T12:00:00Z')
    const second = await taken(company, '2026-11-22T03:11:00Z')
    expect([await verdict(head), await verdict(second)]).toEqual(['proven, 2 added', 'proven'])
    const byId = [
      { customer_id: ana.id, sequence: 4 },
      { customer_id: rui.id, sequence: 3 },
    ].toSorted((one, other) => (one.customer_id < other.customer_id ? -1 : 1))
    expect(await uncoveredRecords(database, head)).toEqual({ records: 2, first: byId[0] })
  })

  test('for a customer whom no head covers is counted [I8]', async () => {
    const { company, head } = await soldDay()
    const late = await onNextDay(() => world.confirmed(company, 10))
    expect(await verdict(head)).toBe('proven')
    await attack(
      `update points_record set created_at = '2026-11-20T12:00:00Z' where customer_id = $1`,
      late,
    )
    await rehash(database, late.id)
    expect(await verdict(head)).toBe('proven, 1 added')
  })
})

test('a later head is refuted when an earlier day was written anew together with its head [I8]', async () => {
  const { company, people } = await soldDay()
  await world.generate(company, sale(people[0]!.document))
  const second = await taken(company, '2026-11-22T03:11:00Z')
  // The second head has no entry of this customer, so only the hash of the first head shows the change.
  const statement = `update points_record set purchase_value = 7 where customer_id = $1 and sequence = 1`
  await attack(statement, people[1]!)
  await rehash(database, people[1]!.id)
  const stored = await storedRows(company, 2)
  await forgetHeads(company)
  await taken(company)
  await restore(stored)
  expect(await verdict(second)).toBe(
    'the records until 2026-11-21 are not those of which the head of that day was made',
  )
})

describe('a stored head that was changed', () => {
  test.each([
    [
      'signature',
      `set signature = sha256('a') || sha256('b')`,
      'its signature is not one of its public key',
    ],
    ['public key', `set public_key = '\\x00'`, 'its signature is not one of its public key'],
    ['day', `set day = day - 1`, 'the records until 2026-11-19 are not those'],
    ['count of records', `set records = records + 1`, null],
    ['hash', `set hash = sha256('another')`, 'no stored head has this hash'],
  ])('is judged by the ledger when its %s was changed [I8]', async (_what, change, fault) => {
    const { company, head } = await soldDay()
    await database.query(`update record_head ${change} where company_id = $1`, [company.id])
    // The counts of a stored head are not used: a proof counts itself.
    expect(await verdict(head)).toEqual(fault === null ? 'proven' : expect.stringContaining(fault))
  })

  test('a head is refuted when an earlier one is gone [I8]', async () => {
    const { company } = await soldDay()
    const second = await taken(company, '2026-11-22T03:11:00Z')
    await database.query(`delete from record_head where company_id = $1 and number = 1`, [
      company.id,
    ])
    expect(await verdict(second)).toBe('a head before it is missing')
  })

  test('a hash that no head has ever had is refuted [I8]', async () => {
    expect(await take(world.posto, dayAfter)).toBeNull()
    expect(await verdict({ hash: '0'.repeat(64) })).toEqual(unknown)
  })
})

/** The rows of a head and of its entries, as JSON. */
async function storedRows({ id }: TestCompany, number: number): Promise<[string, string][]> {
  const read = async (table: string): Promise<[string, string]> => {
    const { rows } = await database.query<{ content: string }>(
      `select jsonb_agg(stored)::text as content from ${table} stored where company_id = $1 and number = $2`,
      [id, number],
    )
    return [table, rows[0]!.content]
  }
  return Promise.all(['record_head', 'record_head_entry'].map(read))
}

async function restore(stored: [string, string][]): Promise<void> {
  for (const [table, content] of stored) {
    await database.query(
      `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`,
      [content],
    )
  }
}

async function forgetHeads({ id }: TestCompany): Promise<void> {
  await database.query(`delete from record_head where company_id = $1`, [id])
  await database.query(`delete from record_head_entry where company_id = $1`, [id])
}
