/** The `fiel` command for journeys. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { expect } from '@playwright/test'

import { withoutDatabase } from '#api/testing/worlds/database-url.ts'

/** What a command left: its exit code and what it printed. */
export type CommandResult = { status: number; stdout: string; stderr: string }

/** The process that runs the commands. It ends with the worker, whose channel closes. */
const hostPath = join(import.meta.dirname, '../scripts/testing/command-host.ts')
let host: ChildProcess | undefined

/** Runs the `fiel` command on the data of this run. Returns what it printed. */
export async function command(...args: string[]): Promise<string> {
  host ??= fork(hostPath, {
    env: { ...process.env, DATA_FOLDER: process.env['E2E_DATA'] },
    // Without the options of Playwright's own process.
    execArgv: [],
  })
  const { status, stdout, stderr } = await resultOf(host, args)
  expect(withoutDatabase(stderr)).toBe('')
  expect(status).toBe(0)
  return stdout.trim()
}

async function resultOf(running: ChildProcess, args: string[]): Promise<CommandResult> {
  const ending = new AbortController()
  const ended = once(running, 'exit', ending).then(([code]) => {
    throw new Error(`fiel ${args.join(' ')}: the process ended with ${code}`)
  })
  const answered = once(running, 'message', ending) as Promise<[CommandResult]>
  running.send(args)
  try {
    const [result] = await Promise.race([answered, ended])
    return result
  } finally {
    ending.abort()
  }
}
