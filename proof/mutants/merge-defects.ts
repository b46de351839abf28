import type { Defect } from './defect.ts'

const mergeTest = 'api/merge/merge.test.ts'

/** Defects of merging two accounts of one person. */
export const mergeDefects: Defect[] = [
  {
    name: 'a merge leaves points that cannot be spent yet behind',
    file: 'engine/verbs/move-lots.sql',
    line: '       and lot.expires_at > (c.balance).moved_at\n',
    wrong:
      '       and lot.expires_at > (c.balance).moved_at\n       and lot.available_at <= (c.balance).moved_at\n',
    test: { file: mergeTest, title: 'moves points that cannot be spent yet' },
  },
  {
    name: 'a merged lot loses its last day',
    file: 'engine/verbs/move-lots.sql',
    line: '  return credit(d, entry, p_available_at, p_expires_at);',
    wrong: "  return credit(d, entry, p_available_at, 'infinity');",
    test: { file: mergeTest, title: 'moves every lot with its points, centavos and dates' },
  },
  {
    name: 'a merge does not count the level points of the absorbed account',
    file: 'engine/read/level-movements.sql',
    line: "                 when 'GNR' then coalesce((entry.calculation ->> 'level_amount')::bigint, 0)\n",
    wrong: '',
    test: { file: mergeTest, title: 'counts the points of both accounts for the level' },
  },
  {
    name: 'an undone merge gives points back that were spent',
    file: 'engine/verbs/recall.sql',
    line: 'lot.remaining_amount as amount',
    wrong: 'lot.amount as amount',
    test: { file: mergeTest, title: 'gives back what is left of the moved points' },
  },
  {
    name: 'an undone merge leaves the level as it was',
    file: 'engine/read/level-movements.sql',
    line: "                 when 'GNR_REVERSAL' then -coalesce((returned.calculation ->> 'level_amount')::bigint, 0)\n",
    wrong: '',
    test: { file: mergeTest, title: 'counts the points of both accounts for the level' },
  },
  {
    name: 'a return of an absorbed account does not take the moved points',
    file: 'engine/verbs/recall.sql',
    line: '      perform recall(company, cmd.absorbed_id, cmd.staying_id, cmd.subject_id, p_now);',
    wrong: '      null;',
    test: { file: mergeTest, title: 'takes the return of a purchase' },
  },
]
