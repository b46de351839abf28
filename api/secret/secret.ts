/** Reads the server's secrets, which derive (T5) and seal (T16) codes: the same in every node, and in no table. */

import { hash, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { environment } from '#database/environment.ts'

/**
 * Reads FIEL_SECRET. The demo reads the file `secret` in `folder`, which its first start creates. Any other process without
 * FIEL_SECRET throws one sentence: nodes with a secret each could not read the codes of the others.
 */
export async function readSecrets(folder: string, isDemo: boolean): Promise<Buffer[]> {
  const { FIEL_SECRET } = environment
  if (FIEL_SECRET) return FIEL_SECRET.map((secret) => hash('sha256', secret, 'buffer'))
  if (!isDemo) {
    throw new Error('FIEL_SECRET is missing: make one, as with openssl rand -hex 32, and keep it.')
  }
  const path = join(folder, 'secret')
  await mkdir(folder, { recursive: true })
  // `link` creates the file whole and fails if it exists, so two concurrent first starts read the same secret.
  const temporaryPath = `${path}.${process.pid}`
  await writeFile(temporaryPath, randomBytes(32), { mode: 0o600 })
  await link(temporaryPath, path).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(temporaryPath)
  return [await readFile(path)]
}
