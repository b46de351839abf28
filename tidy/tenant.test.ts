import { describe, expect, test } from 'vitest'

import { type Statement, statements } from './statements.ts'
import { withoutCompany } from './tenant.ts'

describe('the company of a statement', () => {
  const nameOf = ({ file, name }: Statement) => (file.endsWith('.sql') ? `${file} ${name}` : file)

  /** Statements about all companies, each with the table that it reads and the reason. */
  const ofAllCompanies = [
    ['api/company/lookup.ts company', 'whose page is at this host name'],
    ['api/company/lookup.ts company_domain', 'whose page is at this host name'],
    ['api/company/lookup.ts company_domain', 'which company a request to this host name is for'],
    ['api/company/stored/company.sql companies company', 'jobs work for each company in turn'],
    [
      'api/company/stored/company.sql companies_with_levels company',
      'the daily job settles levels',
    ],
    ['engine/audit/audit.ts balance', 'the audit proves the customers of all companies'],
    ['engine/audit/audit.ts company', 'the audit proves the customers of all companies'],
  ]

  test('every statement names the company of every table that it reads or writes [D2]', () => {
    const nameless = statements.flatMap((one) =>
      withoutCompany(one.text).map((table) => `${nameOf(one)} ${table}`),
    )
    expect(nameless.toSorted()).toEqual(ofAllCompanies.map(([place]) => place))
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
    ['select 1 from lot where (company_id, id) in (select company_id, id from hold)', ['hold']],
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

    [
      'select 1 from companies() c cross join lateral (select 1 from lot where lot.company_id = c.company_id) l',
      [],
    ],
    ['select 1 from lot l join hold h using (company_id, id) where l.company_id = $1', []],
    ['insert into lot as l (company_id, id) select $1, id from hold where company_id = $1', []],
    ['select 1 from lot where company_id = $1 and (id = $2 or amount = 0)', []],
    ['select 1 from lot where company_id = any ($1) and id between $2 and $3', []],
    ['select 1 from company join lot using (company_id) where slug = $1', []],
  ])('the rule sees which company is not named: %s', (text, nameless) => {
    expect(withoutCompany(text).toSorted()).toEqual(nameless.toSorted())
  })
})
