/** Opens a .pkpass as a phone does: it throws unless the hashes of all files are signed by a certificate of `issuer`. */

import { createHash, createVerify, X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import { unzipSync } from 'fflate'
import forge from 'node-forge'

const { asn1 } = forge

/** The parts of pass.json that tests look at. */
type PassJson = {
  passTypeIdentifier: string
  teamIdentifier: string
  serialNumber: string
  barcodes?: { format: string; message: string; altText: string }[]
  expirationDate?: string
  storeCard?: Record<string, { key: string; value: string }[]>
  coupon?: Record<string, { key: string; value: string }[]>
  [field: string]: unknown
}

export function readPass(file: Uint8Array, issuer: string) {
  const files = unzipSync(file)
  const { 'manifest.json': manifest, signature, ...content } = files
  if (!manifest || !signature) throw new Error('the pass has no manifest or no signature')
  const hashes = Object.fromEntries(
    Object.entries(content).map(([name, bytes]) => [name, sha1(bytes)]),
  )
  if (!isDeepStrictEqual(hashes, JSON.parse(text(manifest)))) {
    throw new Error('the manifest does not name the files of the pass')
  }
  const signer = verifiedSigner(Buffer.from(signature), manifest, new X509Certificate(issuer))
  return { files, signer, json: JSON.parse(text(content['pass.json']!)) as PassJson }
}

type Captured = {
  certificates: forge.pki.Certificate[]
  rawCapture: { signature: string; authenticatedAttributes: forge.asn1.Asn1[] }
}

/** The certificate whose key signed the manifest's hash (RFC 2315, 9.3). */
function verifiedSigner(signature: Buffer, manifest: Uint8Array, issuer: X509Certificate) {
  const message = forge.pkcs7.messageFromAsn1(asn1.fromDer(signature.toString('binary')))
  const { certificates, rawCapture } = message as unknown as Captured
  const certificateList = certificates.map(
    (one) => new X509Certificate(forge.pki.certificateToPem(one)),
  )
  const attributes = rawCapture.authenticatedAttributes
  const digest = attributes
    .map(attribute)
    .find(([oid]) => oid === forge.pki.oids['messageDigest'])?.[1]
  if (Buffer.from(digest ?? '', 'binary').toString('hex') !== sha1(manifest)) {
    throw new Error('the signature is of another manifest')
  }
  // The signature covers the attributes as an ASN.1 SET, but the message has them under another tag.
  const signed = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SET, true, attributes)
  const bytes = Buffer.from(asn1.toDer(signed).getBytes(), 'binary')
  const signer = certificateList.find((one) =>
    createVerify('sha1').update(bytes).verify(one.publicKey, rawCapture.signature, 'binary'),
  )
  if (!signer?.verify(issuer.publicKey)) throw new Error('no certificate of the issuer signed it')
  if (!certificateList.some((one) => one.fingerprint256 === issuer.fingerprint256)) {
    throw new Error('the pass does not bring the certificate of the issuer')
  }
  return signer
}

/** The OID and the first value of a signed attribute of the CMS signature. */
function attribute({ value }: forge.asn1.Asn1): [string, string] {
  const [type, values] = value as [forge.asn1.Asn1, forge.asn1.Asn1]
  const [first] = values.value as forge.asn1.Asn1[]
  return [asn1.derToOid(type.value as string), first!.value as string]
}

function sha1(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex')
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}
