/** A Debian root that systemd has booted in a container, as a server. Needs Linux, root and Debian's systemd-container. */

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)
/** How long a boot may take, on a busy machine. */
const bootLimit_ms = 60_000
/** How long a command may take. The build of the portal is no such command: prepare.ts runs it before. */
const commandLimit_ms = 300_000
/** The file in which a command leaves its folder and its exported variables for the next command, as in a terminal. */
const stateFile = '/var/lib/terminal-state'

export type Machine = {
  name: string
  /** Runs bash with the folder and variables of the command before. Returns all that it printed; throws unless it succeeded. */
  run: (script: string) => Promise<string>
  stop: () => Promise<void>
}

/** Wraps the script so that it runs as the next command of one terminal, with the folder and variables of the last one. */
export function asTerminal(script: string): string {
  const save = `{ export -p; printf 'cd %q\\n' "$PWD"; } > ${stateFile}`
  return `set -euo pipefail\nexec 2>&1\n[ ! -e ${stateFile} ] || . ${stateFile}\n${script}\n${save}`
}

export const terminalVariables = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  NO_COLOR: '1',
}

/** Boots systemd in the root. The container uses the caller's network. */
export async function boot(name: string, root: string, log: string): Promise<Machine> {
  const group = `/sys/fs/cgroup/fiel-evidence/${name}`
  const options = ['--quiet', '--boot', '--register=no', '--keep-unit', '--console=pipe']
  const leave = ['--resolv-conf=off', '--timezone=off', '--link-journal=no', `--directory=${root}`]
  // Give the container a control group of its own, because it creates its groups below the group of the process that starts it.
  const script = `mkdir -p ${group} && echo $$ > ${group}/cgroup.procs && exec systemd-nspawn "$@"`
  const output = openSync(log, 'w')
  const env = { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }
  const stdio = ['ignore', output, output] as const
  const args = ['-euc', script, 'sh', ...options, ...leave]
  const container = spawn('sh', args, { env, stdio: [...stdio] })
  closeSync(output)
  const ended = once(container, 'exit')

  async function run(text: string): Promise<string> {
    const variables = Object.entries(terminalVariables).map(([key, value]) => `${key}=${value}`)
    const inside = ['--target', firstProcess(container.pid!), '--all', '/usr/bin/env', '-i']
    const command = [...inside, ...variables, '/bin/bash', '-c', asTerminal(text)]
    try {
      const limits = { timeout: commandLimit_ms, maxBuffer: 1 << 26 }
      return (await execute('nsenter', command, limits)).stdout
    } catch (error) {
      const { stdout = '', message } = error as { stdout?: string; message: string }
      throw new Error(`${name}: ${text}\n${stdout || message}`, { cause: error })
    }
  }
  const began = performance.now()
  for (;;) {
    // At first the container has no process to enter.
    const state = await run('systemctl is-system-running || true').catch(() => '')
    if (/^(running|degraded)$/m.test(state)) break
    if (container.exitCode !== null || performance.now() - began > bootLimit_ms)
      throw new Error(`${name} does not boot: ${readFileSync(log, 'utf8').slice(-2000)}`)
    await sleep(200)
  }
  return {
    name,
    run,
    stop: async () => {
      // systemd takes this signal as a request to power off.
      await execute('kill', ['-s', 'RTMIN+4', firstProcess(container.pid!)])
      await ended
    },
  }
}

/** The container's first process, as this machine numbers it. */
function firstProcess(pid: number): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]!
}
