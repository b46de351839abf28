/** Runs the Firebase Auth emulator on E2E_EMULATOR_PORT. Installs it first if it is missing: 300 MB, 1 to 2 minutes. */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = import.meta.dirname
const firebase = join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js')
// npm writes this file last, so an interrupted install is repeated.
const installedMark = join(folder, 'node_modules/.package-lock.json')

if (!existsSync(installedMark) || !existsSync(firebase)) {
  console.log('Installing the Firebase Auth emulator …')
  // Skip install scripts: they download and build parts of other emulators.
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
  // The emulator writes its log to its working directory.
  { cwd: join(configuration, '..'), stdio: ['ignore', 'ignore', 'inherit'] },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => emulator.kill(signal))
emulator.on('exit', (code) => {
  rmSync(join(configuration, '..'), { recursive: true, force: true })
  process.exit(code ?? 1)
})
