/** The server's key for Web Push (VAPID, RFC 8292). Browsers subscribe to its public half; push services verify with it. */

import { createECDH } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { environment } from '#database/environment.ts'

/** Both base64url. */
export type Vapid = { publicKey: string; privateKey: string }

/** Reads VAPID_PRIVATE_KEY. The demo keeps its own in the file `vapid-key`. Null: the server sends no pushes. */
export async function readVapid(folder: string, isDemo: boolean): Promise<Vapid | null> {
  const { VAPID_PRIVATE_KEY } = environment
  if (VAPID_PRIVATE_KEY) return vapidOf(VAPID_PRIVATE_KEY)
  if (!isDemo) return null
  const path = join(folder, 'vapid-key')
  await mkdir(folder, { recursive: true })
  // Written like the secret, so that two concurrent first starts read the same key.
  const temporaryPath = `${path}.${process.pid}`
  await writeFile(temporaryPath, newPrivateKey(), { mode: 0o600 })
  await link(temporaryPath, path).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(temporaryPath)
  return vapidOf(await readFile(path, 'utf8'))
}

export function vapidOf(privateKey: string): Vapid {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return { publicKey: curve.getPublicKey('base64url', 'uncompressed'), privateKey }
}

function newPrivateKey(): string {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  // Node omits leading zeros of a private key. Restore them to 32 bytes.
  return Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
}
