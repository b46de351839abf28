import { createHmac, randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { signedHeaders, signerOf, writtenSecret } from './signature.ts'

// Source: the tests of the Standard Webhooks libraries.
test('a message is signed as in the published example of Standard Webhooks [D3]', () => {
  const encodedSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const secret = Buffer.from(encodedSecret.slice('whsec_'.length), 'base64')
  expect(writtenSecret(secret)).toBe(encodedSecret)
  const sentAt = new Date(1_614_265_330_999)
  const body = '{"test": 2432232314}'
  expect(signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt, body, [signerOf(secret)])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a body of any length and script is signed with each secret, as by HMAC-SHA256 [D3]', () => {
  const secrets = [randomBytes(32), randomBytes(32)]
  for (const length of [0, 1, 55, 56, 63, 64, 65, 450, 5_000]) {
    const body = 'ção☕'.repeat(length).slice(0, length)
    const expected = secrets.map(
      (secret) => `v1,${createHmac('sha256', secret).update(`id.7.${body}`).digest('base64')}`,
    )
    const headers = signedHeaders('id', new Date(7_000), body, secrets.map(signerOf))
    expect(headers['webhook-signature']).toBe(expected.join(' '))
  }
})
