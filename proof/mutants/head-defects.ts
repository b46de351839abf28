import type { Defect } from './defect.ts'

const proofTest = 'engine/head/prove-head.test.ts'

/** Defects of the daily head and of its proof. */
export const headDefects: Defect[] = [
  {
    name: 'the head of a missed day covers the records of later days too',
    file: 'engine/head/take.sql',
    line: '              and points_record.created_at < p_until\n',
    wrong: '',
    test: { file: 'api/head/take-heads.test.ts', title: 'after a pause each missed day has its' },
  },
  {
    name: 'a proof believes the stored hash of a record',
    file: 'engine/head/prove.sql',
    line: '\n        or link.hash <> link.expected);',
    wrong: ');',
    test: { file: proofTest, title: 'is refuted for a record that was' },
  },
  {
    name: 'a proof believes the stored hash of the entries',
    file: 'engine/head/prove-head.ts',
    line: "      entries_hash: entries.digest('hex'),",
    wrong: '      entries_hash: heads[at]!.entries_hash,',
    test: { file: proofTest, title: 'though all hashes of its chain were computed anew' },
  },
  {
    name: 'the hash of a head does not depend on the head before',
    file: 'contract/head/head.ts',
    line: '    `previous ${head.previous_hash}`,\n',
    wrong: '',
    test: { file: proofTest, title: 'is refuted when an earlier day was written anew' },
  },
  {
    name: 'a proof does not verify the signature',
    file: 'engine/head/prove-head.ts',
    line: "  if (!isSigned(heads.at(-1)!)) return refuted('its signature is not one of its public key')\n",
    wrong: '',
    test: { file: proofTest, title: 'is judged by the ledger when its' },
  },
  {
    name: 'a record that came after its head is seen until a later head covers it',
    file: 'engine/head/prove.sql',
    line: '              and entry.customer_id = page.id\n              and entry.number <= p_number\n',
    wrong: '              and entry.customer_id = page.id\n',
    test: { file: proofTest, title: 'at the end of a chain leaves its head proven' },
  },
]
