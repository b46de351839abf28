import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Files } from './cluster.ts'

/**
 * A setting without effect that identifies the server of this data among all processes. It is the folder's inode, which
 * stays when the folder is moved and differs in a copy.
 */
export function markOf({ data }: Files): string {
  const { dev, ino } = statSync(data, { bigint: true })
  return `fiel.data=${dev}:${ino}`
}

/** The content of postmaster.pid, which the last server wrote. That server may be dead. */
export function notedServer({
  data,
}: Files): { pid: number; port: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch (error) {
    // No server runs, and the last one ended cleanly.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether process `pid` is alive and is the server of this data. The number alone may have been reused. */
export function isServer(pid: number, mark: string): boolean {
  return commandLine(pid)
    .split(/[\0\s]/)
    .includes(mark)
}

/** The command line of a process. Empty for one that is gone or a zombie. */
function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const command: [string, string[]] =
      process.platform === 'win32'
        ? [
            'powershell',
            ['-c', `(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).CommandLine`],
          ]
        : ['ps', ['-ww', '-o', 'command=', '-p', String(pid)]]
    return execFileSync(...command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    // The process does not exist, or we may not inspect it. Either way it is not our server.
    return ''
  }
}
