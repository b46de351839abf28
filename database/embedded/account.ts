/** The operating system's user that runs the embedded PostgreSQL, and the paths that this user can reach. */

import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Account = { uid: number; gid: number }

/**
 * The user that runs the server. Undefined: this process's own user. PostgreSQL refuses to run as root, so root uses the
 * owner of the data, else the owner of its folder, else the user nobody.
 */
export function serverAccount(cluster: string, folder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owners = [cluster, folder].filter(existsSync).map((path) => statSync(path))
  const owner = owners.find(({ uid }) => uid !== 0)
  return owner ? { uid: owner.uid, gid: owner.gid } : nobody()
}

/** The user nobody, which exists on every Unix and owns nothing. */
export function nobody(): Account {
  const id = (what: string) => Number(execFileSync('id', [what, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** The path of the data folder that works for `account`. The program must be started in that folder. */
export function dataPath(data: string, account: Account | undefined): string {
  if (!account || canReach(data, account)) return data
  // For data under /root, for example: the kernel resolves this link without searching the folders above.
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new Error(`user ${account.uid}, who is to run it, may not search the folders above it`)
}

/** Whether `account` may search every folder down to `path`, and search or run `path` itself, by their mode bits. */
export function canReach(path: string, account: Account): boolean {
  for (let at = realpathSync(path); ; at = dirname(at)) {
    const { uid, gid, mode } = statSync(at)
    const needed = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if (!(mode & needed)) return false
    if (at === dirname(at)) return true
  }
}
