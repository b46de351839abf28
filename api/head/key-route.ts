/** The public keys of heads, for whoever verifies a signature (docs/decisions/058-daily-head.md). */

import type { FastifyInstance } from 'fastify'

import type { SealedDatabase } from '#api/context/context.ts'
import { headKeyPath } from '#contract/head/head.ts'
import { headKeys } from '#engine/head/head-key.ts'

import { headSigner } from './head-signer.ts'

/**
 * Answers all public keys that have signed a head, the newest first, and before them the present one if it has signed none yet. Any host
 * may ask, because the keys are of the server.
 */
export function headKeyRoute(app: FastifyInstance, { database, secret }: SealedDatabase): void {
  const present = headSigner(secret).publicKey.toString('base64')
  app.get(headKeyPath, { schema: { hide: true } }, async (_request, reply) => {
    const stored = await headKeys(database)
    const isStored = stored.some(({ public_key }) => public_key === present)
    const keys = isStored ? stored : [{ public_key: present, since: null }, ...stored]
    void reply.header('cache-control', 'public, max-age=300')
    return { algorithm: 'Ed25519', keys }
  })
}
