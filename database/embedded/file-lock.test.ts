import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { lockAlone, lockShared, tryAlone } from './file-lock.ts'

const folder = await mkdtemp(join(tmpdir(), 'fiel-lock-'))
afterAll(() => rm(folder, { recursive: true }))

let files = 0
function newFile(): string {
  files += 1
  return join(folder, `lock-${files}`)
}

/** Another process that has taken the lock. */
async function holder(take: 'tryAlone' | 'lockShared', file: string) {
  const module = join(import.meta.dirname, 'file-lock.ts')
  const program = `
    const { ${take} } = await import(${JSON.stringify(module)})
    console.log(${take}(${JSON.stringify(file)}) === undefined ? 'refused' : 'taken')
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  expect(printed.toString()).toBe('taken\n')
  return async () => {
    child.kill('SIGKILL')
    await exited
  }
}

test('an exclusive lock keeps every other process out, and a crash releases it', async () => {
  const file = newFile()
  const crash = await holder('tryAlone', file)
  expect(tryAlone(file)).toBeUndefined()
  expect(lockShared(file)).toBeUndefined()
  await crash()
  const lock = tryAlone(file)
  expect(lock).toBeDefined()
  lock!.release()
})

test('two processes may have a shared lock, which keeps an exclusive one out', async () => {
  const file = newFile()
  const crash = await holder('lockShared', file)
  const own = lockShared(file)
  expect(own).toBeDefined()
  expect(tryAlone(file)).toBeUndefined()
  await crash()
  // This process still holds its own shared lock.
  expect(tryAlone(file)).toBeUndefined()
  own!.release()
  tryAlone(file)!.release()
})

test('a wait for an exclusive lock ends when the lock is free', async () => {
  const file = newFile()
  const crash = await holder('tryAlone', file)
  const waiting = lockAlone(file, 60_000)
  await crash()
  const lock = await waiting
  expect(lock).toBeDefined()
  lock!.release()
})

test('a wait for a lock that stays taken ends without the lock', async () => {
  const file = newFile()
  const lock = tryAlone(file)!
  expect(await lockAlone(file, 20)).toBeUndefined()
  lock.release()
})

test('a second release of a lock does not release a later lock on the file', () => {
  const file = newFile()
  const first = tryAlone(file)!
  first.release()
  const second = tryAlone(file)!
  first.release()
  expect(tryAlone(file)).toBeUndefined()
  second.release()
})

test('a file that cannot be opened is an error, and not a taken lock', () => {
  expect(() => tryAlone(join(folder, 'missing', 'lock'))).toThrow('unable to open database file')
})
