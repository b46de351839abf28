import { describe, expect, test } from 'vitest'

import { bare, literals, sqlFunctions, type Statement, statements } from './statements.ts'
import { callsWithoutCompany, withoutCompany } from './tenant.ts'

describe('the company of a statement', () => {
  const nameOf = ({ file, name }: Statement) => (file.endsWith('.sql') ? `${file} ${name}` : file)

  /**
   * Statements about several companies, each with its file and reason. The last column lists the tables that the statement
   * reads or writes of all companies, and the functions of a company that it calls for each.
   */
  const ofSeveralCompanies: [file: string, reason: string, uses: string[]][] = [
    [
      'api/clock/stored/clock.sql company_clocks',
      'jobs read the present of each company',
      ['company_now'],
    ],
    [
      'api/company-file/domains.ts',
      'a host name that another company has released',
      ['company_domain', 'company'],
    ],
    [
      'api/company-file/sandbox.ts',
      'a sandbox gets copies of its company’s pictures',
      ['company_image', 'company_image_size'],
    ],
    [
      'api/company/console.ts',
      'which company a console’s host name is for',
      ['company', 'company_domain'],
    ],
    [
      'api/company/lookup.ts',
      'which company a host name is for',
      ['company', 'company_domain', 'company_domain', 'company_domain'],
    ],
    ['api/company/stored/company.sql companies', 'jobs work for each company in turn', ['company']],
    [
      'api/company/stored/company.sql companies_with_levels',
      'the daily job settles levels',
      ['company'],
    ],
    [
      'api/customer/stored/search.sql customers_with_words',
      'compares the company as `= … is true`, which hides it from the planner',
      ['customer'],
    ],
    [
      'api/intention/customer.ts',
      'a batch of polls: each reader names the company of its own session',
      ['session_of', 'is_open', 'awaited_intention'],
    ],
    [
      'api/intention/expire.ts',
      'the job ends the intentions of all companies',
      ['overdue_intentions'],
    ],
    [
      'api/job/dead-letter.ts',
      'an operator’s commands list and replay the dead letters of all companies',
      ['pgboss_job', 'pgboss_job', 'pgboss_job', 'pgboss_job'],
    ],
    ['api/level/settle-due.ts', 'the daily job reads each company’s present', ['company_now']],
    [
      'api/notification/expiry/notices.ts',
      'the job finds companies without notices of the day',
      ['notice_run'],
    ],
    [
      'api/notification/message/queue-messages.ts',
      'the job finds companies with new notices',
      ['is_sandbox', 'has_new_notices'],
    ],
    [
      'api/points/balance.ts',
      'a batch of reads: each call has its company and the tokens of that company',
      ['balances'],
    ],
    ['api/privacy/inactive/inactive.ts', 'the job works for each company in turn', ['is_sandbox']],
    ['api/privacy/retention.ts', 'the job reads each company’s months from its file', ['file_of']],
    [
      'api/programme/stored-request.ts',
      'the job finds the publications of all companies that are due',
      ['programme_request'],
    ],
    [
      'api/webhook/backlog.ts',
      'the figure counts the deliveries of all companies',
      ['webhook_delivery', 'webhook_endpoint'],
    ],
    [
      'api/webhook/deliver.ts',
      'a batch of attempts: each call has its company and the attempts of that company',
      ['settle_deliveries'],
    ],
    [
      'api/webhook/stored/webhook.sql claim_deliveries',
      'a node takes the due deliveries of all companies',
      ['webhook_delivery', 'webhook_endpoint'],
    ],
    [
      'engine/run-batch.ts',
      'a batch of commands: each call has its company and the commands of that company',
      ['apply'],
    ],
  ]

  test('every statement names the company of each table and of each function that it uses [D2]', () => {
    const nameless = statements.flatMap((one) =>
      [
        ...withoutCompany(one.text, one.declared),
        ...callsWithoutCompany(one.text, one.declared),
      ].map((use) => `${nameOf(one)} ${use}`),
    )
    const listed = ofSeveralCompanies.flatMap(([place, , uses]) =>
      uses.map((use) => `${place} ${use}`),
    )
    expect(nameless.toSorted()).toEqual(listed.toSorted())
  })

  test.each([
    ['select 1 from lot where id = $1', ['lot']],
    ['select 1 from lot where lot.company_id is not null', ['lot']],
    ['select company_id from lot order by company_id', ['lot']],
    ['select 1 from lot join hold on hold.company_id = lot.company_id', ['lot', 'hold']],
    ['select 1 from lot join hold on hold.id = lot.id where lot.company_id = $1', ['hold']],
    ['select (select 1 from hold where id = $1) from lot where lot.company_id = $1', ['hold']],
    ['select 1 from lot where company_id = $1 union select 1 from hold', ['hold']],
    ['update lot set amount = 0 where id = $1; delete from hold', ['lot', 'hold']],
    ['insert into lot (id) values ($1)', ['lot']],
    ['insert into lot (company_id, id) values ($0, $1)', ['lot']],
    ['insert into lot (company_id, id) values ( $0, $1)', ['lot']],
    ['insert into lot (company_id) select distinct $0', ['lot']],
    ['insert into lot (id, company_id) values ($1, $1)', ['lot']],
    ['insert into lot (company_id, id) select $0, id from hold where company_id = $1', ['lot']],
    ['insert into lot ( company_id, id) values ($1, $0)', []],
    [
      'select 1 from lot where (company_id, id) in (select company_id, id from hold)',
      ['lot', 'hold'],
    ],
    // A column of the same rows does not count as a value.
    ['select 1 from lot where company_id = company_id', ['lot']],
    ['select 1 from lot where lot.company_id = company_id', ['lot']],
    ['select 1 from lot where company_id = lot.company_id', ['lot']],
    ['select 1 from lot where company_id = (lot).company_id', ['lot']],
    ['select 1 from lot where company_id = (company_id)', ['lot']],
    ['select 1 from lot where company_id = coalesce($1, company_id)', ['lot']],
    ['select 1 from lot where company_id = customer_id', ['lot']],
    ['select 1 from lot where company_id in ($1, company_id)', ['lot']],
    ['select 1 from lot where company_id = any (array[company_id])', ['lot']],
    [
      'select 1 from lot a join lot b on a.company_id = b.company_id where b.id = $1',
      ['lot', 'lot'],
    ],
    // A list may have several companies.
    ['select 1 from lot where company_id = any ($1)', ['lot']],
    ['select 1 from lot where company_id in ($1, $2)', ['lot']],
    ['select 1 from lot where company_id in ($1)', []],
    // An alias that neither the statement nor its function declares.
    ['select 1 from lot where lot.company_id = x.company_id', ['lot']],
    ['select 1 from lot where lot.company_id = (x).company_id', ['lot']],
    ['select 1 from lot where lot.company_id = (x.found).company_id', ['lot']],
    // With `or`, a row need not satisfy the comparison.
    ['select 1 from lot where company_id = $1 or true', ['lot']],
    ['select 1 from lot where true or company_id = $1 and id = $2', ['lot']],
    ['select 1 from lot where id is distinct from $2 and company_id = $1 or id = $2', ['lot']],
    ['select 1 from lot where (company_id = $1 or id = $2)', ['lot']],
    ['select 1 from lot where not company_id = $1', ['lot']],
    ['select 1 from lot where company_id = $1 is not null', ['lot']],
    ['select 1 from lot where case when company_id = $1 then true else true end', ['lot']],
    ['select company_id = $1 from lot', ['lot']],
    ['select count(*) filter (where company_id = $1) from lot', ['lot']],
    ['update lot set company_id = $1 where id = $2', ['lot']],
    [
      'select 1 from lot join hold on true or hold.company_id = $1 where lot.company_id = $1',
      ['hold'],
    ],
    // The condition of an outer join does not restrict the rows of the other side.
    [
      'select 1 from lot l left join hold h on h.company_id = l.company_id and l.company_id = $1',
      ['lot', 'hold'],
    ],
    [
      'select 1 from lot l left outer join hold h on h.company_id = $1 and l.company_id = $1',
      ['lot'],
    ],
    [
      'select 1 from lot l full join hold h on h.company_id = $1 and l.company_id = $1',
      ['lot', 'hold'],
    ],
    ['table lot', ['lot']],
    ['select 1 from "lot"', ['lot']],
    ['copy lot to stdout', ['lot']],
    ['copy lot (id, amount) from stdin', ['lot']],
    ['copy (select id from lot) to stdout', ['lot']],
    // pg-boss has one table for the jobs of all companies.
    ["select 1 from pgboss.job where name = 'mail'", ['pgboss_job']],
    ['select 1 from pgboss."job" j where j.id = $1', ['pgboss_job']],
    ["delete from pgboss.job where data ->> 'customer_id' = $1", ['pgboss_job']],
    ["delete from pgboss.job where data ->> 'company_id' = $1", []],
    ["delete from pgboss.job j where j.data ->> 'company_id' = $1 or true", ['pgboss_job']],
    ['select 1 from fiel."lot" l where l.id = $1', ['lot']],
    // Joined by a column that the third table does not share.
    [
      'select 1 from lot join hold using (company_id) cross join voucher where lot.company_id = $1',
      ['hold', 'voucher'],
    ],
    ['select 1 from company where time_zone = $1', ['company']],
    ['update company set maintenance = true', ['company']],
    ['select 1 from company join lot on true where slug = $1', ['lot']],
    ['select 1 from balance join company using (company_id)', ['balance', 'company']],

    // A function, a subquery or a name of `with` may have rows of several companies.
    ['select 1 from companies() c join lot l on l.company_id = c.company_id', ['lot']],
    [
      'select 1 from companies() c cross join lateral (select 1 from lot where lot.company_id = c.company_id) l',
      ['lot'],
    ],
    [
      'select 1 from unnest($1::uuid[]) c (company_id) join lot l on l.company_id = c.company_id',
      ['lot'],
    ],
    [
      'select 1 from (values ($1), ($2)) as c (company_id) join lot l on l.company_id = c.company_id',
      ['lot'],
    ],
    ['select 1 from lot where company_id in (select company_id from companies())', ['lot']],
    ['delete from lot using companies() c where lot.company_id = c.company_id', ['lot']],
    [
      'select 1 from (select company_id from companies()) c join lot on lot.company_id = c.company_id',
      ['lot'],
    ],
    [
      'select 1 from (select $1 as company_id union select company_id from companies()) c join lot on lot.company_id = c.company_id',
      ['lot'],
    ],
    [
      'with c as (select company_id from companies()) select 1 from c join lot on lot.company_id = c.company_id',
      ['lot'],
    ],
    [
      'select 1 from companies() c join lateral session_of(c.company_id, $1, $2) s on true join lot on lot.company_id = s.company_id',
      ['lot'],
    ],
    // A comparison in a subquery does not restrict the rows of the outer query.
    [
      'select (select 1 from hold where hold.company_id = $1 and hold.company_id = lot.company_id) from lot',
      ['lot'],
    ],

    [
      'select (select 1 from hold where hold.company_id = lot.company_id) from lot where lot.company_id = $1',
      [],
    ],
    ['select 1 from session_of($1, $2, $3) s join lot on lot.company_id = s.company_id', []],
    [
      'with c as (select company_id from lot where company_id = $1) select 1 from c join hold on hold.company_id = c.company_id',
      [],
    ],
    ['select 1 from lot where company_id in (select company_id from company where slug = $1)', []],
    ['select 1 from lot l join hold h using (company_id, id) where l.company_id = $1', []],
    ['insert into lot as l (company_id, id) select $1, id from hold where company_id = $1', []],
    ['select 1 from lot where company_id = $1 and (id = $2 or amount = 0)', []],
    ['select 1 from lot where company_id = $1 and id between $2 and $3', []],
    ['select 1 from company join lot using (company_id) where slug = $1', []],
  ])('the rule sees which company is not named: %s', (text, nameless) => {
    expect(withoutCompany(bare(text)).toSorted()).toEqual(nameless.toSorted())
  })

  test.each([
    ['select session_of($0, $1, $0)', ['session_of']],
    ['perform prize_card( p_customer_id, x.company_id)', ['prize_card']],
    ['select prize_card(p_company_id => $0)', ['prize_card']],
    ['select prize_card(x.company_id, $0)', ['prize_card']],
    ['select prize_card((x).company_id, $0)', ['prize_card']],
    ['select prize_card(coalesce($1, $0))', ['prize_card']],
    ['select prize_card((select id from voucher where company_id = $1))', ['prize_card']],
    ['select count(prize_card($0, session_of($0)))', ['prize_card', 'session_of']],
    ['select case when true then prize_card($0) end', ['prize_card']],
    [
      'select s.* from companies() c cross join lateral session_of(c.company_id, $0, $0) s',
      ['session_of'],
    ],
    ['select prize_card(c.company_id, $0) from companies() c', ['prize_card']],
    ['select prize_card(company_id, $0) from companies()', ['prize_card']],
    ['select prize_card(company_id, id) from prize where id = $0', ['prize_card']],
    ['select (select prize_card(lot.company_id, $0)) from lot where id = $0', ['prize_card']],
    // Another query of the statement binds its own rows only.
    [
      'select 1 from prize p where p.company_id = $1 union select prize_card(p.company_id) from prize p',
      ['prize_card'],
    ],

    ['select session_of($1), prize_card(p_company_id => $1), prize_card(p_company_id::uuid)', []],
    ['select prize_card(company_id, id) from prize where company_id = $1', []],
    ['select prize_card(p.company_id, p.id) from prize p where p.company_id = $1', []],
    ['select (select prize_card(lot.company_id, $0)) from lot where company_id = $1', []],
    ['select prize_card(s.company_id, $0) from session_of($1, $0, $0) s', []],
  ])('the rule sees a call without a company: %s', (text, calls) => {
    expect(callsWithoutCompany(bare(text)).toSorted()).toEqual(calls)
  })

  /** The statement that a template of TypeScript becomes. */
  const ofTemplate = (value: string) =>
    literals('x.ts', `sql\`select 1 from lot where company_id = \${${value}}\``)[0]!

  test.each(['company_id', 'call.company_id', 'company.id', 'world.company.id', 'company_id!'])(
    'a template’s value is a company’s id by its spelling: %s',
    (value) => {
      expect(withoutCompany(ofTemplate(value).text)).toEqual([])
    },
  )

  test.each([
    'customer_id',
    'id',
    'customer.id',
    'other_company_id',
    'ids.company',
    'f(company_id)',
  ])('a template’s value is no company’s id by its spelling: %s', (value) => {
    expect(withoutCompany(ofTemplate(value).text)).toEqual(['lot'])
  })

  test('the number of a parameter does not tell whose id it is', () => {
    const [found] = literals('x.ts', "'select 1 from lot where company_id = $1'")
    expect(withoutCompany(found!.text)).toEqual(['lot'])
  })

  test.each([
    ['()\nreturns void', 'declare x lot;', []],
    ['(x command)\nreturns void', '', []],
    ['(inout x command)', '', []],
    ['()\nreturns void', 'declare y lot;', ['lot', 'prize_card']],
    ['(p_id uuid, x command[])\nreturns void', '', []],
  ])(
    'a function declares a record among its parameters %j or variables %j',
    (head, variables, found) => {
      const [made] = sqlFunctions(
        'x.sql',
        `create function f${head}\nlanguage plpgsql as $$\n${variables}\nbegin\n  perform prize_card(x.company_id) from lot where lot.company_id = x.company_id;\nend\n$$;`,
      )
      const { text, declared } = made!
      expect([...withoutCompany(text, declared), ...callsWithoutCompany(text, declared)]).toEqual(
        found,
      )
    },
  )

  test('the record of a loop counts as declared by its function', () => {
    const text =
      'for x in select company_id from lot where lot.company_id = p_company_id loop delete from hold where hold.company_id = x.company_id; end loop'
    const made = sqlFunctions(
      'x.sql',
      `create function f(p_company_id uuid)\nreturns void\nlanguage plpgsql as $$\nbegin\n${text};\nend\n$$;`,
    )
    expect(made.map((one) => withoutCompany(one.text, one.declared))).toEqual([[]])
  })
})
