import type { Defect } from './defect.ts'

const statementTest = 'engine/read/statement.test.ts'

export const historyDefects: Defect[] = [
  // The statement of a past day
  {
    name: 'a past statement includes the expired points of a lot',
    file: 'engine/read/statement.sql',
    line: "'CNS_REVERSAL' and expires_on < change.day",
    wrong: "'CNS_REVERSAL' and false",
    test: { file: statementTest, title: 'a past day’s statement counts a lot by the expiry date' },
  },
  {
    name: 'a past statement subtracts expired points from other lots',
    file: 'engine/read/statement.sql',
    line: 'and amount + change.amount <= 0 then',
    wrong: 'and false then',
    test: { file: statementTest, title: 'a past day’s statement stays when a later return takes' },
  },
  {
    name: 'a past statement counts a hold’s payment of the deficit twice',
    file: 'engine/read/statement.sql',
    line: 'drawn.amount - drawn.paid_amount,',
    wrong: 'drawn.amount,',
    test: { file: statementTest, title: 'a past day’s statement has the points held and owed' },
  },

  // The history
  {
    name: 'the history forgets what an earning paid of a deficit',
    file: 'engine/history.sql',
    line: "where entry.type_id = 'GNR'\n                      and allocation",
    wrong: 'where false\n                      and allocation',
    test: { file: 'api/points/history.test.ts', title: 'an earning that pays a deficit names' },
  },
  {
    name: 'a history lists good points as expired',
    file: 'engine/hold/free-points.sql',
    line: '       and lot.expires_at <= p_expires_until\n',
    wrong: '\n',
    test: { file: 'api/points/history.test.ts', title: 'the history lists expired points with' },
  },
  {
    name: 'a page of the history repeats the expiries of later pages',
    file: 'engine/hold/free-points.sql',
    line: '       and lot.expires_at > p_expires_after\n',
    wrong: '\n',
    test: { file: 'api/points/history.test.ts', title: 'the history lists expired points with' },
  },
]
