import { hostname, userInfo } from 'node:os'

import type { Actor } from './note.ts'

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
