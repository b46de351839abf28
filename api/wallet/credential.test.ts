import { spawnSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import {
  appleFile,
  googleFile,
  passTypeId,
  serviceAccount,
  teamId,
} from '#api/testing/fakes/wallet-credential.ts'

import { blockOf } from '../../docs/blocks.ts'
import { readAppleCredential, readGoogleCredential } from './credential.ts'

const now = new Date('2026-11-20T15:00:00Z')
const apple = appleFile()
const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const ecPem = ecKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const encrypted = ecKey
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'senha' })
  .toString()

describe('the credential file for the Apple Wallet', () => {
  test('an Apple credential file’s parts may have any order; its certificate gives the data', () => {
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

  test('the company guide’s commands make the credential file from Apple’s certificates [D20]', () => {
    const { key, certificate, issuer } = apple
    const folder = mkdtempSync(join(tmpdir(), 'wallet-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'pass.pem'), `${key}\n${certificate}`)
    writeFileSync(join(folder, 'AppleWWDRCAG4.cer'), new X509Certificate(issuer).raw)
    const exported = 'openssl pkcs12 -export -in pass.pem -out pass.p12 -passout pass:senha'
    const block = blockOf('docs/company-guide.md: openssl pkcs12', [
      // openssl would ask the terminal for the password.
      ['-in pass.p12', '-in pass.p12 -passin pass:senha'],
    ])
    // Without --norc bash may take this process for a remote login, and write warnings of its start-up file.
    const { status, stderr } = spawnSync('bash', ['--norc', '-euc', `${exported}\n${block}`], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const read = readAppleCredential(readFileSync(join(folder, 'apple-wallet.pem'), 'utf8'), now)
    if (typeof read === 'string') throw new Error(read)
    expect(read.credential.pass_type_id).toBe(passTypeId)
    expect(new X509Certificate(read.credential.issuer).raw).toEqual(new X509Certificate(issuer).raw)
  })

  test.each([
    ['is empty', '', 'não tem uma chave privada sem senha'],
    ['has a key with a passphrase', encrypted, 'não tem uma chave privada sem senha'],
    [
      'has a broken key',
      apple.text.replace('MII', 'AAA'),
      'contém uma chave privada que não pode ser lida',
    ],
    ['has a key that is not RSA', ecPem, 'contém uma chave privada que não é RSA'],
    ['has no certificate', apple.key, 'não tem o certificado da sua chave privada'],
    [
      'has the certificate of another key',
      [apple.key, appleFile().certificate, apple.issuer].join('\n'),
      'não tem o certificado da sua chave privada',
    ],
    [
      'has a broken certificate',
      [apple.key, apple.certificate.replace('MII', 'AAA')].join('\n'),
      'contém um certificado que não pode ser lido',
    ],
    [
      'lacks the certificate of the issuer',
      appleFile({ hasIssuer: false }).text,
      'não tem o certificado da Apple que emitiu o do passe (WWDR): acrescente-o',
    ],
    [
      'has an issuer of the same name with another key',
      [apple.key, apple.certificate, appleFile().issuer].join('\n'),
      'não tem o certificado da Apple que emitiu o do passe (WWDR): acrescente-o',
    ],
    [
      'has an expired certificate',
      appleFile({ until: new Date('2026-01-01T00:00:00Z') }).text,
      'contém um certificado que venceu em 2026-01-01: renove-o',
    ],
    [
      'has a certificate of the future',
      appleFile({ from: new Date('2027-01-01T00:00:00Z') }).text,
      'contém um certificado que só vale a partir de 2027-01-01',
    ],
    [
      'has a certificate of something else',
      appleFile({ subject: [{ name: 'commonName', value: 'clube.exemplo.br' }] }).text,
      'não contém o certificado de um tipo de passe: o subject precisa de UID=pass.… e OU',
    ],
  ])('an Apple credential file is refused with a reason if it %s', (_, text, reason) => {
    expect(readAppleCredential(text, now)).toBe(reason)
  })
})

describe('the credential file for the Google Wallet', () => {
  const { text, publicKey } = googleFile()
  const changed = (changes: object) => JSON.stringify({ ...JSON.parse(text), ...changes })

  test('a Google credential file gives the service account and its key', () => {
    const read = readGoogleCredential(text)
    if (typeof read === 'string') throw new Error(read)
    expect(read.credential.client_email).toBe(serviceAccount)
    expect(read.expires_at).toBeNull()
    expect(createPublicKey(read.credential.key).equals(publicKey)).toBe(true)
  })

  test.each([
    ['is no JSON', '{', 'não é o arquivo JSON da chave de uma conta de serviço'],
    [
      'is an OAuth client',
      changed({ type: 'web' }),
      'não é o arquivo JSON da chave de uma conta de serviço',
    ],
    [
      'has no email',
      changed({ client_email: undefined }),
      'não é o arquivo JSON da chave de uma conta de serviço',
    ],
    [
      'has a broken key',
      changed({ private_key: 'x' }),
      'contém uma chave privada que não pode ser lida',
    ],
    [
      'has a key that is not RSA',
      changed({ private_key: ecPem }),
      'contém uma chave privada que não é RSA',
    ],
  ])('a Google credential file is refused with a reason if it %s', (_, file, reason) => {
    expect(readGoogleCredential(file)).toBe(reason)
  })
})
