import { hostname, userInfo } from 'node:os'

import type pg from 'pg'

import { transaction } from '#database/sql.ts'

import { type Act, type Actor, noteAct } from './note.ts'

/** The actor of a command in a terminal: the account of the operating system, and the name of the machine. */
export function operator(): Actor {
  return { kind: 'operator', name: `${accountName()}@${hostname()}` }
}

/** The name of the account, or its number. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the number may have no name.
    return `uid-${process.geteuid!()}`
  }
}

/** Notes the act of a command in the log of each company that it concerns. `words`: the sentence without the name of the operator. */
export async function noteCommand(
  database: pg.Pool,
  companies: string[],
  { words, ...act }: Omit<Act, 'sentence'> & { words: string },
): Promise<void> {
  const actor = operator()
  for (const company_id of companies) {
    await transaction(database, (connection) =>
      noteAct(
        connection,
        company_id,
        actor,
        { ...act, sentence: `${actor.name} ${words}` },
        new Date(),
      ),
    )
  }
}
