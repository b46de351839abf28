/** What codes are derived from (T5) and sealed with (T16): the same in every node, and in no table. */

import { hash, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { environment } from '#database/environment.ts'

/**
 * FIEL_SECRET; for the demo, what this machine made for itself in `folder` at its first start. Throws one sentence where
 * there is none: nodes that made one each would not know each other's codes.
 */
export async function readSecret(folder: string, is_demo: boolean): Promise<Buffer> {
  const { FIEL_SECRET } = environment
  if (FIEL_SECRET) return hash('sha256', FIEL_SECRET, 'buffer')
  if (!is_demo) {
    throw new Error('FIEL_SECRET is missing: make one, as with openssl rand -hex 32, and keep it.')
  }
  const path = join(folder, 'secret')
  await mkdir(folder, { recursive: true })
  // Whole at once, and only where there is none: of two first starts both have the same.
  const made = `${path}.${process.pid}`
  await writeFile(made, randomBytes(32), { mode: 0o600 })
  await link(made, path).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(made)
  return readFile(path)
}
