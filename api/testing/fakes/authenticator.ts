/** An authenticator in software: makes and uses passkeys as a browser and its device do (WebAuthn, ES256, no attestation). */

import { createSign, generateKeyPairSync, hash, randomBytes } from 'node:crypto'

type Options = { challenge: string }

/** Flags of an answer: a person was present, and the device has verified who. */
const presentAndVerified = 0x05
const hasCredential = 0x40

/** `origin`: of the page that asks, as `http://admin.cafe.localhost`. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const rpIdHash = hash('sha256', new URL(origin).hostname, 'buffer')
  let counter = 0

  function authenticatorData(flags: number, credential = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5)
    head[0] = flags
    counter += 1
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([rpIdHash, head, credential])
  }

  function clientData(type: string, { challenge }: Options): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  function answer(response: Record<string, Buffer>) {
    const parts = Object.entries(response).map(([name, bytes]) => [
      name,
      bytes.toString('base64url'),
    ])
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: Object.fromEntries(parts) as Record<string, string>,
      clientExtensionResults: {},
    }
  }

  /** Returns the JSON of the credential that `navigator.credentials.create` would return. */
  function create(options: Options) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const credential = Buffer.concat([
      Buffer.alloc(16),
      length,
      id,
      coseKey(publicKey.export({ format: 'jwk' })),
    ])
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(presentAndVerified | hasCredential, credential)],
      ]),
    )
    return answer({ clientDataJSON: clientData('webauthn.create', options), attestationObject })
  }

  /** Returns the JSON of the credential that `navigator.credentials.get` would return. */
  function get(options: Options) {
    const data = authenticatorData(presentAndVerified)
    const clientDataJSON = clientData('webauthn.get', options)
    const signature = createSign('sha256')
      .update(data)
      .update(hash('sha256', clientDataJSON, 'buffer'))
      .sign(privateKey)
    return answer({ clientDataJSON, authenticatorData: data, signature })
  }

  return { create, get, setCounter: (to: number) => void (counter = to) }
}

/** A public key as COSE has it: key type EC2, algorithm ES256, curve P-256. */
function coseKey({ x, y }: { x?: string; y?: string }): Buffer {
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  )
}

type Cbor = number | string | Buffer | Map<string | number, Cbor>

/** CBOR (RFC 8949) of the few types that a passkey needs. */
function cbor(part: Cbor): Buffer {
  if (typeof part === 'number') return part < 0 ? head(1, -1 - part) : head(0, part)
  if (Buffer.isBuffer(part)) return Buffer.concat([head(2, part.length), part])
  if (typeof part === 'string') {
    return Buffer.concat([head(3, Buffer.byteLength(part)), Buffer.from(part)])
  }
  const entries = [...part].flatMap(([key, value]) => [cbor(key), cbor(value)])
  return Buffer.concat([head(5, part.size), ...entries])
}

/** The type and the length of an item. */
function head(type: number, length: number): Buffer {
  const major = type << 5
  if (length < 24) return Buffer.of(major | length)
  return length < 256
    ? Buffer.of(major | 24, length)
    : Buffer.of(major | 25, length >> 8, length & 255)
}
