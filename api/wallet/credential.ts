/** Checks the texts of a company's credential files, with which it signs passes. */

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

import * as z from 'zod/mini'

import { credentialText } from '#contract/company-file/text.ts'

export type AppleCredential = {
  /** PEM. */
  certificate: string
  /** PEM, PKCS #1. */
  key: string
  /** PEM: the certificate of Apple's (WWDR) that issued `certificate`. */
  issuer: string
  pass_type_id: string
  team_id: string
}

export type GoogleCredential = { client_email: string; key: KeyObject }

/** A credential, or the reason why it cannot sign. The reason never quotes the file. */
type Read<Credential> = { credential: Credential; expires_at: Date | null } | string

/**
 * Reads a PEM file with three parts in any order. They are the certificate of the pass type, its private key without a
 * passphrase, and Apple's certificate that issued it. The certificate names the pass type and the team.
 */
export function readAppleCredential(text: string, now: Date): Read<AppleCredential> {
  const key = privateKey(
    /-----BEGIN (RSA )?PRIVATE KEY-----[^-]+-----END \1?PRIVATE KEY-----/,
    text,
  )
  if (typeof key === 'string') return key
  const certificates = certificatesOf(text)
  if (typeof certificates === 'string') return certificates
  const certificate = certificates.find((one) => one.checkPrivateKey(key))
  if (!certificate) return credentialText.noCertificate
  const issuer = certificates.find(
    (one) =>
      one !== certificate && certificate.checkIssued(one) && certificate.verify(one.publicKey),
  )
  if (!issuer) {
    return credentialText.noIssuer
  }
  const ended = [certificate, issuer].find((one) => one.validToDate <= now)
  if (ended) return credentialText.ended(day(ended.validToDate))
  const early = [certificate, issuer].find((one) => one.validFromDate > now)
  if (early) return credentialText.early(day(early.validFromDate))
  const subject = new Map(certificate.subject.split('\n').map(pair))
  const [pass_type_id, team_id] = [subject.get('UID'), subject.get('OU')]
  if (!pass_type_id?.startsWith('pass.') || !team_id) {
    return credentialText.noPassType
  }
  const credential = {
    certificate: certificate.toString(),
    key: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    issuer: issuer.toString(),
    pass_type_id,
    team_id,
  }
  const first = Math.min(certificate.validToDate.getTime(), issuer.validToDate.getTime())
  return { credential, expires_at: new Date(first) }
}

/** 'UID=pass.a=b' → ['UID', 'pass.a=b'] */
function pair(line: string): [string, string] {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}

function certificatesOf(text: string): X509Certificate[] | string {
  const parts = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    return parts.map((part) => new X509Certificate(part))
  } catch {
    // Node's message would not help the company. This sentence says which part of the file is wrong.
    return credentialText.unreadableCertificate
  }
}

/** The fields of a service account's key file with which passes are signed. */
const ServiceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key: z.string(),
})

/** The JSON key file of a service account, as Google Cloud gives it. */
export function readGoogleCredential(text: string): Read<GoogleCredential> {
  const account = ServiceAccount.safeParse(parsed(text))
  if (!account.success) return credentialText.noServiceAccount
  const { client_email, private_key } = account.data
  const key = privateKey(/^[^]+$/, private_key)
  return typeof key === 'string' ? key : { credential: { client_email, key }, expires_at: null }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema of the caller refuses undefined, so the caller answers that the file is wrong.
    return undefined
  }
}

/** The private key in `text`, or the sentence that says why it cannot be used. Both wallets take RSA only. */
function privateKey(part: RegExp, text: string): KeyObject | string {
  const block = part.exec(text)?.[0]
  if (block === undefined) return credentialText.noKey
  try {
    const key = createPrivateKey(block)
    return key.asymmetricKeyType === 'rsa' ? key : credentialText.notRsa
  } catch {
    // Do not answer with Node's message, which could quote the key.
    return credentialText.unreadableKey
  }
}

function day(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
