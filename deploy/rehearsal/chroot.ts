/** Runs programs that see a folder as their root, with mounts and process ids of their own. Needs Linux and the user root. */

import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

type Inside = {
  root: string
  workFolder: string
  user: string
  variables: Record<string, string>
  /** The program can write only to /tmp. */
  isReadOnly?: boolean
  /** Path inside the root → the folder of this machine that is mounted there. */
  mounts?: Record<string, string>
}

/** The certificates with which this machine reaches its package registry, where they are not Node's own. */
const certificates = process.env['NODE_EXTRA_CA_CERTS']

/** Waits for the program, and throws unless it succeeds. Returns its output if `isQuiet`. */
export function inRoot(inside: Inside, command: string[], { isQuiet = false } = {}): string {
  const { status, stdout } = spawnSync('unshare', args(inside, command), {
    encoding: 'utf8',
    stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}.\n${stdout ?? ''}`)
  return stdout ?? ''
}

/** Starts the program, which is process 1 of its own, as in a container. */
export function startInRoot(inside: Inside, command: string[], stdio: StdioOptions): ChildProcess {
  return spawn('unshare', args(inside, command), { stdio })
}

/** The id, on this machine, of the program that `startInRoot` has started. */
export function programId({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}

function args({ root, workFolder, user, variables, ...rest }: Inside, command: string[]): string[] {
  const { isReadOnly = false, mounts = {} } = rest
  const certificateFile = certificates && existsSync(certificates) ? certificates : undefined
  const bound = { ...mounts, ...(certificateFile && { [certificateFile]: certificateFile }) }
  const steps = [
    `mount --bind "$0" "$0"`,
    `cd "$0"`,
    ...Object.entries(bound).map(
      ([to, from]) =>
        `mkdir -p ".$(dirname '${to}')" && { [ -d '${from}' ] && mkdir -p '.${to}' || touch '.${to}'; } && mount --bind '${from}' '.${to}'`,
    ),
    `touch etc/resolv.conf && mount --bind /etc/resolv.conf etc/resolv.conf`,
    ...(isReadOnly ? [`mount -o remount,bind,ro "$0"`] : []),
    `mount -t proc proc proc`,
    `mount --rbind /dev dev`,
    `mount -t tmpfs tmpfs tmp`,
    `exec chroot . "$@"`,
  ]
  const environment = {
    ...variables,
    ...(certificateFile && { NODE_EXTRA_CA_CERTS: certificateFile }),
  }
  const assignments = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  // As Docker does with `cap_drop: [ALL]` and `no-new-privileges`.
  const dropped = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
  const asUser =
    user === 'root'
      ? []
      : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...dropped]
  const own = ['--mount', '--propagation=private', '--pid', '--fork', '--kill-child']
  const prepare = ['/bin/sh', '-euc', steps.join('\n'), root]
  const environ = ['/usr/bin/env', '--ignore-environment', `--chdir=${workFolder}`, ...assignments]
  return [...own, ...prepare, ...environ, ...asUser, ...command]
}
