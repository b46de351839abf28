/**
 * Runs `fiel` commands one after another for the journeys of one worker (e2e/command.ts). A process for each command would load the
 * modules each time, for 0.4 s of CPU. The runs of `npm test` have some hundred commands.
 */

import type { CommandResult } from '../../e2e/command.ts'
import { runCommandLine } from '../command-line.ts'
import { fiel } from '../fiel.ts'

process.on('message', (args: string[]) => {
  void run(args).then((result) => process.send!(result))
})
process.on('disconnect', () => process.exit())

async function run(args: string[]): Promise<CommandResult> {
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      written[name] += String(chunk)
      return true
    }
  }
  process.exitCode = 0
  await runCommandLine(fiel, args)
  return { status: process.exitCode, ...written }
}
