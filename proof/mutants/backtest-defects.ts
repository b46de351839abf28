import type { Defect } from './defect.ts'

const backtestTest = 'api/programme/backtest.test.ts'
const modelTest = 'api/programme/backtest.model.test.ts'
const modelTitle = 'the versions in force at each purchase, replayed, give every record'

export const backtestDefects: Defect[] = [
  {
    name: 'a backtest replays every purchase by the first version',
    file: 'engine/backtest/backtest.sql',
    line: 'greatest(width_bucket(bought.created_at, p_starts), 1) as n',
    wrong: '1 as n',
    test: { file: modelTest, title: modelTitle },
  },
  {
    name: 'a backtest ignores the rule that a till named',
    file: 'engine/backtest/terms.sql',
    line: 'boolean := rule.id::text is distinct from p_rule_id;',
    wrong: 'boolean := false;',
    test: { file: backtestTest, title: 'a purchase with a named rule that the draft drops' },
  },
  {
    name: 'a backtest loses the key that a rule had before it was renamed',
    file: 'api/points/rule-ids.ts',
    line: 'if (renamed) renamed.key = key',
    wrong: 'if (renamed) renamed.name = name',
    test: {
      file: 'api/points/rule-ids.test.ts',
      title: 'the rules of each document get the ids',
    },
  },
  {
    name: 'a backtest gives a customer the level after the purchase’s own points',
    file: 'engine/backtest/backtest.sql',
    line: 'and before.since < bought.created_at',
    wrong: 'and before.since <= bought.created_at',
    test: { file: backtestTest, title: 'a new multiplier counts from the purchase after' },
  },
  {
    name: 'a backtest counts the points that were returned',
    file: 'engine/backtest/sums.sql',
    line: '           when p_returned_value = 0 then p_earned',
    wrong: '           when true then p_earned',
    test: { file: backtestTest, title: 'a draft without other rules gives the ledger’s points' },
  },
  {
    name: 'the liability of a draft counts the points that were spent',
    file: 'engine/backtest/sums.sql',
    line: 'part_of_value(p_value, p_remaining_amount, p_lot_amount)',
    wrong: 'part_of_value(p_value, p_lot_amount, p_lot_amount)',
    test: { file: backtestTest, title: 'the liability of the draft has the unspent part' },
  },
  {
    name: 'two nodes calculate backtests of a company at a time',
    file: 'api/programme/backtest.ts',
    line: '      await lockTurn(connection, company_id, deadline_ms)\n',
    wrong: '\n',
    test: { file: backtestTest, title: 'while another node calculates one for the company' },
  },
]
