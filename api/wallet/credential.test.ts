import { createPublicKey, generateKeyPairSync } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import {
  appleFile,
  googleFile,
  passTypeId,
  serviceAccount,
  teamId,
} from '#api/testing/fakes/wallet-credential.ts'

import { readAppleCredential, readGoogleCredential } from './credential.ts'

const now = new Date('2026-11-20T15:00:00Z')
const apple = appleFile()
const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const ecPem = ecKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const encrypted = ecKey
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'senha' })
  .toString()

describe('the file for the Apple Wallet', () => {
  test('has its parts in any order; pass type, team and end are those of its certificate', () => {
    const { key, certificate, issuer } = apple
    for (const text of [
      [key, certificate, issuer],
      [issuer, certificate, key],
    ]) {
      expect(readAppleCredential(`Bag Attributes\n${text.join('\n\n')}`, now)).toEqual({
        credential: { certificate, key, issuer, pass_type_id: passTypeId, team_id: teamId },
        expires_at: new Date('2099-01-01T00:00:00Z'),
      })
    }
  })

  test.each([
    ['is empty', '', 'has no private key without a passphrase'],
    ['has a key with a passphrase', encrypted, 'has no private key without a passphrase'],
    [
      'has a broken key',
      apple.text.replace('MII', 'AAA'),
      'holds a private key that cannot be read',
    ],
    ['has a key that is not RSA', ecPem, 'holds a private key that is not RSA'],
    ['has no certificate', apple.key, 'has no certificate of its private key'],
    [
      'has the certificate of another key',
      [apple.key, appleFile().certificate, apple.issuer].join('\n'),
      'has no certificate of its private key',
    ],
    [
      'has a broken certificate',
      [apple.key, apple.certificate.replace('MII', 'AAA')].join('\n'),
      'holds a certificate that cannot be read',
    ],
    [
      'lacks the certificate of the issuer',
      appleFile({ hasIssuer: false }).text,
      'lacks the certificate of Apple that issued the pass certificate (WWDR): add it',
    ],
    [
      'has an issuer of the same name with another key',
      [apple.key, apple.certificate, appleFile().issuer].join('\n'),
      'lacks the certificate of Apple that issued the pass certificate (WWDR): add it',
    ],
    [
      'has an expired certificate',
      appleFile({ until: new Date('2026-01-01T00:00:00Z') }).text,
      'holds a certificate that expired on 2026-01-01: renew it',
    ],
    [
      'has a certificate of the future',
      appleFile({ from: new Date('2027-01-01T00:00:00Z') }).text,
      'holds a certificate that is valid from 2027-01-01 on',
    ],
    [
      'has a certificate of something else',
      appleFile({ subject: [{ name: 'commonName', value: 'clube.exemplo.br' }] }).text,
      'holds no certificate of a pass type: its subject needs UID=pass.… and OU',
    ],
  ])('is refused with a reason when it %s', (_, text, reason) => {
    expect(readAppleCredential(text, now)).toBe(reason)
  })
})

describe('the file for the Google Wallet', () => {
  const { text, publicKey } = googleFile()
  const changed = (changes: object) => JSON.stringify({ ...JSON.parse(text), ...changes })

  test('names the service account and holds its key', () => {
    const read = readGoogleCredential(text)
    if (typeof read === 'string') throw new Error(read)
    expect(read.credential.client_email).toBe(serviceAccount)
    expect(read.expires_at).toBeNull()
    expect(createPublicKey(read.credential.key).equals(publicKey)).toBe(true)
  })

  test.each([
    ['is no JSON', '{', 'is no JSON key file of a service account'],
    ['is an OAuth client', changed({ type: 'web' }), 'is no JSON key file of a service account'],
    [
      'has no email',
      changed({ client_email: undefined }),
      'is no JSON key file of a service account',
    ],
    ['has a broken key', changed({ private_key: 'x' }), 'holds a private key that cannot be read'],
    [
      'has a key that is not RSA',
      changed({ private_key: ecPem }),
      'holds a private key that is not RSA',
    ],
  ])('is refused with a reason when it %s', (_, file, reason) => {
    expect(readGoogleCredential(file)).toBe(reason)
  })
})
