/** Generated credentials of both wallets: a self-made certificate authority in place of Apple's, and a service account's key. */

import { generateKeyPairSync } from 'node:crypto'

import forge from 'node-forge'

import type { CredentialTexts } from '#api/wallet/stored-credential.ts'

export const passTypeId = 'pass.br.exemplo.clube'
export const teamId = 'TIME123456'
export const issuerId = '3388000000012345678'
export const serviceAccount = 'carteira@clube.iam.gserviceaccount.com'

const { md: digest, pki } = forge
type Subject = forge.pki.CertificateField[]
type Key = forge.pki.rsa.KeyPair

/** 2,048 bits, the length that Apple and Google use. */
function rsaKey(): { pem: string; pair: Key } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const key = pki.privateKeyFromPem(pem)
  return { pem, pair: { privateKey: key, publicKey: pki.setRsaPublicKey(key.n, key.e) } }
}

const uid = '0.9.2342.19200300.100.1.1'
const authoritySubject = [{ name: 'commonName', value: 'Autoridade de teste' }]
const passSubject = [
  { type: uid, value: passTypeId },
  { name: 'commonName', value: `Pass Type ID: ${passTypeId}` },
  { shortName: 'OU', value: teamId },
]

const firstDay = new Date('2020-01-01T00:00:00Z')
const lastDay = new Date('2099-01-01T00:00:00Z')

type AppleOptions = {
  /** When the pass certificate begins and ends. */
  from?: Date
  until?: Date
  subject?: Subject
  /** false: the file lacks the certificate of the issuer. */
  hasIssuer?: boolean
}

export type AppleFile = { text: string; key: string; certificate: string; issuer: string }

/** A file as `readAppleCredential` takes it. */
export function appleFile({
  from = firstDay,
  until = lastDay,
  subject = passSubject,
  hasIssuer = true,
}: AppleOptions = {}): AppleFile {
  const [authority, own] = [rsaKey(), rsaKey()]
  const always = { from: firstDay, until: lastDay }
  const issuer = certificateOf(authority.pair, authoritySubject, authority.pair, always)
  const certificate = certificateOf(own.pair, subject, authority.pair, { from, until })
  const parts = [own.pem, ...(hasIssuer ? [issuer] : []), certificate]
  return { text: parts.join('\n'), key: own.pem, certificate, issuer }
}

function certificateOf(
  { publicKey }: Key,
  subject: Subject,
  signer: Key,
  { from, until }: { from: Date; until: Date },
): string {
  const certificate = pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = '01'
  certificate.validity.notBefore = from
  certificate.validity.notAfter = until
  certificate.setSubject(subject)
  certificate.setIssuer(authoritySubject)
  certificate.sign(signer.privateKey, digest.sha256.create())
  return pki.certificateToPem(certificate).replaceAll('\r\n', '\n')
}

/** A key file as Google Cloud gives it, and the key that verifies its signatures. */
export function googleFile() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const text = JSON.stringify({
    type: 'service_account',
    project_id: 'clube',
    client_email: serviceAccount,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  })
  return { text, publicKey }
}

/** The texts of the files that `walletSettings` names. */
export function walletTexts(apple = appleFile(), google = googleFile()): CredentialTexts {
  return new Map([
    ['apple', apple.text],
    ['google', google.text],
  ])
}

/** `settings` of company.yaml for both wallets. */
export const walletSettings = {
  integrations: {
    wallet: {
      apple: { credentials: 'apple.pem' },
      google: { issuer_id: issuerId, credentials: 'google.json' },
    },
  },
}
