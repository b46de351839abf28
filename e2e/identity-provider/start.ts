/** Runs the Firebase Auth emulator on E2E_EMULATOR_PORT. Installs it first where it is missing: 300 MB, a minute or two. */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = import.meta.dirname
const firebase = join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js')
// Written last by npm: an install that was cut off is done again.
const installed_mark = join(folder, 'node_modules/.package-lock.json')

if (!existsSync(installed_mark) || !existsSync(firebase)) {
  console.log('Installing the Firebase Auth emulator …')
  // Its packages' scripts fetch and build what only other emulators use.
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...options], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(1)
}

const port = Number(process.env['E2E_EMULATOR_PORT'])
const listening = (at: number) => ({ host: '127.0.0.1', port: at })
const configuration = join(await mkdtemp(join(tmpdir(), 'emulator-')), 'firebase.json')
await writeFile(
  configuration,
  JSON.stringify({
    emulators: {
      auth: listening(port),
      hub: listening(port + 1),
      logging: listening(port + 2),
      ui: { enabled: false },
    },
  }),
)
const emulator = spawn(
  process.execPath,
  [firebase, 'emulators:start', '--only=auth', '--project=demo-fiel', `--config=${configuration}`],
  // In its own folder it leaves its log.
  { cwd: join(configuration, '..'), stdio: ['ignore', 'ignore', 'inherit'] },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => emulator.kill(signal))
emulator.on('exit', (code) => {
  rmSync(join(configuration, '..'), { recursive: true, force: true })
  process.exit(code ?? 1)
})
